// Barriers in shared memory and asynchronous copies, as compiled code calls them.
//
// Copies are done when they are issued, which the memory model allows: nobody may look before the wait. Places have
// been checked by the caller, so these functions get host pointers.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

enum class BulkOperation : std::uint32_t { Add, Min, Max, Inc, Dec, And, Or, Xor };
enum class BulkType : std::uint32_t { U32, S32, U64, S64, F16, BF16, F32, F64 };

// How a thread arrives at an mbarrier. Passed by compiled code as a number.
struct ArrivalMode {
    bool drop = false;
    bool no_complete = false;

    std::uint32_t bits() const { return (drop ? 1U : 0U) | (no_complete ? 2U : 0U); }
    static ArrivalMode from_bits(std::uint32_t bits) { return {(bits & 1U) != 0, (bits & 2U) != 0}; }
};

extern "C" {

void rf_mbarrier_init(ThreadState* thread, std::uint64_t* barrier, std::uint32_t count, SiteId site);
void rf_mbarrier_inval(ThreadState* thread, std::uint64_t* barrier, SiteId site);
// First announces `bytes`, then arrives. Gives the state before the arrival. `mode` is ArrivalMode::bits().
std::uint64_t rf_mbarrier_arrive(ThreadState* thread, std::uint64_t* barrier, std::uint32_t count, std::uint32_t bytes,
                                 std::uint32_t mode, SiteId site);
void rf_mbarrier_expect(ThreadState* thread, std::uint64_t* barrier, std::uint32_t bytes, SiteId site);
void rf_mbarrier_complete(ThreadState* thread, std::uint64_t* barrier, std::uint32_t bytes, SiteId site);
// True if the phase in which a state was taken, or that has the parity, is complete. If not, others get to run.
std::uint32_t rf_mbarrier_test(ThreadState* thread, std::uint64_t* barrier, std::uint64_t state, SiteId site);
std::uint32_t rf_mbarrier_test_parity(ThreadState* thread, std::uint64_t* barrier, std::uint32_t parity, SiteId site);
// The same, but waits a while for it.
std::uint32_t rf_mbarrier_try(ThreadState* thread, std::uint64_t* barrier, std::uint64_t state, SiteId site);
std::uint32_t rf_mbarrier_try_parity(ThreadState* thread, std::uint64_t* barrier, std::uint32_t parity, SiteId site);

// cp.async with a size: copies `given` of the `bytes`, and zeros the rest.
void rf_copy_padded(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t given,
                    SiteId site);
// `barrier` is told that the bytes have come; it may be null.
void rf_bulk_copy(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                  SiteId site);
// st.async and red.async: as the bulk operations, for a few bytes.
void rf_store_async(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                    SiteId site);
void rf_reduce_async(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t operation,
                     std::uint32_t type, std::uint64_t* barrier, SiteId site);
// Combines every element of the source into the destination, each one atomically.
// The same to the same place in the shared memory of each of these blocks of the cluster; `to` and `barrier`, which
// each has, are those of the block itself.
void rf_bulk_multicast(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint64_t* barrier,
                       std::uint32_t ranks, SiteId site);
void rf_bulk_reduce(ThreadState* thread, void* to, const void* from, std::uint32_t bytes, std::uint32_t operation,
                    std::uint32_t type, std::uint64_t* barrier, SiteId site);

}  // extern "C"

// These, by name.
std::span<const RuntimeFunction> async_functions();

}  // namespace ringfence::softgpu
