// Maps that the dispatcher fills or obeys, by their names: include/ringfence/policy.h describes their contents. To a
// policy and to tools they are like others. Values from them are a policy's, so they are taken for no more than wishes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "policy/map.h"
#include "sched/policy.h"

namespace ringfence::policy {

// Refuses a map that has such a name but not the layout that the name stands for.
[[nodiscard]] Result<void> check_known_map(const MapSpec& spec);

class KnownMaps {
public:
    // Finds such maps among `maps`, which stay where they are.
    void find(std::vector<Map>& maps);

    // OBS_CTRL: of so many decisions one is to be kept; 0: none.
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
    // PLACEMENT: also says there how many there are.
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
