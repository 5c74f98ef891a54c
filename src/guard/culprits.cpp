#include <algorithm>
#include <utility>

#include "base/source_map.h"
#include "guard/left_out.h"
#include "guard/rewriter/reserved_names.h"

namespace ringfence::guard {
namespace {

// Finds the function whose text holds a place.
class FunctionPlaces {
public:
    explicit FunctionPlaces(const ptx::Module& module) : lines_(*module.source) {
        for (const ptx::Item& item : module.items)
            if (item.kind == ptx::ItemKind::Function) functions_.push_back(item.function);
    }

    // Its name; empty: there is none.
    std::string at(const std::optional<SourceLocation>& place) const {
        if (!place || place->line == 0 || place->column == 0) return {};
        const std::uint32_t offset = lines_.line_begin(place->line) + place->column - 1;
        const auto after = std::upper_bound(functions_.begin(), functions_.end(), offset,
                                            [](std::uint32_t at, const auto* one) { return at < one->where.begin; });
        if (after == functions_.begin() || offset >= (*std::prev(after))->where.end) return {};
        return std::string((*std::prev(after))->name);
    }

private:
    LineMap lines_;
    std::vector<const ptx::Function*> functions_;  // in the order of the text
};

}  // namespace

// A kernel can have a second variant there.
void Culprits::add(std::string_view function, Error why) {
    if (function.starts_with(rewriting::fenced_prefix)) function.remove_prefix(rewriting::fenced_prefix.size());
    refusals_.push_back({std::string(function), std::move(why)});
}

void Culprits::find(const ptx::Module& module, const Error& error) {
    if (refusals_.empty()) {
        if (errors_.empty()) errors_.push_back(error);
        const FunctionPlaces places(module);
        for (Error& one : errors_) {
            std::string function = places.at(one.location);
            refusals_.push_back({std::move(function), std::move(one)});
        }
    }
    const bool is_modules = std::any_of(refusals_.begin(), refusals_.end(),
                                        [](const Refusal& refusal) { return refusal.function.empty(); });
    if (is_modules) refusals_.clear();
}

}  // namespace ringfence::guard
