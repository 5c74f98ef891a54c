#include "worker/policy_keeper.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "base/memory_file.h"
#include "base/start_thread.h"
#include "policy/object_file.h"

namespace ringfence::worker {
namespace {

constexpr std::size_t most_orders = 64;  // that wait

static_assert(policy_hooks == policy::hook_count);

Result<std::vector<std::uint8_t>> read_object(int file) {
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(file));
    if (bytes > policy::largest_object) {
        return Error::bad_input(fmt::format("the object has {} bytes", bytes))
            .with_remedy(fmt::format("a policy has {} bytes at most", policy::largest_object));
    }
    std::vector<std::uint8_t> object(bytes);
    for (std::size_t done = 0; done < object.size();) {
        const ssize_t got = ::pread(file, object.data() + done, object.size() - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return Error::internal("cannot read the object that the daemon sent");
        done += static_cast<std::size_t>(got);
    }
    return object;
}

policy::WatchSettings settings_in(const PolicyOrder& order) {
    policy::WatchSettings settings;
    settings.budget = order.budget;
    settings.patience = order.patience_ns;
    settings.longest_idle = order.longest_idle_ns;
    settings.most_wrong = order.most_wrong;
    return settings;
}

}  // namespace

PolicyKeeper::PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change)
    : jobs_(std::move(jobs)), on_change_(std::move(on_change)) {
    jobs_->set_policy_listener([this] { tell(); });
}

PolicyKeeper::~PolicyKeeper() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
    jobs_->set_policy_listener({});
}

void PolicyKeeper::tell() {
    has_news_ = true;
    if (on_change_) on_change_();
}

Result<void> PolicyKeeper::take(const PolicyOrder& order, UniqueFd object) {
    {
        const std::lock_guard lock(mutex_);
        if (tasks_.size() >= most_orders) return Error::internal("the daemon sends policies faster than they are read");
        if (!thread_.joinable()) {
            RF_TRY(thread_, start_thread([this] { work(); }));
        }
        tasks_.push_back({order, std::move(object)});
    }
    changed_.notify_all();
    return {};
}

void PolicyKeeper::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || !tasks_.empty(); });
        if (is_ending_) return;
        const Task task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        const Result<void> done = carry_out(task);
        lock.lock();
        last_order_ = task.order.header.number;
        why_refused_ = done.ok() ? "" : done.error().text();
        tell();
    }
}

Result<void> PolicyKeeper::carry_out(const Task& task) {
    if (task.order.is_to_load == 0) {
        jobs_->set_policy(nullptr, {});
        return {};
    }
    RF_TRY(const std::vector<std::uint8_t> object, read_object(task.object.get()));
    RF_TRY(std::unique_ptr<policy::HostedPolicy> guest, policy::HostedPolicy::load(object));
    jobs_->set_policy(std::move(guest), settings_in(task.order));
    return {};
}

PolicyState PolicyKeeper::state() const {
    PolicyState state;
    {
        const std::lock_guard lock(mutex_);
        state.header.number = last_order_;
        state.is_refused = why_refused_.empty() ? 0 : 1;
        put_text(state.refusal, why_refused_);
    }
    // After the number: what is told is at least as new.
    const PolicyReport report = jobs_->policy_report();
    state.stage = static_cast<PolicyStage>(report.stage);
    put_text(state.name, report.name);
    std::copy(report.runs.begin(), report.runs.end(), std::begin(state.runs));
    std::copy(report.steps.begin(), report.steps.end(), std::begin(state.steps));
    state.wrong = report.wrong;
    state.changes = report.changes;
    state.longest_change_ns = report.longest_change_ns;
    put_text(state.exit, report.exit);
    return state;
}

}  // namespace ringfence::worker
