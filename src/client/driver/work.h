// The kinds of work that a stream can do.
//
// A stream that captures keeps it as a node of a graph; any other sends it to the worker at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "abi/driver_types.h"
#include "client/session/box.h"

namespace ringfence::driver {

struct Graph;
class ConditionWord;
class GraphMemory;
class LibraryRecord;

struct Dimensions {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;

    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
    friend bool operator==(const Dimensions&, const Dimensions&) = default;
};

// The attributes of a launch besides its shape, kept for questions about the node.
using LaunchAttributes = std::map<CUlaunchAttributeID, CUlaunchAttributeValue>;

struct KernelWork {
    std::uint64_t function = 0;
    std::uint64_t kernel = 0;  // the CUkernel, if the program launched one
    Dimensions grid;
    Dimensions block;
    std::uint32_t dynamic_shared = 0;
    std::uint32_t flags = 0;                             // of wire::Launch
    std::vector<std::byte> parameters;                   // the parameter space
    std::shared_ptr<const LaunchAttributes> attributes;  // null: none
};

// Addresses of the session's memory, or of the program's own.
struct CopyWork {
    client::Box to;
    client::Box from;
    client::BoxSize size;
    CUDA_MEMCPY3D asked = {};  // the program's description, for queries about the node
};

struct FillWork {
    std::uint64_t to = 0;
    std::uint64_t pitch = 0;
    std::uint32_t value = 0;
    std::uint32_t width = 1;
    std::uint64_t count = 0;
    std::uint64_t height = 1;
};

struct HostWork {
    CUhostFn function = nullptr;
    void* data = nullptr;
};

struct CallbackWork {
    CUstreamCallback function = nullptr;
    CUstream stream = nullptr;
    void* data = nullptr;
};

struct ChildWork {
    Graph* graph = nullptr;  // belongs to the node
    bool is_given = false;   // the node takes the program's graph; otherwise a copy
};

struct RecordWork {
    std::uint64_t event = 0;
};

struct WaitWork {
    std::uint64_t event = 0;
};

struct WriteValueWork {
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t bytes = 4;
};

struct WaitValueWork {
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t bytes = 4;
    std::uint32_t condition = 0;
};

// Waits for words and writes to words, in order.
struct BatchWork {
    std::vector<std::variant<WriteValueWork, WaitValueWork>> operations;
    std::vector<CUstreamBatchMemOpParams> asked;
};

// Only in graphs.
struct AllocateWork {
    std::shared_ptr<GraphMemory> memory;
};

struct FreeWork {
    std::shared_ptr<GraphMemory> memory;
};

// A conditional node.
struct ConditionWork {
    std::shared_ptr<ConditionWord> word;
    CUgraphConditionalNodeType type = CU_GRAPH_COND_TYPE_IF;
    std::vector<Graph*> bodies;  // belong to the node; null: made with it
};

// A captured library call.
struct LibraryWork {
    std::shared_ptr<LibraryRecord> record;
};

struct EmptyWork {};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, RecordWork, WaitWork,
                          WriteValueWork, WaitValueWork, BatchWork, AllocateWork, FreeWork, ConditionWork, LibraryWork>;

}  // namespace ringfence::driver
