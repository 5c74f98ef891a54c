#include "client/driver/context.h"

#include "base/mutex.h"
#include "client/driver/array.h"
#include "client/driver/capture.h"
#include "client/driver/context_events.h"
#include "client/driver/external_memory.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/graph_exec.h"
#include "client/driver/library_record.h"
#include "client/driver/loader.h"
#include "client/driver/memory.h"
#include "client/driver/registered_memory.h"
#include "client/driver/stream_trace.h"
#include "client/driver/texture.h"
#include "client/driver/texture_reference.h"
#include "client/driver/virtual_memory.h"

namespace ringfence::driver {
namespace {

template <typename Table>
auto owned_by(const Table& table, const Context& context) {
    return table.select([&](const auto& object) { return object.context == context.handle.bits; });
}

void release_memory(const Context& context) {
    const auto mine = session().allocations().select(
        [&](const client::Allocation& allocation) { return allocation.context == context.handle.bits; });
    for (const auto& allocation : mine) {
        session().allocations().remove(allocation.address);
        switch (allocation.kind) {
            case client::MemoryKind::Pool:
                count_in_pool(allocation.owner, -static_cast<std::int64_t>(allocation.bytes));
                [[fallthrough]];
            case client::MemoryKind::Device: (void)session().call(wire::Release{.address = allocation.address}); break;
            case client::MemoryKind::Host:
            case client::MemoryKind::Managed: (void)session().release_host(allocation.address); break;
            case client::MemoryKind::Shared: close_shared(allocation.address); break;
            case client::MemoryKind::Reserved:  // no context's
            case client::MemoryKind::Global: break;
            case client::MemoryKind::Registered: registered_memory().forget(allocation.address); break;
        }
    }
}

}  // namespace

Context* create_context(unsigned flags) {
    auto context = std::make_unique<Context>();
    Context* const raw = context.get();
    raw->id = next_id();
    raw->flags = flags;
    raw->limits = default_limits();
    wait_as_told(flags);
    raw->handle = tables().contexts.insert(std::move(context));
    return raw->handle.bits != 0 ? raw : nullptr;
}

CUresult synchronize_all() {
    RF_CU(refuse_while_anything_captures());
    freed_blocks().give_back_beyond_threshold();
    RF_CU(static_cast<CUresult>(session().call(wire::SynchronizeSession{})));
    return static_cast<CUresult>(session().take_failure());
}

void empty_context(Context& context) {
    (void)freed_blocks().give_back_all();
    (void)session().call(wire::SynchronizeSession{});
    forget_gate(context);
    for (const Handle handle : owned_by(tables().streams, context)) {
        Stream* const stream = tables().streams.find(handle);
        abandon_capture(*stream);
        session().submit(wire::DestroyStream{.stream = handle.bits});
        tables().streams.erase(handle);
    }
    for (const Handle handle : owned_by(tables().events, context)) {
        session().submit(wire::DestroyEvent{.event = handle.bits});
        tables().events.erase(handle);
    }
    for (const Handle handle : owned_by(tables().modules, context))
        (void)unload_module(tables().modules.find(handle));
    destroy_textures(context);
    destroy_arrays(context);
    forget_texture_references(context);
    release_memory(context);
}

CUresult reset_primary() {
    State& s = state();
    Context* primary = nullptr;
    {
        const MutexLock lock(s.mutex);
        primary = s.primary;
    }
    if (primary == nullptr) return CUDA_SUCCESS;
    const bool is_alone = tables().contexts.size() == 1;
    empty_context(*primary);
    if (session().has_fault()) {
        s.is_device_lost.store(true);
        return CUDA_SUCCESS;
    }
    if (is_alone) {
        for (const Handle handle : tables().graph_execs.select([](const GraphExec&) { return true; })) {
            destroy_exec(tables().graph_execs.find(handle));
        }
        finish_stream_trace();
        RF_CU(static_cast<CUresult>(session().call(wire::ResetSession{})));
        virtual_memory().forget();
        external_buffers().forget();
        forget_graphics();
        forget_textures();
        forget_arrays();
        forget_library_records();
        restart_stream_trace();
        session().forget_host_memory();
        session().staging().forget_events();
    }
    primary->limits = default_limits();
    primary->cache = CU_FUNC_CACHE_PREFER_NONE;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
