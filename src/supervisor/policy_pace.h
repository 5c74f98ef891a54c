// Limits how often a tenant may load policies of virtual GPUs that it manages. The daemon reads each one, up to 4 MiB,
// and every worker verifies it, which may take seconds: without a limit a tenant could keep both busy.
//
// Per virtual GPU: `at_once` policies, then `per_minute`; in all of a tenant's together four times as many.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ringfence::supervisor {

struct PolicyPaceSettings {
    std::uint32_t at_once = 8;
    std::uint32_t per_minute = 12;  // then
};

class PolicyPace {
public:
    using Clock = std::chrono::steady_clock;

    explicit PolicyPace(const PolicyPaceSettings& settings) : settings_(settings) {}

    // Counts a load. If that exceeds the limit, returns how long the tenant has to wait instead.
    [[nodiscard]] std::optional<Clock::duration> take(const std::string& tenant, const std::string& vgpu,
                                                      Clock::time_point now);
    // How many loads were refused.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    // A token bucket.
    struct Bucket {
        double left = 0;
        Clock::time_point at;
    };
    struct Rate {
        double most;
        double per_minute;
    };

    [[nodiscard]] Rate rate_of(bool is_tenant) const;
    static void fill(Bucket& bucket, const Rate& rate, Clock::time_point now);
    [[nodiscard]] static Clock::duration wait_for(const Bucket& bucket, const Rate& rate);
    void forget_full(std::map<std::string, Bucket>& buckets, const Rate& rate, Clock::time_point now);

    PolicyPaceSettings settings_;
    std::map<std::string, Bucket> tenants_;
    std::map<std::string, Bucket> vgpus_;
    std::uint64_t refused_ = 0;
};

}  // namespace ringfence::supervisor
