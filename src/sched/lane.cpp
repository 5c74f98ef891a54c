#include "sched/lane.h"

#include <algorithm>

#include "sched/peak.h"

namespace ringfence::sched {
namespace {

constexpr Time longest_gap = 10 * millisecond;  // a lane with a longer pause is idle

void move_towards(Time& mean, Time value) {
    mean = mean == 0 ? value : mean + (value - mean) / 8;
    mean = std::max<Time>(mean, 1);
}

}  // namespace

void Lane::push(JobTable& jobs, std::uint32_t slot) {
    JobSlot& entry = jobs[slot];
    Queue& queue = queues[entry.job.priority];
    entry.previous = queue.last;
    entry.next = nobody;
    if (queue.last != nobody) {
        jobs[queue.last].next = slot;
    } else {
        queue.first = slot;
    }
    queue.last = slot;
    ++queued;
    if (entry.lent != 0) count_loan(entry.lent, 1);
}

void Lane::remove(JobTable& jobs, std::uint32_t slot) {
    const JobSlot& entry = jobs[slot];
    Queue& queue = queues[entry.job.priority];
    (entry.previous != nobody ? jobs[entry.previous].next : queue.first) = entry.next;
    (entry.next != nobody ? jobs[entry.next].previous : queue.last) = entry.previous;
    --queued;
    if (entry.lent != 0) count_loan(entry.lent, -1U);
}

void Lane::count_loan(std::uint8_t priority, std::uint32_t change) {
    loans[priority] += change;
    lent = most_priority;
    while (lent != 0 && loans[lent] == 0)
        --lent;
}

void Lane::forget_loans() {
    loans = {};
    lent = 0;
}

std::uint32_t Lane::first(const JobTable& jobs, Time overdue_before) const {
    std::uint32_t best = nobody;
    std::uint32_t overdue = nobody;
    for (const Queue& queue : queues) {  // from low to high
        if (queue.first == nobody) continue;
        best = queue.first;
        const Time since = jobs[best].admitted;
        if (since < overdue_before && (overdue == nobody || since < jobs[overdue].admitted)) overdue = best;
    }
    return overdue != nobody ? overdue : best;
}

void Lane::note_length(Time took) {
    move_towards(mean_job, took);
    keep_peak(peak_job, took);
    if (runs != UINT32_MAX) ++runs;
}

void Lane::note_gap(Time now) {
    move_towards(mean_gap, std::clamp<Time>(now - idle_since, 1, longest_gap));
}

}  // namespace ringfence::sched
