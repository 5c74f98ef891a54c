#include "guard/rewriter/text_edits.h"

#include <algorithm>
#include <utility>

namespace ringfence::guard::rewriting {

void Edits::replace(ptx::SourceRange where, std::string by) {
    const std::string_view old = at(where);
    const auto had = std::count(old.begin(), old.end(), '\n');
    std::replace(by.begin(), by.end(), '\n', ' ');
    by.append(static_cast<std::size_t>(had), '\n');
    new_bytes_ += by.size();
    all_.push_back({where, std::move(by)});
}

void Edits::insert(std::uint32_t before, std::string what) {
    new_bytes_ += what.size();
    all_.push_back({{before, before}, std::move(what)});
}

std::string Edits::apply() {
    // At the same place an insertion comes before a replacement.
    std::stable_sort(all_.begin(), all_.end(), [](const Edit& a, const Edit& b) {
        return std::pair(a.where.begin, a.where.end) < std::pair(b.where.begin, b.where.end);
    });
    std::string out;
    std::uint32_t end = 0;
    for (const Edit& edit : all_) {
        out += text_.substr(end, edit.where.begin - end);
        out += edit.text;
        end = edit.where.end;
    }
    out += text_.substr(end);
    return out;
}

}  // namespace ringfence::guard::rewriting
