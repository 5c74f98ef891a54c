// Parses an ELF object that clang has made for eBPF: sections, symbols, relocations. The bytes may be hostile:
// malformed ones are an error, and time and memory are linear in the size of the file.
//
// It does not use libelf or LLVM's library: both parse far more than is needed, and all of that code would be exposed
// to hostile files.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "policy/map.h"

namespace ringfence::policy {

struct ObjectSection {
    std::string_view name;
    ConstBytes bytes;        // empty if the file has none (.bss)
    std::uint64_t size = 0;  // also if `bytes` is empty
    std::uint32_t type = 0;
    std::uint64_t flags = 0;
    std::uint32_t link = 0;
    std::uint32_t info = 0;

    [[nodiscard]] bool is_code() const;
    [[nodiscard]] bool is_data() const;  // variables, constants, maps, operations
};

struct ObjectSymbol {
    std::string_view name;
    std::uint64_t value = 0;
    std::uint64_t size = 0;
    std::uint32_t section = 0;  // an index of `sections`; beyond its end: none
    bool is_function = false;
};

struct ObjectRelocation {
    std::uint64_t offset = 0;
    std::uint32_t type = 0;
    ObjectSymbol symbol{};
};

// All results are views of the bytes passed to parse().
class ObjectFile {
public:
    [[nodiscard]] static Result<ObjectFile> parse(ConstBytes bytes);

    [[nodiscard]] const std::vector<ObjectSection>& sections() const { return sections_; }
    [[nodiscard]] const std::vector<ObjectSymbol>& symbols() const { return symbols_; }
    [[nodiscard]] const ObjectSection* find(std::string_view name) const;
    // The relocations of the section with this index.
    [[nodiscard]] Result<std::vector<ObjectRelocation>> relocations(std::size_t section) const;

private:
    std::vector<ObjectSection> sections_;
    std::vector<ObjectSymbol> symbols_;
};

constexpr std::size_t largest_object = 4 << 20;

// The text at `offset` of a string table; none if it does not end within the table.
[[nodiscard]] std::optional<std::string_view> string_at(ConstBytes table, std::uint64_t offset);

// The value at `offset`; none if it is not entirely inside.
template <typename T>
[[nodiscard]] std::optional<T> value_at(ConstBytes bytes, std::uint64_t offset) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

}  // namespace ringfence::policy
