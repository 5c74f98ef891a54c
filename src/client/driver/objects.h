// The objects that the driver API's handles name.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "abi/driver_types.h"
#include "base/array_shape.h"
#include "base/handle.h"
#include "base/mutex.h"
#include "client/driver/work.h"
#include "client/session/handle_table.h"
#include "client/session/session.h"
#include "wire/operations.h"

namespace ringfence::driver {

// A handle as the program holds it.
template <typename Api>
Api as_api(Handle handle) {
    return reinterpret_cast<Api>(handle.bits);
}
template <typename Api>
Handle from_api(Api handle) {
    return {reinterpret_cast<std::uint64_t>(handle)};
}
inline std::uint64_t address_of(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}
// Converts the worker's status, which has CUDA's numbers.
inline CUresult as_result(std::int32_t status) {
    return static_cast<CUresult>(status);
}

// cuCoredumpSetAttribute's.
struct CoreDumpSettings {
    bool triggers_host = true;
    bool is_lightweight = false;
    int flags = CU_COREDUMP_DEFAULT_FLAGS;
    std::string file;  // empty: CUDA's default
    std::string pipe;
};

// The hidden objects for a context's events (context_events.h). Each is created when first needed.
struct ContextGate {
    Handle event;
    Handle legacy;  // a stream that comes after the legacy stream's work
    Handle all;     // one that comes after all work of the context
    Handle later;   // one that waits for what the context was told to wait for
};

struct Context {
    Handle handle;
    std::uint64_t id = 0;
    bool is_primary = false;
    std::atomic<unsigned> uses{1};          // counted by cuCtxAttach
    std::atomic<bool> is_destroyed{false};  // may still be a thread's current context
    unsigned flags = 0;
    CUfunc_cache cache = CU_FUNC_CACHE_PREFER_NONE;
    std::array<std::size_t, CU_LIMIT_MAX> limits = {};
    std::optional<CoreDumpSettings> core_dump;  // if different from the process's; guarded by the state's lock
    mutable Mutex gate_mutex;
    ContextGate gate RF_GUARDED_BY(gate_mutex);
};

struct Node;
struct Capture;

// The values of all drivers and cards.
constexpr int least_stream_priority = 0;
constexpr int greatest_stream_priority = -5;

struct Stream {
    Handle handle;  // 0: the legacy default stream
    std::uint64_t context = 0;
    std::uint64_t id = 0;
    unsigned flags = 0;
    int priority = 0;
    // Guarded by the captures' lock, like all data about captures.
    std::shared_ptr<Capture> capture;
    std::vector<Node*> tail;      // the nodes that the next one depends on
    LaunchAttributes attributes;  // as set by the program; guarded by the state's lock

    std::uint64_t wire() const { return handle.bits; }
    bool is_legacy() const { return handle.bits == 0; }
};

struct Event {
    Handle handle;
    std::uint64_t context = 0;
    unsigned flags = 0;
    std::atomic<bool> is_recorded{false};
    std::atomic<bool> is_captured{false};  // last recorded in a capturing stream: see below
    std::shared_ptr<Capture> capture;
    std::vector<Node*> tail;

