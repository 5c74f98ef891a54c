// Makes the device's graph nodes from the nodes that a client describes, with the checks of single operations.
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
    ThreadSlots* slots;  // null: kernels are not guarded and need none
};

struct BuiltGraph {
    // A host function becomes three nodes; its dependents depend on the last of them.
    std::vector<backend::GraphNode> nodes;
    GraphObject object;  // complete but for the graph itself
    // The variants that a node needs and that are not compiled yet. If there are any, the graph is not complete.
    Lacking lacking;
};

// `payload` is that of create_graph (channel/graph_records.h). `previous`, if any, is the graph of the same shape that
// the new one will replace: the new one keeps its words.
Result<BuiltGraph> build_graph(const GraphContext& context, std::span<const std::byte> payload, std::uint32_t nodes,
                               const GraphObject* previous = nullptr);

}  // namespace ringfence::worker
