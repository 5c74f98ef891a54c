#include "guard/split.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/effort.h"

namespace ringfence::guard {
namespace {

constexpr std::string_view constants_name = "__rf_const";

std::string_view text_of(const ptx::Module& module, const ptx::Function& function) {
    return std::string_view(*module.source).substr(function.where.begin, function.where.end - function.where.begin);
}

bool has_body(const ptx::Item& item) {
    return item.kind == ptx::ItemKind::Function && item.function->has_body;
}

// `wanted` says of a kernel's name whether it stays: its body, and a declaration ahead of it.
template <typename Wanted>
std::string text_with(const ptx::Module& module, const Wanted& wanted) {
    std::string text;
    std::uint32_t begin = 0;
    for (const ptx::Item& item : module.items) {
        if (must_stop()) return {};
        if (item.kind != ptx::ItemKind::Function) continue;
        if (!item.function->is_entry || wanted(item.function->name)) continue;
        text += std::string_view(*module.source).substr(begin, item.function->where.begin - begin);
        begin = item.function->where.end;
    }
    return text + module.source->substr(begin);
}

}  // namespace

void choose_late(const ptx::Module& module, std::vector<GuardedKernel>& kernels) {
    std::unordered_map<std::string_view, bool> with_constants;
    for (const ptx::Item& item : module.items) {
        if (must_stop()) return;
        if (!has_body(item)) continue;
        const bool uses_them = text_of(module, *item.function).find(constants_name) != std::string_view::npos;
        // Nobody asks here which kernels call a function.
        if (uses_them && !item.function->is_entry) return;
        with_constants.emplace(item.function->name, uses_them);
    }
    for (GuardedKernel& kernel : kernels) {
        const auto found = with_constants.find(kernel.fenced);
        kernel.is_late = !kernel.fenced.empty() && found != with_constants.end() && !found->second;
    }
}

Parts split(const ptx::Module& module, const std::vector<GuardedKernel>& kernels) {
    std::unordered_set<std::string_view> late;
    for (const GuardedKernel& kernel : kernels)
        if (kernel.is_late) late.insert(kernel.fenced);
    if (late.empty()) return {*module.source, {}};
    return {text_with(module, [&](std::string_view name) { return !late.contains(name); }),
            text_with(module, [&](std::string_view name) { return late.contains(name); })};
}

std::string text_with_kernel(const ptx::Module& module, std::string_view kernel) {
    return text_with(module, [&](std::string_view name) { return name == kernel; });
}

}  // namespace ringfence::guard
