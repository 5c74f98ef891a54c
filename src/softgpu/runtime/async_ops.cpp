#include "softgpu/runtime/async_ops.h"

#include <cstring>

#include "softgpu/runtime/bulk_reduce.h"
#include "softgpu/runtime/mbarrier.h"

namespace ringfence::softgpu {
namespace {

// mbarrier.try_wait gives up after so many turns of the other threads.
constexpr unsigned patience = 64;

void fault_if(ThreadState* thread, SiteId site, const char* message) {
    if (message != nullptr) fault(thread, site, message);
}

MbarrierState load(ThreadState* thread, const std::uint64_t* barrier, SiteId site) {
    const MbarrierState state(*barrier);
    if (!state.is_valid()) fault(thread, site, "the mbarrier is not initialised");
    return state;
}

void add_bytes(ThreadState* thread, std::uint64_t* barrier, std::int64_t bytes, SiteId site) {
    MbarrierState state = load(thread, barrier, site);
    fault_if(thread, site, state.refuse_bytes(bytes));
    state.add_bytes(bytes);
    state.complete_if_done();
    *barrier = state.bits();
}

// True if the phase of that parity is over.
bool is_complete(ThreadState* thread, const std::uint64_t* barrier, bool phase, SiteId site) {
    return load(thread, barrier, site).phase() != phase;
}

std::uint32_t test(ThreadState* thread, const std::uint64_t* barrier, bool phase, SiteId site, unsigned turns) {
    for (unsigned i = 0; i < turns; ++i) {
        if (is_complete(thread, barrier, phase, site)) return 1;
        rf_yield(thread, site);
    }
    return is_complete(thread, barrier, phase, site) ? 1 : 0;
}

bool phase_of_state(std::uint64_t state) {
    return MbarrierState(state).phase();
}

// With the requirements that all bulk copies have on sizes.
void require_bulk_size(ThreadState* thread, std::uint32_t bytes, SiteId site) {
    if (bytes % 16 != 0) fault(thread, site, "the size of a bulk copy is not a multiple of 16");
}

void tell(ThreadState* thread, std::uint64_t* barrier, std::uint32_t bytes, SiteId site) {
    if (barrier != nullptr) add_bytes(thread, barrier, -static_cast<std::int64_t>(bytes), site);
}

const RuntimeFunction async_table[] = {
    {"rf_mbarrier_init", reinterpret_cast<void*>(rf_mbarrier_init)},
    {"rf_mbarrier_inval", reinterpret_cast<void*>(rf_mbarrier_inval)},
    {"rf_mbarrier_arrive", reinterpret_cast<void*>(rf_mbarrier_arrive)},
    {"rf_mbarrier_expect", reinterpret_cast<void*>(rf_mbarrier_expect)},
    {"rf_mbarrier_complete", reinterpret_cast<void*>(rf_mbarrier_complete)},
    {"rf_mbarrier_test", reinterpret_cast<void*>(rf_mbarrier_test)},
    {"rf_mbarrier_test_parity", reinterpret_cast<void*>(rf_mbarrier_test_parity)},
    {"rf_mbarrier_try", reinterpret_cast<void*>(rf_mbarrier_try)},
    {"rf_mbarrier_try_parity", reinterpret_cast<void*>(rf_mbarrier_try_parity)},
    {"rf_copy_padded", reinterpret_cast<void*>(rf_copy_padded)},
    {"rf_store_async", reinterpret_cast<void*>(rf_store_async)},
    {"rf_reduce_async", reinterpret_cast<void*>(rf_reduce_async)},
    {"rf_bulk_copy", reinterpret_cast<void*>(rf_bulk_copy)},
    {"rf_bulk_multicast", reinterpret_cast<void*>(rf_bulk_multicast)},
    {"rf_bulk_reduce", reinterpret_cast<void*>(rf_bulk_reduce)},
};

}  // namespace

extern "C" {

void rf_mbarrier_init(ThreadState* thread, std::uint64_t* barrier, std::uint32_t count, SiteId site) {
    if (count == 0 || count > MbarrierState::most_threads) {
        fault(thread, site, "an mbarrier's count must be from 1 to 1048575");
    }
    *barrier = MbarrierState::of(count).bits();
}

void rf_mbarrier_inval(ThreadState* thread, std::uint64_t* barrier, SiteId site) {
    load(thread, barrier, site);
    *barrier = 0;
}

std::uint64_t rf_mbarrier_arrive(ThreadState* thread, std::uint64_t* barrier, std::uint32_t count, std::uint32_t bytes,
                                 std::uint32_t mode, SiteId site) {
    const ArrivalMode how = ArrivalMode::from_bits(mode);
    const MbarrierState before = load(thread, barrier, site);
    MbarrierState state = before;
    fault_if(thread, site, state.refuse_bytes(bytes));
    state.add_bytes(bytes);
    fault_if(thread, site, state.refuse_arrival(count, !how.no_complete));
    state.arrive(count, how.drop);
    state.complete_if_done();
    *barrier = state.bits();
    return before.bits();
}

void rf_mbarrier_expect(ThreadState* thread, std::uint64_t* barrier, std::uint32_t bytes, SiteId site) {
    // A phase cannot end by expecting more, but by expecting what has come already.
    add_bytes(thread, barrier, bytes, site);
}

void rf_mbarrier_complete(ThreadState* thread, std::uint64_t* barrier, std::uint32_t bytes, SiteId site) {
    tell(thread, barrier, bytes, site);
}

std::uint32_t rf_mbarrier_test(ThreadState* thread, std::uint64_t* barrier, std::uint64_t state, SiteId site) {
    return test(thread, barrier, phase_of_state(state), site, 1);
}

std::uint32_t rf_mbarrier_test_parity(ThreadState* thread, std::uint64_t* barrier, std::uint32_t parity, SiteId site) {
    return test(thread, barrier, (parity & 1) != 0, site, 1);
}

std::uint32_t rf_mbarrier_try(ThreadState* thread, std::uint64_t* barrier, std::uint64_t state, SiteId site) {
    return test(thread, barrier, phase_of_state(state), site, patience);
}

std::uint32_t rf_mbarrier_try_parity(ThreadState* thread, std::uint64_t* barrier, std::uint32_t parity, SiteId site) {
    return test(thread, barrier, (parity & 1) != 0, site, patience);
}

void rf_copy_padded(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t given,
                    SiteId site) {
    if (given > bytes) fault(thread, site, "cp.async is to read more bytes than it writes");
    std::memcpy(to, from, given);
    std::memset(static_cast<std::byte*>(to) + given, 0, bytes - given);
}

void rf_store_async(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                    SiteId site) {
    std::memmove(to, from, bytes);
    tell(thread, barrier, bytes, site);
}

void rf_reduce_async(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t operation,
                     std::uint32_t type, std::uint64_t* barrier, SiteId site) {
    bulk_reduce(to, from, bytes, static_cast<BulkOperation>(operation), static_cast<BulkType>(type));
    tell(thread, barrier, bytes, site);
}

void rf_bulk_copy(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                  SiteId site) {
    require_bulk_size(thread, bytes, site);
    rf_store_async(thread, to, from, bytes, barrier, site);
}

void rf_bulk_multicast(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                       std::uint32_t ranks, SiteId site) {
    const BlockState& block = *thread->block;
    if (ranks >> block.cluster_blocks != 0) fault(thread, site, "a copy to a block that the cluster does not have");
    for (std::uint32_t rank = 0; rank < block.cluster_blocks; ++rank) {
        if ((ranks >> rank & 1) == 0) continue;
        const auto away =
            (static_cast<std::int64_t>(rank) - block.cluster_rank) * (std::int64_t{1} << cluster_stride_bits);
        auto* const its_barrier = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(barrier) + away);
        rf_bulk_copy(thread, static_cast<std::byte*>(to) + away, from, bytes, its_barrier, site);
    }
}

void rf_bulk_reduce(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t operation,
                    std::uint32_t type, std::uint64_t* barrier, SiteId site) {
    require_bulk_size(thread, bytes, site);
    rf_reduce_async(thread, to, from, bytes, operation, type, barrier, site);
}

}  // extern "C"

std::span<const RuntimeFunction> async_functions() {
    return async_table;
}

}  // namespace ringfence::softgpu
