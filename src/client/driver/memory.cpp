#include "client/driver/memory.h"

#include "client/driver/capture.h"
#include "client/driver/external_memory.h"
#include "client/driver/freed_blocks.h"
#include "client/driver/graph_memory.h"
#include "client/driver/managed_advice.h"
#include "client/session/checked_run.h"

namespace ringfence::driver {
namespace {

constexpr std::uint64_t alignment = 512;

void remember(std::uint64_t address, std::uint64_t bytes, client::MemoryKind kind, std::uint64_t owner,
              unsigned flags) {
    session().allocations().add({.address = address,
                                 .bytes = bytes,
                                 .kind = kind,
                                 .context = current_context()->handle.bits,
                                 .owner = owner,
                                 .flags = flags});
}

// It stays the graph's, for its next launch.
CUresult free(GraphMemory& memory) {
    return memory.free() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

bool is_host(client::MemoryKind kind) {
    return kind == client::MemoryKind::Host || kind == client::MemoryKind::Managed;
}

}  // namespace

CUresult allocate(std::uint64_t bytes, client::MemoryKind kind, std::uint64_t owner, std::uint64_t& address) {
    const wire::Allocate wanted{.bytes = bytes, .alignment = alignment};
    wire::Allocate::Reply reply;
    RF_CU(ask_for_memory([&] { return as_result(session().call(wanted, reply)); }));
    address = reply.address;
    remember(address, bytes, kind, owner, 0);
    if (kind == client::MemoryKind::Pool) count_in_pool(owner, static_cast<std::int64_t>(bytes));
    return CUDA_SUCCESS;
}

CUresult allocate_in_order(std::uint64_t bytes, const MemoryPool& pool, const Stream& stream, std::uint64_t& address) {
    const std::uint64_t owner = pool.handle.bits;
    const auto freed = freed_blocks().take(bytes, owner, stream.wire());
    if (!freed) return allocate(bytes, client::MemoryKind::Pool, owner, address);
    address = *freed;
    remember(address, bytes, client::MemoryKind::Pool, owner, 0);
    count_in_pool(owner, static_cast<std::int64_t>(bytes));
    return CUDA_SUCCESS;
}

CUresult allocate_host(std::uint64_t bytes, client::MemoryKind kind, unsigned flags, std::uint64_t& address) {
    RF_CU(as_result(session().allocate_host(bytes, address)));
    remember(address, bytes, kind, 0, flags);
    return CUDA_SUCCESS;
}

CUresult release(std::uint64_t address) {
    if (const auto memory = find_graph_memory(address)) return free(*memory);
    if (const auto freed = external_buffers().free(address)) return *freed;
    const auto found = session().allocations().find_beginning_at(address);
    if (!found) return CUDA_ERROR_INVALID_VALUE;
    if (is_pool_import(*found)) return free_pool_import(address);
    const bool is_device = found->kind == client::MemoryKind::Device || found->kind == client::MemoryKind::Pool;
    if (!is_device && found->kind != client::MemoryKind::Managed) return CUDA_ERROR_INVALID_VALUE;
    session().allocations().remove(address);
    if (found->kind == client::MemoryKind::Managed) {
        managed_advice().forget(address, found->bytes);
        // Kernels may be using it.
        RF_CU(as_result(session().call(wire::SynchronizeSession{})));
        return as_result(session().release_host(address));
    }
    if (found->kind == client::MemoryKind::Pool) count_in_pool(found->owner, -static_cast<std::int64_t>(found->bytes));
    return as_result(session().call(wire::Release{.address = address}));
}

CUresult release_host(std::uint64_t address) {
    const auto found = session().allocations().find_beginning_at(address);
    if (!found || !is_host(found->kind)) return CUDA_ERROR_INVALID_VALUE;
    session().allocations().remove(address);
    RF_CU(as_result(session().call(wire::SynchronizeSession{})));
    return as_result(session().release_host(address));
}

namespace {

// A pool's memory that others may have been given goes: they could reach the next one that is there, too. A checked run
// is to find whoever uses it after this.
bool may_be_kept(const client::Allocation& freed) {
    if (freed.kind != client::MemoryKind::Pool || client::is_checked_run()) return false;
    const MemoryPool* const pool = tables().pools.find({freed.owner});
    return pool != nullptr && pool->properties.handleTypes == CU_MEM_HANDLE_TYPE_NONE;
}

}  // namespace

CUresult release_after(std::uint64_t address, Stream& stream) {
    const auto memory = find_graph_memory(address);
    if (captures_under_way()) {
        bool is_captured = false;
        const Graph* const graph = capture_info(stream).graph;
        if (memory && graph != nullptr && frees(*graph, *memory)) return CUDA_ERROR_INVALID_VALUE;
        if (memory) RF_CU(capture_work(stream, FreeWork{memory}, is_captured));
        if (is_captured) return CUDA_SUCCESS;
        RF_CU(refuse_while_capturing(stream));
    }
    if (memory) return free(*memory);
    const auto found = session().allocations().find_beginning_at(address);
    if (found && is_pool_import(*found)) return free_pool_import(address);
    const bool is_device =
        found && (found->kind == client::MemoryKind::Device || found->kind == client::MemoryKind::Pool);
    if (!is_device) return CUDA_ERROR_INVALID_VALUE;
    // Two threads that free it at once: only one of them does, or it would be there for two.
    if (!session().allocations().remove(address)) return CUDA_ERROR_INVALID_VALUE;
    if (found->kind == client::MemoryKind::Pool) count_in_pool(found->owner, -static_cast<std::int64_t>(found->bytes));
    if (may_be_kept(*found)) {
        freed_blocks().keep({address, found->bytes, found->owner, stream.wire()});
    } else {
        session().submit(wire::ReleaseAfter{.stream = stream.wire(), .address = address});
    }
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
