// The driver API's state: that of the process, and that of each thread.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/mutex.h"
#include "client/driver/graphics.h"
#include "client/driver/objects.h"
#include "client/libraries/library_object.h"

namespace ringfence::driver {

class StreamTrace;

struct Tables {
    client::HandleTable<Context, HandleKind::Context> contexts;
    client::HandleTable<Stream, HandleKind::Stream> streams;
    client::HandleTable<Event, HandleKind::Event, client::Session::internal_events> events;
    client::HandleTable<Module, HandleKind::Module> modules;
    client::HandleTable<Library, HandleKind::Library> libraries;
    client::HandleTable<Function, HandleKind::Function> functions;
    client::HandleTable<Kernel, HandleKind::Kernel> kernels;
    client::HandleTable<Graph, HandleKind::Graph> graphs;
    client::HandleTable<Node, HandleKind::GraphNode> nodes;
    client::HandleTable<GraphExec, HandleKind::GraphExec> graph_execs;
    client::HandleTable<MemoryPool, HandleKind::MemoryPool> pools;
    client::HandleTable<Linker, HandleKind::Linker> linkers;
    client::HandleTable<UserObject, HandleKind::UserObject> user_objects;
    client::HandleTable<client::LibraryObject, HandleKind::LibraryObject> library_objects;
    client::HandleTable<LibraryRecordMark, HandleKind::LibraryRecord> library_records;
    client::HandleTable<Array, HandleKind::Array> arrays;
    client::HandleTable<TextureReference, HandleKind::TextureReference> texture_references;
    client::HandleTable<Notification, HandleKind::Notification> notifications;
    client::HandleTable<ExternalMemory, HandleKind::ExternalMemory> external_memory;
    client::HandleTable<GraphicsResource, HandleKind::GraphicsResource> graphics;
};

// Textures and surfaces have the worker's numbers.
struct TextureTable {
    Mutex mutex;
    std::unordered_map<std::uint64_t, Texture> entries RF_GUARDED_BY(mutex);
};
struct TextureTables {
    TextureTable textures;
    TextureTable surfaces;
};

struct State {
    Mutex mutex;
    TextureTables textures;
    std::atomic<client::Session*> session{nullptr};
    std::unique_ptr<client::Session> session_owner RF_GUARDED_BY(mutex);
    std::unique_ptr<client::Session> left_session
        RF_GUARDED_BY(mutex);  // of the worker that the process was with before
    Tables tables;
    Stream legacy_stream;
    Context* primary RF_GUARDED_BY(mutex) = nullptr;
    std::vector<std::unique_ptr<Context>> destroyed_contexts
        RF_GUARDED_BY(mutex);  // threads may still have them on their stacks
    unsigned primary_references RF_GUARDED_BY(mutex) = 0;
    unsigned primary_flags RF_GUARDED_BY(mutex) = 0;
    CoreDumpSettings core_dump RF_GUARDED_BY(mutex);
    MemoryPool* default_pool RF_GUARDED_BY(mutex) = nullptr;
    MemoryPool* current_pool RF_GUARDED_BY(mutex) = nullptr;
    std::atomic<StreamTrace*> stream_trace{nullptr};  // null until work is traced
    std::unique_ptr<StreamTrace> stream_trace_owner RF_GUARDED_BY(mutex);
    std::atomic<std::uint64_t> last_id{0};
    std::atomic<bool> is_ending{false};
    std::atomic<bool> is_forked{false};
    std::atomic<bool> is_device_lost{false};  // as on a card, a reset after a fault does not bring it back
};

struct ThreadState {
    std::vector<Context*> contexts;  // the stack; the last is current
    CUstreamCaptureMode capture_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    Handle stream;                           // the thread's default stream
    bool is_in_host_call = false;            // runs a host function of a stream
    std::vector<CUgraphNode> capture_nodes;  // what cuStreamGetCaptureInfo points to
};

State& state();
ThreadState& thread_state();
inline Tables& tables() {
    return state().tables;
}
inline client::Session& session() {
    return *state().session.load(std::memory_order_acquire);
}
inline std::uint64_t next_id() {
    return state().last_id.fetch_add(1, std::memory_order_relaxed) + 1;
}

// Sets how threads wait, by a context's flags: with blocking or yielding waits they do not spin.
void wait_as_told(unsigned context_flags);

// Connects to a worker, unless that is done. Every call that needs the device calls this first.
CUresult initialize();
// For tests: uses this session instead of connecting.
void use_session(std::unique_ptr<client::Session> session);

// Fails unless cuInit was called and the process has neither ended nor forked.
CUresult check_initialized();
// The same; fails also without a current context, or if an earlier failure must be reported first.
CUresult check_context();
Context* current_context();
std::array<std::size_t, CU_LIMIT_MAX> default_limits();
CUresult check_device(CUdevice device);

// The primary context, made at the first call.
CUresult retain_primary(Context*& context);
// Gives the thread a context while this object exists: its current one, or temporarily the primary one. For calls that
// CUDA allows without a context.
class BorrowedContext {
public:
    BorrowedContext();
    ~BorrowedContext();
    BorrowedContext(const BorrowedContext&) = delete;
    BorrowedContext& operator=(const BorrowedContext&) = delete;

    CUresult status() const { return status_; }

private:
    CUresult status_;
    bool is_borrowed_ = false;
};
// Makes the primary context current if no context is: what the runtime API does before every call.
CUresult enter_primary();

// Finds the program's stream; null means the legacy default stream, unless the thread's own is the default.
CUresult find_stream(CUstream handle, Stream*& stream);
// check_context() and find_stream(), with which every call about a stream begins.
CUresult enter_stream(CUstream handle, Stream*& stream);

}  // namespace ringfence::driver

#define RF_CU(...)                                                                                 \
    do {                                                                                           \
        if (const CUresult rf_status = (__VA_ARGS__); rf_status != CUDA_SUCCESS) return rf_status; \
    } while (false)
