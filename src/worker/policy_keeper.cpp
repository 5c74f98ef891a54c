#include "worker/policy_keeper.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "base/memory_file.h"
#include "base/start_thread.h"
#include "policy/decision_text.h"
#include "policy/map_text.h"
#include "policy/object_file.h"

namespace ringfence::worker {
namespace {

constexpr std::size_t most_orders = 64;  // that wait
// Decisions wait while a map is written down.
constexpr std::size_t largest_dump = 1 << 20;

static_assert(policy_hooks == policy::hook_count);

policy::WatchSettings settings_in(const PolicyOrder& order) {
    policy::WatchSettings settings;
    settings.budget = order.budget;
    settings.patience = order.patience_ns;
    settings.longest_idle = order.longest_idle_ns;
    settings.most_wrong = order.most_wrong;
    return settings;
}

}  // namespace

PolicyKeeper::PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change, policy::MakeRunner native)
    : jobs_(std::move(jobs)), on_change_(std::move(on_change)), native_(std::move(native)) {
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
    RF_TRY(const std::string object, read_memory_file(task.object.get(), policy::largest_object));
    const policy::ConstBytes bytes(reinterpret_cast<const std::uint8_t*>(object.data()), object.size());
    const bool is_native = task.order.is_native != 0 && native_;
    RF_TRY(std::unique_ptr<policy::HostedPolicy> guest,
           policy::HostedPolicy::load(bytes, is_native ? native_ : policy::MakeRunner(policy::interpret)));
    jobs_->set_policy(std::move(guest), settings_in(task.order));
    return {};
}

Result<std::string> PolicyKeeper::look_at_maps(MapQuestion question) {
    for (char* const end : {std::end(question.map), std::end(question.key), std::end(question.value)})
        end[-1] = '\0';
    std::optional<Result<std::string>> answer;
    const bool is_timeline = question.map == policy::timeline_map;
    if (question.action == MapAction::Dump && (is_timeline || question.map == policy::decisions_map)) {
        if (auto text = jobs_->policy_decisions(is_timeline)) return std::move(*text);
    }
    jobs_->visit_maps([&](std::vector<policy::Map>& maps) {
        switch (question.action) {
            case MapAction::List: answer.emplace(policy::list_maps(maps)); break;
            case MapAction::Dump: answer.emplace(policy::dump_map(maps, question.map, largest_dump)); break;
            case MapAction::Get: answer.emplace(policy::get_entry(maps, question.map, question.key)); break;
            case MapAction::Set:
                answer.emplace(policy::set_entry(maps, question.map, question.key, question.value));
                break;
        }
    });
    if (answer) return std::move(*answer);
    return Error::bad_input("no policy is loaded").with_remedy("load one: ringfence policy load FILE");
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
