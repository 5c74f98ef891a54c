// The algorithms that cublasLt's heuristics gave a session, each with the problem that it is for. In a domain of many
// no other is shown to the library: 64 bytes that a client chose are nothing that closed code was made for.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

#include "channel/cublaslt_state.h"

namespace ringfence::adapters::lt {

// The alignments of A, B, C and D, then of the descriptor's pointers: the largest power of two that divides each, up to
// 256.
using Alignments = std::array<std::uint32_t, 14>;
Alignments alignments_of(const channel::lt::MatmulDesc& desc, const std::array<std::uint64_t, 4>& matrices);

class Algorithms {
public:
    static constexpr std::size_t most = 1024;  // the oldest go first

    struct Entry {
        Alignments alignments;
        std::uint64_t workspace = 0;
    };
    void remember(const channel::lt::Problem& problem, const channel::lt::Algorithm& algorithm, const Entry& entry);
    // Null: it was not given for this problem, or was forgotten.
    const Entry* find(const channel::lt::Problem& problem, const channel::lt::Algorithm& algorithm) const;
    // True if the heuristics gave it for any problem.
    bool is_known(const channel::lt::Algorithm& algorithm) const;

private:
    struct Known {
        std::string key;
        channel::lt::Algorithm algorithm;
    };
    std::unordered_map<std::string, Entry> entries_;
    std::deque<Known> order_;
};

}  // namespace ringfence::adapters::lt
