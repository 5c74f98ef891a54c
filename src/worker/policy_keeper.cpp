#include "worker/policy_keeper.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/memory_file.h"
#include "base/start_thread.h"
#include "policy/decision_text.h"
#include "policy/map_text.h"
#include "policy/nested.h"
#include "policy/object_file.h"

namespace ringfence::worker {
namespace {

// A limit, since jobs wait while a map is copied.
constexpr std::size_t largest_dump = 1 << 20;
constexpr std::size_t largest_nested_dump = 64 << 10;  // tenants may ask all the time

static_assert(policy_hooks == policy::hook_count);
static_assert(policy_wait_buckets == policy::WaitHistogram::bucket_count &&
              policy_wait_bound_ns(1) == policy::WaitHistogram::bound_of(1) &&
              policy_wait_bound_ns(policy_wait_buckets - 2) ==
                  policy::WaitHistogram::bound_of(policy_wait_buckets - 2));

constexpr std::chrono::seconds sensor_period{1};

policy::WatchSettings settings_in(const PolicyOrder& order) {
    policy::WatchSettings settings;
    settings.budget = order.budget;
    settings.patience = order.patience_ns;
    settings.longest_idle = order.longest_idle_ns;
    settings.most_wrong = order.most_wrong;
    return settings;
}

}  // namespace

PolicyKeeper::PolicyKeeper(std::shared_ptr<Jobs> jobs, std::function<void()> on_change, policy::MakeRunner native,
                           CardSensor sensor)
    : jobs_(std::move(jobs)), on_change_(std::move(on_change)), native_(std::move(native)), sensor_(std::move(sensor)) {
    jobs_->set_policy_listener([this] { tell(); });
}

PolicyKeeper::~PolicyKeeper() {
    std::array<std::thread, std::tuple_size_v<decltype(lines_)>> threads;
    {
        const MutexLock lock(mutex_);
        is_ending_ = true;
        for (std::size_t line = 0; line < threads.size(); ++line)
            threads[line] = std::move(lines_[line].thread);
    }
    changed_.notify_all();
    for (std::thread& thread : threads) {
        if (thread.joinable()) thread.join();
    }
    jobs_->set_policy_listener({});
}

void PolicyKeeper::tell() {
    has_news_ = true;
    if (on_change_) on_change_();
}

// An order that cannot be queued is reported as refused, since the daemon waits for its result.
void PolicyKeeper::take(PolicyOrder order, UniqueFd object) {
    std::end(order.vgpu)[-1] = '\0';
    std::end(order.tenant)[-1] = '\0';
    const Result<void> queued = queue({order, std::move(object)});
    if (!queued) note(order, queued);
}

Result<void> PolicyKeeper::queue(Task task) {
    const std::size_t number = task.order.vgpu[0] == '\0' ? cards : of_virtual_gpus;
    {
        const MutexLock lock(mutex_);
        Line& line = lines_[number];
        if (!line.thread.joinable()) {
            RF_TRY(line.thread, start_thread([this, number] { work(number); }));
        }
        if (!line.orders.add(std::move(task))) {
            return Error::bad_input("too many policies wait to be verified in this worker")
                .with_remedy("try again in a moment");
        }
    }
    changed_.notify_all();
    return {};
}

void PolicyKeeper::note(const PolicyOrder& order, const Result<void>& done) {
    {
        const MutexLock lock(mutex_);
        Verdict& verdict = verdicts_[order.vgpu];
        // A refused order may be newer than one that is still being carried out.
        if (order.header.number >= verdict.order) verdict = {order.header.number, done.ok() ? "" : done.error().text()};
    }
    tell();
}

void PolicyKeeper::work(std::size_t line) {
    const auto has_something = [this, line]()
                                   RF_REQUIRES(mutex_) { return is_ending_ || !lines_[line].orders.is_empty(); };
    bool reads_sensor = false;
    const MutexLock lock(mutex_);
    for (;;) {
        if (reads_sensor && !changed_.wait_for(mutex_, sensor_period, has_something)) {
            const MutexUnlock unlock(mutex_);
            reads_sensor = read_sensor();
            continue;
        }
        changed_.wait(mutex_, has_something);
        if (is_ending_) return;
        const Task task = lines_[line].orders.take();
        const MutexUnlock unlock(mutex_);
        note(task.order, carry_out(task));
        if (line == cards) reads_sensor = read_sensor();
    }
}

// False if no policy uses the sensor, or there is none.
bool PolicyKeeper::read_sensor() {
    if (!sensor_ || !jobs_->policy_wants_thermal()) return false;
    const std::optional<sched::ThermalFacts> facts = sensor_();
    if (facts) jobs_->note_thermal(*facts);
    return true;
}

Result<void> PolicyKeeper::carry_out(const Task& task) {
    const std::string vgpu = task.order.vgpu;
    if (task.order.is_to_load == 0) {
        jobs_->set_policy(nullptr, {}, vgpu);
        return {};
    }
    RF_TRY(const std::string object, read_memory_file(task.object.get(), policy::largest_object));
    const policy::ConstBytes bytes(reinterpret_cast<const std::uint8_t*>(object.data()), object.size());
    // A tenant's policy is interpreted: compiled code would rely on the verifier alone.
    const bool is_native = task.order.is_native != 0 && native_ && vgpu.empty();
    RF_TRY(std::unique_ptr<policy::HostedPolicy> guest,
           policy::HostedPolicy::load(bytes, is_native ? native_ : policy::MakeRunner(policy::interpret),
                                      vgpu.empty() ? nullptr : policy::check_nested));
    if (guest->has_partitions() && !jobs_->can_be_divided()) {
        return Error::bad_input("map 'PLACEMENT': the multiprocessors of this device cannot be divided")
            .with_remedy("remove the map from the policy: only the software GPU's multiprocessors can be divided");
    }
    if (vgpu.empty()) {
        jobs_->set_policy(std::move(guest), settings_in(task.order));
        return {};
    }
    jobs_->set_policy(std::move(guest), policy::nested(settings_in(task.order)), vgpu);
    return {};
}

Result<std::string> PolicyKeeper::look_at_maps(MapQuestion question) {
    for (char* const end :
         {std::end(question.vgpu), std::end(question.map), std::end(question.key), std::end(question.value)})
        end[-1] = '\0';
    const std::string vgpu = question.vgpu;
    const std::size_t largest = vgpu.empty() ? largest_dump : largest_nested_dump;
    std::optional<Result<std::string>> answer;
    const bool is_timeline = question.map == policy::timeline_map;
    if (question.action == MapAction::Dump && (is_timeline || question.map == policy::decisions_map)) {
        if (auto text = jobs_->policy_decisions(is_timeline, vgpu)) return std::move(*text);
    }
    if (question.action == MapAction::Dump && question.map == policy::exit_map) {
        if (auto text = jobs_->policy_exit(largest, vgpu)) return std::move(*text);
        return Error::bad_input("no policy was taken out here");
    }
    if (question.action == MapAction::Set && jobs_->policy_report(vgpu).stage == PolicyReport::Stage::Fallen) {
        return Error::bad_input(
                   "the policy was taken out: its maps are a part of its exit record, and stay as they are")
            .with_remedy("load another one: ringfence policy swap FILE");
    }
    jobs_->visit_maps(
        [&](std::vector<policy::Map>& maps) {
            switch (question.action) {
                case MapAction::List: answer.emplace(policy::list_maps(maps)); break;
                case MapAction::Dump: answer.emplace(policy::dump_map(maps, question.map, largest)); break;
                case MapAction::Get: answer.emplace(policy::get_entry(maps, question.map, question.key)); break;
                case MapAction::Set:
                    answer.emplace(policy::set_entry(maps, question.map, question.key, question.value));
                    break;
            }
        },
        vgpu);
    if (answer) return std::move(*answer);
    return Error::bad_input("no policy is loaded").with_remedy("load one: ringfence policy load FILE");
}

std::vector<PolicyState> PolicyKeeper::states() const {
    std::map<std::string, Verdict> verdicts;
    {
        const MutexLock lock(mutex_);
        verdicts = verdicts_;
    }
    verdicts.try_emplace("");
    for (const std::string& vgpu : jobs_->nested_policies())
        verdicts.try_emplace(vgpu);
    std::vector<PolicyState> states;
    states.reserve(verdicts.size());
    for (const auto& [vgpu, verdict] : verdicts)
        states.push_back(state_of(vgpu, verdict));
    return states;
}

// The verdict was read first, so the rest of the state is at least as new.
PolicyState PolicyKeeper::state_of(const std::string& vgpu, const Verdict& verdict) const {
    PolicyState state;
    state.header.number = verdict.order;
    state.is_refused = verdict.why_refused.empty() ? 0 : 1;
    put_text(state.refusal, verdict.why_refused);
    put_text(state.vgpu, vgpu);
    const PolicyReport report = jobs_->policy_report(vgpu);
    state.stage = static_cast<PolicyStage>(report.stage);
    put_text(state.name, report.name);
    std::copy(report.runs.begin(), report.runs.end(), std::begin(state.runs));
    std::copy(report.steps.begin(), report.steps.end(), std::begin(state.steps));
    std::copy(report.waits.buckets().begin(), report.waits.buckets().end(), std::begin(state.waits));
    state.waits_sum_ns = report.waits.sum();
    state.wrong = report.wrong;
    state.changes = report.changes;
    state.longest_change_ns = report.longest_change_ns;
    put_text(state.exit, report.exit);
    return state;
}

}  // namespace ringfence::worker
