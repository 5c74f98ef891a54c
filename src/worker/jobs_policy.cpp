// The policies that decide about a worker's jobs.
#include <algorithm>
#include <map>
#include <utility>

#include "base/escape.h"
#include "base/mutex.h"
#include "policy/map_text.h"
#include "worker/jobs.h"

namespace ringfence::worker {
namespace {

// A nested policy sees the sessions of its virtual GPU as virtual GPUs of their own, with these names.
std::string member_name(sched::MemberId member) {
    return "session-" + std::to_string(member);
}

}  // namespace

void Jobs::set_policy(std::unique_ptr<policy::HostedPolicy> guest, const policy::WatchSettings& settings,
                      const std::string& vgpu) {
    std::unique_ptr<policy::HostedPolicy> before;  // destroyed after unlocking, since its maps may be large
    const MutexLock lock(board_->mutex());
    const auto known = vgpus_.find(vgpu);
    const sched::VgpuId number = known == vgpus_.end() ? sched::nobody : known->second->id;
    Changes& changes = policy_changes_[vgpu];
    const bool is_new = !vgpu.empty() && board_->nested_seat(vgpu) == nullptr;
    policy::Seat& seat = vgpu.empty() ? board_->seat() : board_->make_nested_seat(vgpu, number);
    if (is_new) seat.go_on_from(changes.work);
    const bool is_over = guest == nullptr;
    const sched::Time now = JobBoard::now();
    before = guest ? seat.put(std::move(guest), settings, now) : seat.clear(now);
    board_->settle_policy(now);
    if (is_over && !vgpu.empty()) {
        changes.work = seat.work();
        board_->remove_nested_seat(vgpu);
    }
    ++changes.count;
    changes.longest_ns = std::max(changes.longest_ns, static_cast<std::uint64_t>(JobBoard::now() - now));
}

PolicyReport Jobs::policy_report(const std::string& vgpu) const {
    const MutexLock lock(board_->mutex());
    PolicyReport report;
    if (const auto changes = policy_changes_.find(vgpu); changes != policy_changes_.end()) {
        report.changes = changes->second.count;
        report.longest_change_ns = changes->second.longest_ns;
    }
    policy::Seat* const seat = seat_of(vgpu);
    if (seat == nullptr) return report;
    report.waits = seat->waits();
    const policy::HostedPolicy* const guest = seat->guest() != nullptr ? seat->guest() : seat->fallen();
    if (guest == nullptr) return report;
    report.stage = seat->guest() != nullptr ? PolicyReport::Stage::Runs : PolicyReport::Stage::Fallen;
    report.name = escape(guest->program().name);  // a tenant may have chosen it, and it is printed
    report.runs = guest->runs();
    report.steps = guest->steps();
    report.wrong = seat->wrong_answers();
    if (seat->exit_record()) report.exit = exit_text(*seat, vgpu);
    return report;
}

std::vector<std::string> Jobs::nested_policies() const {
    const MutexLock lock(board_->mutex());
    return board_->nested_vgpus();
}

bool Jobs::policy_wants_thermal() const {
    const MutexLock lock(board_->mutex());
    return board_->seat().wants_thermal();
}

void Jobs::note_thermal(sched::ThermalFacts facts) {
    const MutexLock lock(board_->mutex());
    const sched::Time now = JobBoard::now();
    facts.now = now;
    facts.period = last_thermal_ == 0 ? 0 : now - last_thermal_;
    last_thermal_ = now;
    board_->seat().thermal(facts);
    board_->settle_policy(now);
}

void Jobs::set_policy_listener(std::function<void()> listener) {
    const MutexLock lock(board_->mutex());
    board_->set_policy_listener(std::move(listener));
}

MemoryChoice Jobs::choose_victim(std::span<const sched::MemoryFacts> candidates) {
    const MutexLock lock(board_->mutex());
    if (board_->seat().guest() == nullptr) return {};
    const std::optional<std::size_t> chosen = board_->dispatcher().choose_victim(candidates);
    board_->settle_policy(JobBoard::now());
    return {true, chosen};
}

MemoryChoice Jobs::choose_returning(std::span<const sched::MemoryFacts> candidates) {
    const MutexLock lock(board_->mutex());
    if (board_->seat().guest() == nullptr) return {};
    const std::optional<std::size_t> chosen = board_->dispatcher().choose_returning(candidates);
    board_->settle_policy(JobBoard::now());
    return {true, chosen};
}

// Without contention no job waits for a copy, so it need not be split.
std::uint64_t Jobs::copy_piece(sched::VgpuId vgpu, backend::JobKind kind, std::uint64_t bytes) {
    if (!board_->is_contended()) return bytes;
    const MutexLock lock(board_->mutex());
    const sched::Time now = JobBoard::now();
    const auto resource = static_cast<sched::Resource>(kind);
    const std::uint64_t piece = board_->dispatcher().copy_piece(vgpu, resource, bytes, now);
    board_->settle_policy(now);
    return piece;
}

// The maps of a removed policy no longer change, so they show its last state.
std::optional<std::string> Jobs::policy_exit(std::size_t most_bytes, const std::string& vgpu) const {
    const MutexLock lock(board_->mutex());
    policy::Seat* const seat = seat_of(vgpu);
    if (seat == nullptr || seat->fallen() == nullptr || !seat->exit_record()) return std::nullopt;
    return exit_text(*seat, vgpu) + policy::dump_maps(seat->fallen()->maps(), most_bytes);
}

std::string Jobs::exit_text(const policy::Seat& seat, const std::string& vgpu) const {
    return text_of(*seat.exit_record(), [&](sched::VgpuId id) RF_REQUIRES(board_->mutex()) {
        return vgpu.empty() ? name_of(id) : member_name(id);
    });
}

bool Jobs::visit_maps(const std::function<void(std::vector<policy::Map>&)>& visit, const std::string& vgpu) {
    const MutexLock lock(board_->mutex());
    policy::Seat* const seat = seat_of(vgpu);
    if (seat == nullptr) return false;
    policy::HostedPolicy* const guest = seat->guest() != nullptr ? seat->guest() : seat->fallen();
    if (guest == nullptr) return false;
    visit(guest->maps());
    return true;
}

std::optional<std::string> Jobs::policy_decisions(bool is_timeline, const std::string& vgpu) const {
    std::vector<policy::Decision> decisions;
    std::map<sched::VgpuId, std::string> names;
    sched::Time now = 0;
    {
        // Only copied under the lock, since jobs wait for it.
        const MutexLock lock(board_->mutex());
        policy::Seat* const seat = seat_of(vgpu);
        if (seat == nullptr) return std::nullopt;
        decisions = seat->decisions().last(policy::FlightRecorder::room);
        for (const auto& [name, known] : vgpus_)
            names[known->id] = name;
        now = JobBoard::now();
    }
    const policy::VgpuName name_of = [&](sched::VgpuId id) {
        if (!vgpu.empty()) return member_name(id);
        const auto found = names.find(id);
        return found == names.end() ? std::to_string(id) : found->second;
    };
    return is_timeline ? policy::trace_of(decisions, name_of) : policy::log_of(decisions, now, name_of);
}

std::string Jobs::name_of(sched::VgpuId id) const {
    const auto found =
        std::find_if(vgpus_.begin(), vgpus_.end(), [id](const auto& entry) { return entry.second->id == id; });
    return found == vgpus_.end() ? std::to_string(id) : found->first;
}

}  // namespace ringfence::worker
