// Memory that a graph allocates: by a node, or because of a cudaMallocAsync while a stream captured.
//
// It gets its address when the node is made, and belongs to the graph's nodes: it is freed with the last graph that has
// them. The program may use it from a launch until it is freed, by the graph or by a call. If a launch has left it
// allocated, it outlives the graph, as ordinary memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "client/driver/objects.h"

namespace ringfence::driver {

class GraphMemory {
public:
    // The program's description of the memory, for queries about the node.
    struct Description {
        CUmemPoolProps pool = {};
        std::vector<CUmemAccessDesc> access;
        std::uint64_t bytes = 0;
    };

    static CUresult create(Description description, std::shared_ptr<GraphMemory>& memory);
    GraphMemory(const GraphMemory&) = delete;
    GraphMemory& operator=(const GraphMemory&) = delete;
    ~GraphMemory();

    std::uint64_t address() const { return address_; }
    const Description& description() const { return description_; }
    // False after a reset, since its address may be reused then.
    bool is_there() const;

    // Only one executable graph may have it, since two could use it at the same time. False if another one has it.
    bool take_for_executable() { return !has_executable_.exchange(true); }
    void give_back_by_executable() { has_executable_.store(false); }
    // True if a launch has left it allocated.
    bool is_allocated() const { return is_allocated_.load(); }
    void note_launch() { is_allocated_.store(true); }
    // Called when the program or a graph frees it; false if it is not allocated.
    bool free() { return is_allocated_.exchange(false); }

private:
    GraphMemory(std::uint64_t address, std::uint64_t allocation, Description description)
        : address_(address), allocation_(allocation), description_(std::move(description)) {}

    std::uint64_t address_;
    std::uint64_t allocation_;  // its number
    Description description_;
    std::atomic<bool> has_executable_{false};
    std::atomic<bool> is_allocated_{false};
};

// The memory of a graph that begins at this address, if any does.
std::shared_ptr<GraphMemory> find_graph_memory(std::uint64_t address);
// True if the graph or a child allocates or frees memory: then it cannot be copied, and no node can be removed.
bool has_memory_nodes(const Graph& graph);
// True if a node of this graph frees the memory already.
bool frees(const Graph& graph, const GraphMemory& memory);

// The memory of all graphs together.
struct GraphMemoryUse {
    std::uint64_t now = 0;
    std::uint64_t most = 0;
};
GraphMemoryUse graph_memory_use();
void forget_most_graph_memory();

}  // namespace ringfence::driver
