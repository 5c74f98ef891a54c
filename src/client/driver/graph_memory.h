// Memory that a graph allocates: by a node, or because of a cudaMallocAsync while a stream captured.
//
// It has its address as soon as the node exists, and belongs to the graph's nodes: it is freed with the last graph that
// has them. The program may use it from a launch until it is freed, by the graph itself or by a call. Memory that a
// launch has left allocated outlives the graph, and is ordinary memory then.
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
    // The program's own description of it, for questions about the node.
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
    // Not after a reset, when others may have its address.
    bool is_there() const;

    // Only one executable graph may have it: they would use it at the same time. False if another has.
    bool take_for_executable() { return !has_executable_.exchange(true); }
    void give_back_by_executable() { has_executable_.store(false); }
    // True if a launch has left it allocated.
    bool is_allocated() const { return is_allocated_.load(); }
    void note_launch() { is_allocated_.store(true); }
    // A call of the program's, or a graph, frees it; false if it is not allocated.
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
// A graph that allocates or frees, itself or by a child: it cannot be copied, and nothing can be taken out of it.
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
