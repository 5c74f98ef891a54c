// The condition of a conditional node: a word that kernels write by cudaGraphSetConditional.
//
// A handle is the word's address, in memory of the session's: for kernels it is an ordinary store there, and the worker
// looks at the word when a launch comes to the node. The word goes with the last graph that knows it.
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
    // Otherwise it has what the launch before has left.
    bool is_set_at_launch() const { return is_set_at_launch_; }

private:
    ConditionWord(std::uint64_t address, std::uint64_t allocation, std::uint32_t at_launch, bool is_set_at_launch)
        : address_(address), allocation_(allocation), at_launch_(at_launch), is_set_at_launch_(is_set_at_launch) {}

    std::uint64_t address_;
    std::uint64_t allocation_;  // its number: after a reset others may have the address
    std::uint32_t at_launch_;
    bool is_set_at_launch_;
};

// `graph`: where the node is to be, which must have the handle.
CUresult condition_work(const CUDA_CONDITIONAL_NODE_PARAMS& params, const Graph& graph, ConditionWork& work);

// All that a launch of the graph sets, of its children and bodies too.
void collect_conditions(const Graph& graph, std::vector<const ConditionWord*>& words);
// True if a handle of the graph, its children or its bodies belongs to no node.
bool has_unused_condition(const Graph& graph);
// Looks at the graph, its children and bodies.
bool has_condition_nodes(const Graph& graph);

}  // namespace ringfence::driver
