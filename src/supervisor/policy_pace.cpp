#include "supervisor/policy_pace.h"

#include <algorithm>
#include <iterator>

namespace ringfence::supervisor {
namespace {

using Minutes = std::chrono::duration<double, std::ratio<60>>;

constexpr double virtual_gpus_worth = 4;  // a tenant's rate, in virtual GPUs' rates

}  // namespace

PolicyPace::Rate PolicyPace::rate_of(bool is_tenant) const {
    const double times = is_tenant ? virtual_gpus_worth : 1;
    return {times * settings_.at_once, times * settings_.per_minute};
}

void PolicyPace::fill(Bucket& bucket, const Rate& rate, Clock::time_point now) {
    const Minutes passed = now - bucket.at;
    bucket.left = std::min(rate.most, bucket.left + std::max(0.0, passed.count()) * rate.per_minute);
    bucket.at = now;
}

PolicyPace::Clock::duration PolicyPace::wait_for(const Bucket& bucket, const Rate& rate) {
    if (bucket.left >= 1) return {};
    return std::chrono::ceil<Clock::duration>(Minutes((1 - bucket.left) / rate.per_minute));
}

// Removes full buckets, so that memory does not grow with the number of past senders.
void PolicyPace::forget_full(std::map<std::string, Bucket>& buckets, const Rate& rate, Clock::time_point now) {
    for (auto entry = buckets.begin(); entry != buckets.end();) {
        fill(entry->second, rate, now);
        entry = entry->second.left >= rate.most ? buckets.erase(entry) : std::next(entry);
    }
}

std::optional<PolicyPace::Clock::duration> PolicyPace::take(const std::string& tenant, const std::string& vgpu,
                                                            Clock::time_point now) {
    const Rate of_tenant = rate_of(true);
    const Rate of_vgpu = rate_of(false);
    forget_full(tenants_, of_tenant, now);
    forget_full(vgpus_, of_vgpu, now);
    Bucket& tenants = tenants_.try_emplace(tenant, Bucket{of_tenant.most, now}).first->second;
    Bucket& vgpus = vgpus_.try_emplace(vgpu, Bucket{of_vgpu.most, now}).first->second;
    const Clock::duration wait = std::max(wait_for(tenants, of_tenant), wait_for(vgpus, of_vgpu));
    if (wait > Clock::duration::zero()) {
        ++refused_;
        return wait;
    }
    tenants.left -= 1;
    vgpus.left -= 1;
    return std::nullopt;
}

}  // namespace ringfence::supervisor
