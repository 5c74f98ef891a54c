#include "ptx/analysis/defuse.h"

#include <algorithm>

#include "base/effort.h"

namespace ringfence::ptx {
namespace {

std::vector<Occurrence> collect(const Function& function) {
    std::vector<Occurrence> all;
    for (std::uint32_t i = 0; i < function.body.size(); ++i) {
        if (must_stop()) return {};
        if (!function.body[i].is_instruction()) continue;
        const Instruction& instruction = function.body[i].instruction;
        for_each_register_use(instruction, [&](const RegisterUse& use) {
            all.push_back({use.reg, i, use.operand, use.reads(), use.writes(), kills(instruction, use)});
        });
    }
    return all;
}

// Sorts by register and keeps the order otherwise. One sweep over the registers where they are few, so that the time
// depends on what is written in the text and not on the numbers of the registers.
std::vector<Occurrence> sorted_by_register(std::vector<Occurrence> all, std::uint32_t register_count) {
    if (register_count > 4 * all.size() + 64) {
        std::stable_sort(all.begin(), all.end(),
                         [](const Occurrence& a, const Occurrence& b) { return a.reg < b.reg; });
        return all;
    }
    std::vector<std::uint32_t> next(std::size_t{register_count} + 1, 0);
    for (const Occurrence& occurrence : all)
        ++next[occurrence.reg + 1];
    for (std::size_t reg = 0; reg < register_count; ++reg)
        next[reg + 1] += next[reg];
    std::vector<Occurrence> sorted(all.size());
    for (const Occurrence& occurrence : all)
        sorted[next[occurrence.reg]++] = occurrence;
    return sorted;
}

std::vector<Occurrence> filtered(std::span<const Occurrence> all, bool Occurrence::*flag) {
    std::vector<Occurrence> result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result), [&](const Occurrence& o) { return o.*flag; });
    return result;
}

}  // namespace

DefUse::DefUse(const Function& function)
    : occurrences_(sorted_by_register(collect(function), function.register_count)) {
    for (std::size_t i = 0; i < occurrences_.size(); ++i) {
        const Occurrence& occurrence = occurrences_[i];
        if (registers_.empty() || registers_.back() != occurrence.reg) {
            registers_.push_back(occurrence.reg);
            first_.push_back(static_cast<std::uint32_t>(i));
            written_.push_back(false);
            writes_.emplace_back();
            read_.push_back(false);
        }
        if (occurrence.writes) {
            written_.back() = true;
            FirstWrites& writes = writes_.back();
            if (writes.count < 2) writes.at[writes.count] = static_cast<std::uint32_t>(i);
            ++writes.count;
        }
        if (occurrence.reads) read_.back() = true;
    }
    first_.push_back(static_cast<std::uint32_t>(occurrences_.size()));
}

std::size_t DefUse::index_of(RegisterId reg) const {
    const auto found = std::lower_bound(registers_.begin(), registers_.end(), reg);
    return found == registers_.end() || *found != reg ? registers_.size()
                                                      : static_cast<std::size_t>(found - registers_.begin());
}

bool DefUse::any_of(RegisterId first, std::uint32_t count) const {
    const auto found = std::lower_bound(registers_.begin(), registers_.end(), first);
    return found != registers_.end() && *found - first < count;
}

std::vector<Occurrence> DefUse::definitions(RegisterId reg) const {
    return filtered(occurrences_of(reg), &Occurrence::writes);
}

const Occurrence* DefUse::only_definition(RegisterId reg) const {
    const std::size_t index = index_of(reg);
    return index != size() && writes_[index].count == 1 ? &occurrences_[writes_[index].at[0]] : nullptr;
}

std::pair<const Occurrence*, const Occurrence*> DefUse::both_definitions(RegisterId reg) const {
    const std::size_t index = index_of(reg);
    if (index == size() || writes_[index].count != 2) return {};
    return {&occurrences_[writes_[index].at[0]], &occurrences_[writes_[index].at[1]]};
}

std::vector<Occurrence> DefUse::uses(RegisterId reg) const {
    return filtered(occurrences_of(reg), &Occurrence::reads);
}

}  // namespace ringfence::ptx
