#include "policy/known_maps.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "ringfence/policy.h"

namespace ringfence::policy {
namespace {

struct KnownMap {
    std::string_view name;
    std::uint32_t value_size;
    std::uint32_t entries;  // 0: any number
    std::string_view remedy;
};
constexpr KnownMap known_maps[] = {
    {"OBS_CTRL", sizeof(rf_u32), 1, "declare it with RF_MAP_OBS_CTRL"},
    {"TENANT_CREDITS", sizeof(rf_credits), 0, "declare it with RF_MAP_TENANT_CREDITS"},
    {"VSLICE_SET", sizeof(rf_slice), sched::resource_count, "declare it with RF_MAP_VSLICE_SET"},
    {"IO_BUDGETS", sizeof(rf_budget), 0, "declare it with RF_MAP_IO_BUDGETS"},
    {"MEMPOOL_SET", sizeof(rf_pool), 0, "declare it with RF_MAP_MEMPOOL_SET"},
    {"JOB_META", sizeof(rf_job_meta), 0, "declare it with RF_MAP_JOB_META"},
    {"PLACEMENT", sizeof(rf_placement), 0, "declare it with RF_MAP_PLACEMENT"},
};

static_assert(std::size(rf_credits{}.device_ns) == sched::resource_count);
static_assert(std::size(rf_budget{}.most) == sched::resource_count);
static_assert(sizeof(rf_job_meta) == sizeof(sched::JobMeta) &&
              offsetof(rf_job_meta, kernel) == offsetof(sched::JobMeta, kernel) &&
              offsetof(rf_job_meta, runs) == offsetof(sched::JobMeta, runs) &&
              offsetof(rf_job_meta, priority) == offsetof(sched::JobMeta, priority));

const KnownMap* known_map(std::string_view name) {
    const auto* const found = std::find_if(std::begin(known_maps), std::end(known_maps),
                                           [name](const KnownMap& known) { return known.name == name; });
    return found == std::end(known_maps) ? nullptr : found;
}

// Returns a copy, since the policy's hooks change the same bytes.
template <typename Value>
Value entry_in(Map& map, std::uint32_t index) {
    Value value{};
    std::memcpy(&value, map.value(index).data(), sizeof value);
    return value;
}

}  // namespace

Result<void> check_known_map(const MapSpec& spec) {
    const KnownMap* const known = known_map(spec.name);
    if (known == nullptr) return {};
    const bool is_right = spec.kind == MapKind::Array && spec.value_size == known->value_size && !spec.is_variables &&
                          (known->entries == 0 || spec.max_entries == known->entries);
    if (is_right) return {};
    return Error::bad_input(fmt::format("map '{}' is known by that name, and is not what it stands for", spec.name))
        .with_remedy(std::string(known->remedy));
}

void KnownMaps::find(std::vector<Map>& maps) {
    const auto named = [&](std::string_view name) {
        const auto found = std::find_if(maps.begin(), maps.end(), [&](Map& map) { return map.spec().name == name; });
        return found == maps.end() ? nullptr : &*found;
    };
    sampling_ = named("OBS_CTRL");
    credits_ = named("TENANT_CREDITS");
    slices_ = named("VSLICE_SET");
    budgets_ = named("IO_BUDGETS");
    pools_ = named("MEMPOOL_SET");
    job_meta_ = named("JOB_META");
    placement_ = named("PLACEMENT");
}

std::uint32_t KnownMaps::sampling() const {
    if (sampling_ == nullptr) return 1;
    const auto every = entry_in<std::uint32_t>(*sampling_, 0);
    if (every == RF_NOBODY) return 0;
    return std::max(every, 1U);
}

void KnownMaps::add_credit(const sched::RetireFacts& facts) {
    const sched::LaneFacts& lane = facts.lane;
    if (!credits_->has_value(lane.vgpu) || lane.resource >= sched::resource_count) return;
    auto credits = entry_in<rf_credits>(*credits_, lane.vgpu);
    credits.device_ns[lane.resource] += static_cast<std::uint64_t>(std::max<sched::Time>(facts.took, 0));
    ++credits.jobs;
    credits.share[lane.resource] = lane.share;
    credits.priority = lane.priority;
    std::memcpy(credits_->value(lane.vgpu).data(), &credits, sizeof credits);
}

sched::Window KnownMaps::window(sched::Resource resource, const sched::Window& usual) const {
    if (slices_ == nullptr) return usual;
    const auto wish = entry_in<rf_slice>(*slices_, static_cast<std::uint32_t>(resource));
    if (wish.work == 0 && wish.least == 0 && wish.most == 0) return usual;
    return {wish.work, wish.least, wish.most};
}

std::uint64_t KnownMaps::budget(sched::VgpuId vgpu, sched::Resource resource) const {
    if (budgets_ == nullptr || !budgets_->has_value(vgpu) || !sched::is_of_device(resource)) return 0;
    return entry_in<rf_budget>(*budgets_, vgpu).most[static_cast<std::size_t>(resource)];
}

sched::MemoryPool KnownMaps::pool(sched::VgpuId vgpu) const {
    if (pools_ == nullptr || !pools_->has_value(vgpu)) return {};
    const auto wish = entry_in<rf_pool>(*pools_, vgpu);
    return {wish.keep, wish.most};
}

void KnownMaps::note_next_job(sched::VgpuId vgpu, sched::Resource resource, const sched::JobMeta& job) {
    const std::uint64_t index = std::uint64_t{vgpu} * sched::resource_count + static_cast<std::uint64_t>(resource);
    if (index > UINT32_MAX || !job_meta_->has_value(static_cast<std::uint32_t>(index))) return;
    std::memcpy(job_meta_->value(static_cast<std::uint32_t>(index)).data(), &job, sizeof job);
}

sched::Partition KnownMaps::partition(sched::VgpuId vgpu, std::uint32_t device, std::uint32_t most) {
    if (placement_ == nullptr || !placement_->has_value(vgpu)) return {};
    auto entry = entry_in<rf_placement>(*placement_, vgpu);
    entry.device = device;
    entry.most = most;
    std::memcpy(placement_->value(vgpu).data(), &entry, sizeof entry);
    return {entry.first, entry.count};
}

}  // namespace ringfence::policy