    bool has_timing() const { return (flags & CU_EVENT_DISABLE_TIMING) == 0; }
};

struct Parameter {
    std::uint32_t offset = 0;
    std::uint32_t bytes = 0;
};

// The state so far of a launch in several calls (cuParamSet…, cuLaunchGrid).
struct LaunchSteps {
    struct Values {
        Dimensions block;
        std::uint32_t dynamic_shared = 0;
        std::uint32_t parameter_bytes = 0;
        std::vector<std::byte> parameters;
    };
    Mutex mutex;
    Values values RF_GUARDED_BY(mutex);
};

struct Function {
    Handle handle;
    Handle module;
    std::string name;
    wire::FindFunction::Reply info;
    std::vector<Parameter> parameters;
    std::atomic<std::int32_t> max_dynamic_shared{48 << 10};
    std::atomic<std::int32_t> carveout{-1};
    std::atomic<std::int32_t> large_clusters{0};  // non-portable cluster sizes are allowed
    std::atomic<std::int32_t> cluster_policy{CU_CLUSTER_SCHEDULING_POLICY_DEFAULT};
    LaunchSteps steps;
};

struct GlobalVariable {
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

// A managed variable: host and device access it at one address, which the program reads from `place`.
struct ManagedVariable {
    std::string name;
    std::uint64_t bytes = 0;
    void** place = nullptr;
};

struct Module {
    Handle handle;
    std::uint64_t managed_memory = 0;  // host memory with its managed variables, if it has any
    std::uint64_t context = 0;
    Mutex mutex;
    std::unordered_map<std::string, Handle> functions RF_GUARDED_BY(mutex);
    std::unordered_map<std::string, GlobalVariable> globals RF_GUARDED_BY(mutex);
};

// A module that is loaded when something of it is first used.
struct Library {
    Handle handle;
    const void* image = nullptr;
    std::vector<std::byte> copy;  // of the image, if the program may free it
    std::uint64_t bytes = 0;      // 0: determined from the image
    std::vector<ManagedVariable> managed;
    Mutex mutex;
    Handle module RF_GUARDED_BY(mutex);
    CUresult failure RF_GUARDED_BY(mutex) = CUDA_SUCCESS;  // why it could not be loaded
    std::unordered_map<std::string, Handle> kernels RF_GUARDED_BY(mutex);
};

struct Kernel {
    Handle handle;
    Handle library;
    std::string name;
    std::atomic<std::uint64_t> function{0};  // its handle, once it was found
};

struct MemoryPool {
    Handle handle;
    bool is_imported = false;  // from another process: only for pointers that it exports
    CUmemPoolProps properties = {};
    std::uint64_t release_threshold = 0;
    int reuse_follow_events = 1;
    int reuse_opportunistic = 1;
    int reuse_internal_dependencies = 1;
    std::atomic<std::uint64_t> used{0};
    std::atomic<std::uint64_t> used_high{0};
};

struct Linker {
    Handle handle;
    std::vector<std::vector<std::byte>> inputs;  // as they were added
    std::vector<std::byte> image;                // when it is complete
};

struct UserObject {
    Handle handle;
    CUhostFn destroy = nullptr;
    void* data = nullptr;
    unsigned references = 0;
};

struct Node {
    Handle handle;
    Graph* graph = nullptr;
    Work work;
    std::vector<Node*> dependencies;
    std::vector<Node*> dependents;
    std::map<const Node*, CUgraphEdgeData> edges;  // of dependencies with other than default data
    Handle original;                               // of a clone: the node it was made from
    Handle updated_from;                           // of an executable graph: the node that its last update came from
    bool is_enabled = true;
    std::vector<void*> parameter_pointers;  // into a kernel's parameters, for queries
    std::vector<CUgraph> bodies;            // of a conditional node, for the program
};

struct Graph {
    Handle handle;
    std::vector<Node*> nodes;  // in the order in which they were added
    Node* owner = nullptr;     // of a child graph
    Handle original;
    std::map<std::uint64_t, unsigned> user_objects;
    std::vector<std::shared_ptr<ConditionWord>> conditions;  // the program has their handles
};

// The resources of a graph node that copies from or to the program's own memory: shared host memory, and tokens of host
// functions.
struct NodeResources {
    std::uint64_t token = 0;
    std::uint64_t host_memory = 0;
    std::uint64_t host_bytes = 0;
    // Replaced ones, which earlier launches may still use.
    std::vector<std::uint64_t> old_tokens;
    std::vector<std::uint64_t> old_host_memory;
};

// An array, a mipmapped array, or a level of one.
struct Array {
    Handle handle;
    std::uint64_t context = 0;
    ArrayShape shape;        // of a level: the whole array's
    std::uint64_t wire = 0;  // the worker's array
    std::uint32_t level = 0;
    Mutex mutex;
    std::vector<Handle> levels RF_GUARDED_BY(mutex);  // of a mipmapped array: those that were requested

    bool is_level() const { return wire != handle.bits; }
};

// A texture or surface, for queries about it.
struct Texture {
    std::uint64_t context = 0;
    CUDA_RESOURCE_DESC resource = {};
    CUDA_TEXTURE_DESC sampler = {};
    CUDA_RESOURCE_VIEW_DESC view = {};
};

// A texture reference, CUDA's older form of textures: a resource, if it is bound to one, and how to read it.
struct TextureReference {
    struct Values {
        bool is_bound = false;
        CUarray_format format = CU_AD_FORMAT_FLOAT;
        unsigned channels = 1;
        CUDA_RESOURCE_DESC resource = {};
        CUDA_TEXTURE_DESC sampler = {};
    };
    std::uint64_t context = 0;
    Mutex mutex;
    Values values RF_GUARDED_BY(mutex);
};

// A registration of the program (cuDeviceRegisterAsyncNotification).
struct Notification {};

// Memory of cuMemCreate that was received as a file descriptor, with the size that the program gave.
struct ExternalMemory {
    std::uint64_t memory = 0;
    std::uint64_t bytes = 0;
};

// Exists while the worker knows a LibraryRecord's handle.
struct LibraryRecordMark {};

struct GraphExec {
    Handle handle;
    std::uint64_t flags = 0;
    Mutex mutex;
    Graph* graph RF_GUARDED_BY(mutex) = nullptr;  // its own copy
    std::map<std::uint64_t, NodeResources> resources RF_GUARDED_BY(mutex);
    std::vector<std::shared_ptr<GraphMemory>> memory RF_GUARDED_BY(mutex);  // that it allocates
    std::vector<std::shared_ptr<GraphMemory>> freed
        RF_GUARDED_BY(mutex);                      // by its nodes; another graph may have allocated it
    bool is_changed RF_GUARDED_BY(mutex) = false;  // since it was sent to the worker
};

}  // namespace ringfence::driver
