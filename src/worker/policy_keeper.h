// Reads and verifies the policies that the supervisor sends, and makes them decide about jobs.
//
// An object file is treated as hostile, whoever sent it. It is copied once, then read and verified in the process that
// will run it, so that exactly the verified bytes run (docs/policies.md says why not elsewhere). That may take seconds,
// so it happens on threads of its own, and neither sessions nor messages of the supervisor wait for it. One thread is
// for the card's policy, one for nested policies in virtual GPUs: so a tenant's verification does not delay an
// administrator's.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "worker/card_sensor.h"
#include "worker/control.h"
#include "worker/jobs.h"
#include "worker/policy_orders.h"

namespace ringfence::worker {

class PolicyKeeper {
public:
    // `on_change` is called, by any thread, when states() has changed. `native`: compiles policies; empty: they are
    // interpreted. `sensor`: the card's, read once a second while a policy uses it; empty: there is none.
    PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change, policy::MakeRunner native = {},
                 CardSensor sensor = {});
    // Waits for a verification in progress.
    ~PolicyKeeper();
    PolicyKeeper(const PolicyKeeper&) = delete;
    PolicyKeeper& operator=(const PolicyKeeper&) = delete;

    // Queues an order. A waiting order for the same place is replaced. `object`: a memory file. states() reports the
    // result.
    void take(PolicyOrder order, UniqueFd object);
    // True if states() has changed since the last call.
    bool take_news() { return has_news_.exchange(false); }
    // The state of the card's policy, then of each virtual GPU that has a nested policy or was sent one.
    std::vector<PolicyState> states() const;
    // The lines that answer the question.
    Result<std::string> look_at_maps(MapQuestion question);

private:
    using Task = PolicyOrders::Task;
    // A thread, and the orders that wait for it.
    struct Line {
        PolicyOrders orders;
        std::thread thread;
    };
    static constexpr std::size_t cards = 0;
    static constexpr std::size_t of_virtual_gpus = 1;
    struct Verdict {
        std::uint32_t order = 0;  // the last one, carried out or refused
        std::string why_refused;  // empty: that order was carried out
    };

    Result<void> queue(Task task);
    void work(std::size_t line);
    void note(const PolicyOrder& order, const Result<void>& done);
    Result<void> carry_out(const Task& task);
    PolicyState state_of(const std::string& vgpu, const Verdict& verdict) const;
    bool read_sensor();
    void tell();

    const std::shared_ptr<Jobs> jobs_;
    const std::function<void()> on_change_;
    const policy::MakeRunner native_;
    const CardSensor sensor_;
    std::atomic<bool> has_news_ = false;
    mutable Mutex mutex_;
    ConditionVariable changed_;
    std::array<Line, 2> lines_ RF_GUARDED_BY(mutex_);
    std::map<std::string, Verdict> verdicts_ RF_GUARDED_BY(mutex_);  // by virtual GPU; "": the card's
    bool is_ending_ RF_GUARDED_BY(mutex_) = false;
};

}  // namespace ringfence::worker
