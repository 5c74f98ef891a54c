#include "sched/job_table.h"

namespace ringfence::sched {

JobMeta meta_of(const JobSlot& entry, const KernelTimes& times) {
    const Job& job = entry.job;
    const KernelTimes::Known known = times.of(job.vgpu, job.kernel);
    return {entry.admitted, known.mean, job.kernel, job.threads, job.bytes, known.runs, job.member, job.priority, 0};
}

std::uint32_t JobTable::add(const Job& job) {
    if (free_slot_ == nobody) {
        free_slot_ = static_cast<std::uint32_t>(slots_.size());
        slots_.emplace_back();
    }
    const std::uint32_t slot = free_slot_;
    JobSlot& entry = slots_[slot];
    free_slot_ = entry.next;
    entry.job = job;
    entry.before = {};
    entry.not_started = 0;
    entry.not_finished = 0;
    entry.next = nobody;
    entry.state = JobState::Waiting;
    entry.lent = 0;
    entry.is_charged = false;
    entry.is_in_turn = false;
    ++live_;
    return slot;
}

void JobTable::remove(std::uint32_t slot) {
    JobSlot& entry = slots_[slot];
    while (entry.first_link != nobody) {
        const std::uint32_t link = entry.first_link;
        entry.first_link = links_[link].next;
        links_[link].next = free_link_;
        free_link_ = link;
    }
    entry.state = JobState::Free;
    if (++entry.generation == 0) entry.generation = 1;
    entry.next = free_slot_;
    free_slot_ = slot;
    --live_;
}

void JobTable::link(std::uint32_t earlier, std::uint32_t later) {
    if (free_link_ == nobody) {
        free_link_ = static_cast<std::uint32_t>(links_.size());
        links_.push_back({{}, nobody});
    }
    const std::uint32_t link = free_link_;
    free_link_ = links_[link].next;
    links_[link] = {id(later), slots_[earlier].first_link};
    slots_[earlier].first_link = link;
}

}  // namespace ringfence::sched
