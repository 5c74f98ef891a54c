// The policy that a worker's jobs go by.
#include <algorithm>
#include <map>
#include <utility>

#include "worker/jobs.h"

namespace ringfence::worker {

void Jobs::set_policy(std::unique_ptr<policy::HostedPolicy> guest, const policy::WatchSettings& settings) {
    std::unique_ptr<policy::HostedPolicy> before;  // its maps may be large: it ends after the lock
    const std::lock_guard lock(board_->mutex());
    const sched::Time now = JobBoard::now();
    before = guest ? board_->seat().put(std::move(guest), settings, now) : board_->seat().clear(now);
    ++policy_changes_;
    board_->settle_policy(now);
    longest_change_ns_ = std::max(longest_change_ns_, static_cast<std::uint64_t>(JobBoard::now() - now));
}

PolicyReport Jobs::policy_report() const {
    const std::lock_guard lock(board_->mutex());
    policy::Seat& seat = board_->seat();
    PolicyReport report;
    report.changes = policy_changes_;
    report.longest_change_ns = longest_change_ns_;
    const policy::HostedPolicy* const guest = seat.guest() != nullptr ? seat.guest() : seat.fallen();
    if (guest == nullptr) return report;
    report.stage = seat.guest() != nullptr ? PolicyReport::Stage::Runs : PolicyReport::Stage::Fallen;
    report.name = guest->program().name;
    report.runs = guest->runs();
    report.steps = guest->steps();
    report.wrong = seat.wrong_answers();
    if (seat.exit_record())
        report.exit = text_of(*seat.exit_record(), [this](sched::VgpuId id) { return name_of(id); });
    return report;
}

void Jobs::set_policy_listener(std::function<void()> listener) {
    const std::lock_guard lock(board_->mutex());
    board_->set_policy_listener(std::move(listener));
}

bool Jobs::visit_maps(const std::function<void(std::vector<policy::Map>&)>& visit) {
    const std::lock_guard lock(board_->mutex());
    policy::Seat& seat = board_->seat();
    policy::HostedPolicy* const guest = seat.guest() != nullptr ? seat.guest() : seat.fallen();
    if (guest == nullptr) return false;
    visit(guest->maps());
    return true;
}

std::optional<std::string> Jobs::policy_decisions(bool is_timeline) const {
    std::vector<policy::Decision> decisions;
    std::map<sched::VgpuId, std::string> names;
    sched::Time now = 0;
    {
        // Only copied here: jobs wait meanwhile.
        const std::lock_guard lock(board_->mutex());
        policy::Seat& seat = board_->seat();
        if (seat.guest() == nullptr && seat.fallen() == nullptr) return std::nullopt;
        decisions = seat.decisions().last(policy::FlightRecorder::room);
        for (const auto& [name, vgpu] : vgpus_)
            names[vgpu->id] = name;
        now = JobBoard::now();
    }
    const policy::VgpuName name_of = [&](sched::VgpuId id) {
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
