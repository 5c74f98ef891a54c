// How often a tenant may load or exchange policies of virtual GPUs that it manages. Each one is read by the daemon, up
// to 4 MiB, and verified by every worker, which may take it seconds: a tenant could keep both busy all day.
//
// Each virtual GPU has so many at once and then so many a minute, and all of a tenant's together four times as many.
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

    // It loads one now. Otherwise: how long it has to wait before it may.
    [[nodiscard]] std::optional<Clock::duration> take(const std::string& tenant, const std::string& vgpu,
                                                      Clock::time_point now);
    // How often somebody had to wait.
    [[nodiscard]] std::uint64_t refused() const { return refused_; }

private:
    // A bucket that fills again, slowly.
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
