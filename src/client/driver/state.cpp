#include "client/driver/state.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/per_thread.h"
#include "client/driver/context_events.h"
#include "client/driver/domain.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/stream_trace.h"
#include "client/driver/unsupported_calls.h"
#include "client/driver/visible_devices.h"
#include "client/session/checked_run.h"
#include "client/trace/call_gate.h"
#include "client/trace/default_stream.h"
#include "client/trace/unsupported.h"

namespace ringfence::driver {
namespace {

constexpr std::size_t default_stack = 1024;
constexpr std::size_t default_printf_buffer = 1 << 20;
constexpr std::size_t default_heap = 8 << 20;

void on_fork() {
    state().is_forked.store(true);
    // Another thread of the parent's may have held it.
    client::CallGate::settle();
}

void on_exit() {
    // Code that runs after this (destructors of the program's globals, for instance) gets "deinitialized" at once. The
    // worker takes everything back when the socket ends.
    if (!state().is_forked.load()) finish_stream_trace();
    state().is_ending.store(true);
}

// A checked run has failed if a kernel has, be it one that the program did not wait for and whatever it made of the
// error.
void finish_checked_run(int status, void* /*argument*/) {
    constexpr int kernel_failed = 4;  // as docs/checking.md says
    if (state().is_forked.load() || state().session.load() == nullptr) return;
    (void)session().call(wire::SynchronizeSession{});
    (void)session().take_failure();
    if (status != 0 || !client::Session::has_any_fault()) return;
    on_exit();
    client::say_unsupported();
    std::fflush(nullptr);
    _exit(kernel_failed);
}

void prepare_process() {
    static std::once_flag once;
    std::call_once(once, [] {
        pthread_atfork(nullptr, nullptr, on_fork);
        std::atexit(on_exit);
        client::on_unsupported_call(tell_unsupported);
        // The last to be registered runs first, while calls can still be made.
        if (client::is_checked_run()) ::on_exit(finish_checked_run, nullptr);
    });
}

void install(State& s, std::unique_ptr<client::Session> session) RF_REQUIRES(s.mutex) {
    freed_blocks().forget();
    s.session_owner = std::move(session);
    s.session.store(s.session_owner.get(), std::memory_order_release);
    tell_unsupported();
}

void tell_how_to_wait(client::Session* session, unsigned context_flags) {
    const unsigned how = context_flags & CU_CTX_SCHED_MASK;
    if (session != nullptr)
        session->channel().set_spins_for_replies(how != CU_CTX_SCHED_BLOCKING_SYNC && how != CU_CTX_SCHED_YIELD);
}

CUresult make_primary(State& s) RF_REQUIRES(s.mutex) {
    if (s.primary != nullptr) return CUDA_SUCCESS;
    auto made = std::make_unique<Context>();
    Context* const raw = made.get();
    raw->id = next_id();
    raw->is_primary = true;
    raw->flags = s.primary_flags;
    raw->limits = default_limits();
    raw->handle = s.tables.contexts.insert(std::move(made));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    s.primary = raw;
    tell_how_to_wait(s.session.load(std::memory_order_acquire), raw->flags);
    return CUDA_SUCCESS;
}

CUresult create_thread_stream(ThreadState& thread) {
    auto stream = std::make_unique<Stream>();
    Stream* const raw = stream.get();
    raw->id = next_id();
    raw->context = thread.contexts.back()->handle.bits;
    raw->handle = tables().streams.insert(std::move(stream));
    if (raw->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    const std::int32_t status = session().call(wire::CreateStream{.stream = raw->wire(), .flags = 0, .priority = 0});
    if (status != 0) {
        tables().streams.erase(raw->handle);
        return static_cast<CUresult>(status);
    }
    enter_gate(*thread.contexts.back(), *raw);
    thread.stream = raw->handle;
    return CUDA_SUCCESS;
}

}  // namespace

void wait_as_told(unsigned context_flags) {
    tell_how_to_wait(state().session.load(std::memory_order_acquire), context_flags);
}

State& state() {
    // Never destroyed: the program's own destructors may still call us.
    static State* const instance = new State();
    return *instance;
}

ThreadState& thread_state() {
    return PerThread<ThreadState>::get();
}

CUresult initialize() {
    State& s = state();
    if (s.is_forked.load(std::memory_order_relaxed)) return CUDA_ERROR_NOT_INITIALIZED;
    if (s.is_ending.load(std::memory_order_relaxed)) return CUDA_ERROR_DEINITIALIZED;
    if (s.session.load(std::memory_order_acquire) != nullptr) return CUDA_SUCCESS;
    if (!is_device_visible()) return CUDA_ERROR_NO_DEVICE;
    const MutexLock lock(s.mutex);
    if (s.session.load() != nullptr) return CUDA_SUCCESS;
    prepare_process();
    auto connected = connect_to_domain();
    if (!connected.ok()) {
        std::fprintf(stderr, "ringfence: %s\n", connected.error().text().c_str());
        return connected.error().status != 0 ? static_cast<CUresult>(connected.error().status) : CUDA_ERROR_NO_DEVICE;
    }
    install(s, connected.take());
    return CUDA_SUCCESS;
}

void use_session(std::unique_ptr<client::Session> session) {
    State& s = state();
    const MutexLock lock(s.mutex);
    prepare_process();
    client::CallGate::settle();
    install(s, std::move(session));
}

CUresult check_initialized() {
    State& s = state();
    if (s.is_forked.load(std::memory_order_relaxed)) return CUDA_ERROR_NOT_INITIALIZED;
    if (s.is_ending.load(std::memory_order_relaxed)) return CUDA_ERROR_DEINITIALIZED;
    if (s.session.load(std::memory_order_acquire) == nullptr) return CUDA_ERROR_NOT_INITIALIZED;
    return CUDA_SUCCESS;
}

Context* current_context() {
    const auto& stack = thread_state().contexts;
    return stack.empty() ? nullptr : stack.back();
}

CUresult check_context() {
    RF_CU(check_initialized());
    const Context* const context = current_context();
    if (thread_state().is_in_host_call) return CUDA_ERROR_NOT_PERMITTED;
    if (context == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
    if (state().is_device_lost.load(std::memory_order_relaxed)) return CUDA_ERROR_DEVICE_UNAVAILABLE;
    if (context->is_destroyed.load(std::memory_order_relaxed)) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return static_cast<CUresult>(session().take_failure());
}

CUresult check_device(CUdevice device) {
    RF_CU(check_initialized());
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult retain_primary(Context*& context) {
    State& s = state();
    const MutexLock lock(s.mutex);
    RF_CU(make_primary(s));
    ++s.primary_references;
    context = s.primary;
    return CUDA_SUCCESS;
}

BorrowedContext::BorrowedContext() : status_(check_initialized()) {
    if (status_ != CUDA_SUCCESS || current_context() != nullptr) return;
    State& s = state();
    const MutexLock lock(s.mutex);
    status_ = make_primary(s);
    if (status_ != CUDA_SUCCESS) return;
    thread_state().contexts.push_back(s.primary);
    is_borrowed_ = true;
}

BorrowedContext::~BorrowedContext() {
    if (is_borrowed_) thread_state().contexts.pop_back();
}

std::array<std::size_t, CU_LIMIT_MAX> default_limits() {
    std::array<std::size_t, CU_LIMIT_MAX> limits = {};
    limits[CU_LIMIT_STACK_SIZE] = default_stack;
    limits[CU_LIMIT_PRINTF_FIFO_SIZE] = default_printf_buffer;
    limits[CU_LIMIT_MALLOC_HEAP_SIZE] = default_heap;
    limits[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
    limits[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
    limits[CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64;
    return limits;
}

CUresult enter_primary() {
    ThreadState& thread = thread_state();
    if (!thread.contexts.empty()) [[likely]]
        return check_initialized();
    RF_CU(initialize());
    Context* primary = nullptr;
    RF_CU(retain_primary(primary));
    thread.contexts.push_back(primary);
    return CUDA_SUCCESS;
}

CUresult find_stream(CUstream handle, Stream*& stream) {
    ThreadState& thread = thread_state();
    const auto bits = reinterpret_cast<std::uint64_t>(handle);
    const auto legacy = reinterpret_cast<std::uint64_t>(CU_STREAM_LEGACY);
    const auto per_thread = reinterpret_cast<std::uint64_t>(CU_STREAM_PER_THREAD);
    if (bits == per_thread || (bits == 0 && client::default_stream_is_per_thread)) {
        stream = tables().streams.find(thread.stream);
        if (stream == nullptr || stream->context != thread.contexts.back()->handle.bits) {
            RF_CU(create_thread_stream(thread));
            stream = tables().streams.find(thread.stream);
        }
        return CUDA_SUCCESS;
    }
    if (bits == 0 || bits == legacy) {
        stream = &state().legacy_stream;
        return CUDA_SUCCESS;
    }
    stream = tables().streams.find({bits});
    return stream == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
}

CUresult enter_stream(CUstream handle, Stream*& stream) {
    RF_CU(check_context());
    return find_stream(handle, stream);
}

}  // namespace ringfence::driver
