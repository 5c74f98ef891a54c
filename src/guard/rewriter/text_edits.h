// Changes to a module's text before it is rewritten.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// A piece that had lines keeps as many, so that all others stay where they were.
class Edits {
public:
    explicit Edits(std::string_view text) : text_(text) {}

    std::string_view at(ptx::SourceRange where) const { return text_.substr(where.begin, where.end - where.begin); }
    bool empty() const { return all_.empty(); }
    // The text that was given, so far.
    std::uint64_t new_bytes() const { return new_bytes_; }

    void replace(ptx::SourceRange where, std::string by);
    void insert(std::uint32_t before, std::string what);

    std::string apply();

private:
    struct Edit {
        ptx::SourceRange where;
        std::string text;
    };
    std::string_view text_;
    std::vector<Edit> all_;
    std::uint64_t new_bytes_ = 0;
};

}  // namespace ringfence::guard::rewriting
