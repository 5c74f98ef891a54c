// Policies that the supervisor sends: reads them, verifies them and puts them where jobs go by them.
//
// An object file is hostile, whoever sent it. It is copied once, and then read and verified here, in the process in
// which it is going to run, so that what was verified is what runs. That may take seconds, so it has threads of its
// own: neither sessions nor the conversation with the supervisor wait for it. There are two, one for the card's policy
// and one for those within virtual GPUs: what a tenant has to be verified keeps no administrator waiting.
// docs/policies.md says why it is not done elsewhere.
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
    // `on_change` is called, by any thread, when there is something to tell. `native`: makes code of a policy; empty:
    // nothing does. `sensor`: of the card, read once a second while a policy wants to know; empty: there is none.
    PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change, policy::MakeRunner native = {},
                 CardSensor sensor = {});
    // Waits for a verification in progress.
    ~PolicyKeeper();
    PolicyKeeper(const PolicyKeeper&) = delete;
    PolicyKeeper& operator=(const PolicyKeeper&) = delete;

    // Carried out later; of several for the same place that wait, the last. `object`: a memory file. Whatever becomes
    // of it, states() tells.
    void take(PolicyOrder order, UniqueFd object);
    // True: there is something to tell since this was asked last.
    bool take_news() { return has_news_.exchange(false); }
    // The card's, and then that of each virtual GPU that has one of its own, or was sent one.
    std::vector<PolicyState> states() const;
    // The lines that answer it.
    Result<std::string> look_at_maps(MapQuestion question);

private:
    using Task = PolicyOrders::Task;
    // A thread, and what waits for it.
    struct Line {
        PolicyOrders orders;
        std::thread thread;
    };
    static constexpr std::size_t cards = 0;
    static constexpr std::size_t of_virtual_gpus = 1;
    struct Verdict {
        std::uint32_t order = 0;  // the last that was carried out, or refused
        std::string why_refused;  // that one; empty: it was not
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
