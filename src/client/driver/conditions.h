// The condition of a conditional node: a word that kernels write by cudaGraphSetConditional.
//
// A handle is the word's address in the session's memory: kernels write it with an ordinary store, and the worker reads
// it when a launch reaches the node. The word is freed with the last graph that uses it.
#pragma once

#include <cstdint>
#include <memory>

#include "client/driver/graph.h"

namespace ringfence::driver {

class ConditionWord {
public:
    static CUresult create(std::uint32_t at_launch, bool is_set_at_launch, std::shared_ptr<ConditionWord>& word);
    ConditionWord(const ConditionWord&) = delete;
    ConditionWord& operator=(const ConditionWord&) = delete;
    ~ConditionWord();

    std::uint64_t address() const { return address_; }
    std::uint32_t at_launch() const { return at_launch_; }
    // False: it keeps the value from the previous launch.
    bool is_set_at_launch() const { return is_set_at_launch_; }

private:
    ConditionWord(std::uint64_t address, std::uint64_t allocation, std::uint32_t at_launch, bool is_set_at_launch)
        : address_(address), allocation_(allocation), at_launch_(at_launch), is_set_at_launch_(is_set_at_launch) {}

    std::uint64_t address_;
    std::uint64_t allocation_;  // its number, since its address may be reused after a reset
    std::uint32_t at_launch_;
    bool is_set_at_launch_;
};

// `graph`: the node's graph, to which the handle must belong.
CUresult condition_work(const CUDA_CONDITIONAL_NODE_PARAMS& params, const Graph& graph, ConditionWork& work);

// All conditions that a launch of the graph sets, including those of its children and bodies.
void collect_conditions(const Graph& graph, std::vector<const ConditionWord*>& words);
// True if a handle of the graph, its children or its bodies belongs to no node.
bool has_unused_condition(const Graph& graph);
// True if the graph, its children or its bodies have a conditional node.
bool has_condition_nodes(const Graph& graph);

}  // namespace ringfence::driver
