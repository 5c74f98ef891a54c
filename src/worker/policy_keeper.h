// Policies that the supervisor sends: reads them, verifies them and puts them where jobs go by them.
//
// An object file is hostile, whoever sent it. It is copied once, and then read and verified here, in the process in
// which it is going to run, so that what was verified is what runs. That may take seconds, so it has a thread of its
// own: neither sessions nor the conversation with the supervisor wait for it. docs/policies.md says why it is not done
// elsewhere.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/result.h"
#include "base/unique_fd.h"
#include "worker/control.h"
#include "worker/jobs.h"

namespace ringfence::worker {

class PolicyKeeper {
public:
    // `on_change` is called, by any thread, when there is something to tell. `native`: makes code of a policy; empty:
    // nothing does.
    PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change, policy::MakeRunner native = {});
    // Waits for what is being verified.
    ~PolicyKeeper();
    PolicyKeeper(const PolicyKeeper&) = delete;
    PolicyKeeper& operator=(const PolicyKeeper&) = delete;

    // Carried out later, in the order in which they come. `object`: a memory file.
    Result<void> take(const PolicyOrder& order, UniqueFd object);
    // Whether there is something to tell since this was asked last.
    bool take_news() { return has_news_.exchange(false); }
    PolicyState state() const;
    // The lines that answer it.
    Result<std::string> look_at_maps(MapQuestion question);

private:
    struct Task {
        PolicyOrder order;
        UniqueFd object;
    };

    void work();
    Result<void> carry_out(const Task& task);
    void tell();

    const std::shared_ptr<Jobs> jobs_;
    const std::function<void()> on_change_;
    const policy::MakeRunner native_;
    std::atomic<bool> has_news_ = false;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    std::deque<Task> tasks_;
    std::uint32_t last_order_ = 0;  // that was carried out, or refused
    std::string why_refused_;       // that one; empty: it was not
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace ringfence::worker
