#include "adapters/cublaslt_algorithms.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace ringfence::adapters::lt {
namespace {

using channel::lt::Algorithm;
using channel::lt::MatmulDesc;
using channel::lt::Problem;

constexpr std::uint64_t MatmulDesc::*desc_pointers[] = {
    &MatmulDesc::bias,    &MatmulDesc::aux,    &MatmulDesc::a_scale,   &MatmulDesc::b_scale,  &MatmulDesc::c_scale,
    &MatmulDesc::d_scale, &MatmulDesc::d_amax, &MatmulDesc::aux_scale, &MatmulDesc::aux_amax, &MatmulDesc::d_out_scale,
};

std::uint32_t alignment_of(std::uint64_t address) {
    constexpr std::uint64_t most = 256;
    const std::uint64_t with_most = address | most;
    return static_cast<std::uint32_t>(with_most & (~with_most + 1));
}

// Where the memory lies is not part of the problem, only whether there is some.
std::string key_of(Problem problem, const Algorithm& algorithm) {
    for (auto pointer : desc_pointers)
        problem.desc.*pointer = problem.desc.*pointer != 0 ? 1 : 0;
    std::string key(sizeof problem + sizeof algorithm, '\0');
    std::memcpy(key.data(), &problem, sizeof problem);
    std::memcpy(key.data() + sizeof problem, &algorithm, sizeof algorithm);
    return key;
}

}  // namespace

Alignments alignments_of(const MatmulDesc& desc, const std::array<std::uint64_t, 4>& matrices) {
    Alignments alignments = {};
    std::size_t at = 0;
    for (const std::uint64_t address : matrices)
        alignments[at++] = alignment_of(address);
    for (auto pointer : desc_pointers)
        alignments[at++] = alignment_of(desc.*pointer);
    return alignments;
}

void Algorithms::remember(const Problem& problem, const Algorithm& algorithm, const Entry& entry) {
    std::string key = key_of(problem, algorithm);
    const auto [place, is_new] = entries_.try_emplace(key, entry);
    if (!is_new) {
        // An algorithm that was given for memory of less alignment does for that of more. One that was given for two
        // that cannot be compared keeps the one of which it was said last.
        const auto is_no_stricter = std::equal(entry.alignments.begin(), entry.alignments.end(),
                                               place->second.alignments.begin(), std::less_equal<>());
        const auto is_stricter = std::equal(place->second.alignments.begin(), place->second.alignments.end(),
                                            entry.alignments.begin(), std::less_equal<>());
        if (is_no_stricter || !is_stricter) place->second = entry;
        return;
    }
    order_.push_back({std::move(key), algorithm});
    if (order_.size() <= most) return;
    entries_.erase(order_.front().key);
    order_.pop_front();
}

const Algorithms::Entry* Algorithms::find(const Problem& problem, const Algorithm& algorithm) const {
    const auto found = entries_.find(key_of(problem, algorithm));
    return found != entries_.end() ? &found->second : nullptr;
}

bool Algorithms::is_known(const Algorithm& algorithm) const {
    return std::any_of(order_.begin(), order_.end(), [&](const Known& known) { return known.algorithm == algorithm; });
}

}  // namespace ringfence::adapters::lt
