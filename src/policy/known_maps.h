// Maps that the dispatcher fills or reads, recognised by name; include/ringfence/policy.h describes their contents.
// Policies and tools use them like other maps. Values from them are only wishes, since a policy writes them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "policy/map.h"
#include "sched/policy.h"

namespace ringfence::policy {

// Refuses a map that has such a name but another layout.
[[nodiscard]] Result<void> check_known_map(const MapSpec& spec);

class KnownMaps {
public:
    // Finds such maps among `maps`, which must not move.
    void find(std::vector<Map>& maps);

    // OBS_CTRL: one decision in so many is recorded; 0: none.
    [[nodiscard]] std::uint32_t sampling() const;
    // TENANT_CREDITS
    void note_retired(const sched::RetireFacts& facts) {
        if (credits_ != nullptr) add_credit(facts);
    }
    // VSLICE_SET
    [[nodiscard]] sched::Window window(sched::Resource resource, const sched::Window& usual) const;
    // IO_BUDGETS
    [[nodiscard]] bool has_budgets() const { return budgets_ != nullptr; }
    [[nodiscard]] std::uint64_t budget(sched::VgpuId vgpu, sched::Resource resource) const;
    // MEMPOOL_SET
    [[nodiscard]] bool has_pools() const { return pools_ != nullptr; }
    [[nodiscard]] sched::MemoryPool pool(sched::VgpuId vgpu) const;
    // JOB_META
    [[nodiscard]] bool has_job_meta() const { return job_meta_ != nullptr; }
    void note_next_job(sched::VgpuId vgpu, sched::Resource resource, const sched::JobMeta& job);
    // PLACEMENT: also writes the number of multiprocessors there.
    [[nodiscard]] bool has_partitions() const { return placement_ != nullptr; }
    [[nodiscard]] sched::Partition partition(sched::VgpuId vgpu, std::uint32_t device, std::uint32_t most);

private:
    [[gnu::noinline]] void add_credit(const sched::RetireFacts& facts);

    Map* sampling_ = nullptr;
    Map* credits_ = nullptr;
    Map* slices_ = nullptr;
    Map* budgets_ = nullptr;
    Map* pools_ = nullptr;
    Map* job_meta_ = nullptr;
    Map* placement_ = nullptr;
};

}  // namespace ringfence::policy
