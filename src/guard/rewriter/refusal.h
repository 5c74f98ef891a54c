// A refusal: the thing that cannot be made safe, where it is, and what to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/result.h"
#include "base/source_map.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

inline Error refusal(const ptx::Module& module, ptx::SourceRange where, std::string message, std::string remedy) {
    const LineColumn position = LineMap(*module.source).position(where.begin);
    return Error::bad_input(std::move(message))
        .at({module.file_name, position.line, position.column})
        .with_remedy(std::move(remedy));
}

// What one look at a module finds. The module is refused for the first; a module without the functions that are refused
// needs to know the others, too (guard/left_out.h).
class Refusals {
public:
    // `all`: where all of them go, if anybody wants to know.
    explicit Refusals(std::vector<Error>* all) : all_(all) {}

    void add(Error error) {
        if (all_ != nullptr) all_->push_back(error);
        if (!first_) first_ = std::move(error);
    }
    // More need not be looked for.
    bool are_enough() const { return first_ && (all_ == nullptr || all_->size() >= most); }
    Result<void> verdict() const {
        if (first_) return *first_;
        return {};
    }

private:
    static constexpr std::size_t most = 128;  // each finds its line in the whole text
    std::vector<Error>* all_;
    std::optional<Error> first_;
};

// A module that takes too much memory to guard.
inline Error too_long(const std::string& file, std::uint64_t bytes, std::uint64_t most) {
    return Error::bad_input(fmt::format("rewritten, the text has {} bytes or more, and {} are the most", bytes, most))
        .at({file, 0, 0})
        .with_remedy("run this program in a worker of its own (--isolation private), or split the module");
}

}  // namespace ringfence::guard::rewriting
