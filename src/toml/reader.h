// One table of a TOML file: reads the requested keys, and reports unknown ones in the end.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// The library is used as headers; errors are values, not exceptions.
#ifndef TOML_EXCEPTIONS
#    define TOML_EXCEPTIONS 0
#endif
// It asserts that keys begin as they should before it looks whether they do, and says so then.
#ifndef TOML_ASSERT
#    define TOML_ASSERT(expression) static_assert(true)
#endif
#include <toml++/toml.h>

#include "base/limits.h"
#include "base/result.h"

namespace ringfence {

class TomlReader {
public:
    // `file`: its name, for complaints. Both must outlive this.
    TomlReader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

    Result<void> text(std::string_view key, const std::function<Result<void>(std::string_view)>& take);
    template <typename Number>
    Result<void> number(std::string_view key, Number& to) {
        RF_TRY(const std::optional<std::uint32_t> value, find_number(key));
        if (value) to = static_cast<Number>(*value);
        return {};
    }
    // Empty if there is none.
    Result<std::vector<std::uint32_t>> numbers(std::string_view key);
    Result<std::vector<std::string>> texts(std::string_view key);
    Result<void> flag(std::string_view key, bool& to);
    // Null: there is none.
    Result<const toml::table*> table(std::string_view key);
    Result<void> nothing_else() const;
    Error complaint(const toml::node& node, const std::string& message) const;

private:
    Result<std::optional<std::uint32_t>> find_number(std::string_view key);
    const toml::node* find(std::string_view key);

    const toml::table& table_;
    const std::string& file_;
    std::set<std::string> known_;
};

// A table of limits (base/limits.h): sizes as "512M", all else as numbers. Unknown keys are errors.
Result<SessionLimits> parse_limits(const toml::table& table, const std::string& file,
                                   LimitsFor whom = LimitsFor::Session);

}  // namespace ringfence
