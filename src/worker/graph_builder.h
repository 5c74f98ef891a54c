// From the nodes that a client describes to those of the device, checked like operations that come alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "memory/window.h"
#include "worker/object_table.h"
#include "worker/objects.h"
#include "worker/private_memory.h"

namespace ringfence::worker {

struct GraphContext {
    backend::Device& device;
    const memory::Window& window;
    const ObjectTable<FunctionObject>& functions;
    const ObjectTable<EventObject>& events;
    const ObjectTable<LibraryRecordObject>& library_records;
    PrivateMemory::Share& private_memory;
    KernelCounts& kernels;
    ThreadSlots* slots;  // null: kernels need none, since nothing guards them
};

struct BuiltGraph {
    // A host function is three nodes; its dependents depend on the last.
    std::vector<backend::GraphNode> nodes;
    GraphObject object;  // all but the graph itself
    // Things that a node needs and has not got: then this is no graph yet.
    Lacking lacking;
};

// `payload` is that of create_graph (channel/graph_records.h). `previous`, if any, is a graph of the same shape that
// this one shall take the place of: it keeps its words.
Result<BuiltGraph> build_graph(const GraphContext& context, std::span<const std::byte> payload, std::uint32_t nodes,
                               const GraphObject* previous = nullptr);

}  // namespace ringfence::worker
