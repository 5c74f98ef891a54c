// Memory that a captured graph allocates (cudaMallocAsync while a stream captures).
//
// It has its address from the capture on and belongs to the graph's nodes: it goes when the last graph that has them
// does. For the program it is there from a launch until it is freed, by the graph itself or by a call. What a launch
// has left allocated outlives the graph, and is ordinary memory then.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "client/driver/objects.h"

namespace ringfence::driver {

class GraphMemory {
public:
    static CUresult create(std::uint64_t bytes, std::shared_ptr<GraphMemory>& memory);
    GraphMemory(const GraphMemory&) = delete;
    GraphMemory& operator=(const GraphMemory&) = delete;
    ~GraphMemory();

    std::uint64_t address() const { return address_; }
    // Not after a reset, when others may have its address.
    bool is_there() const;

    // The graph has a node that frees it.
    void note_freed_by_graph() { is_freed_by_graph_.store(true); }
    // Only one executable graph may have it: they would use it at the same time. False if another has.
    bool take_for_executable() { return !has_executable_.exchange(true); }
    void give_back_by_executable() { has_executable_.store(false); }
    // Whether a launch has left it allocated.
    bool is_allocated() const { return is_allocated_.load(); }
    void note_launch() { is_allocated_.store(!is_freed_by_graph_.load()); }
    // A call of the program's frees it; false if it is not allocated.
    bool free() { return is_allocated_.exchange(false); }

private:
    GraphMemory(std::uint64_t address, std::uint64_t allocation) : address_(address), allocation_(allocation) {}

    std::uint64_t address_;
    std::uint64_t allocation_;  // its number
    std::atomic<bool> is_freed_by_graph_{false};
    std::atomic<bool> has_executable_{false};
    std::atomic<bool> is_allocated_{false};
};

// The memory of a graph that begins at this address, if any does.
std::shared_ptr<GraphMemory> find_graph_memory(std::uint64_t address);
// Graphs that allocate cannot be copied into others.
bool allocates(const Graph& graph);

}  // namespace ringfence::driver
