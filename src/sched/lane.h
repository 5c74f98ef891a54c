// One virtual GPU's part of one resource: its jobs that wait for the card, and statistics about them.
#pragma once

#include <array>

#include "sched/budget.h"
#include "sched/job_table.h"
#include "sched/types.h"

namespace ringfence::sched {

struct Lane {
    struct Queue {
        std::uint32_t first = nobody;
        std::uint32_t last = nobody;
    };

    std::array<Queue, job_priorities> queues;
    std::uint32_t queued = 0;
    std::uint32_t in_flight = 0;
    Time work_in_flight = 0;
    Time mean_job = 0;
    Time peak_job = 0;                                     // the longest, slowly decaying
    std::uint32_t runs = 0;                                // measured jobs
    Time mean_gap = 0;                                     // from becoming idle to the next job; 0: unknown
    Time idle_since = 0;                                   // if it is idle
    Time turn_since = 0;                                   // when it last had a turn, or began to wait
    std::array<std::uint32_t, most_priority + 1> loans{};  // waiting jobs with each inherited priority
    std::uint32_t lent = 0;                                // the highest of those; 0: none
    Share share = whole;
    Budget budget;
    bool is_withdrawn = false;  // a nested policy holds all its jobs back, so it is not in the order
    // Neighbours in the list of waiting lanes, sorted by turn_since.
    VgpuId older = nobody;
    VgpuId newer = nobody;

    [[nodiscard]] bool is_active() const { return queued + in_flight != 0; }

    void push(JobTable& jobs, std::uint32_t slot);
    void remove(JobTable& jobs, std::uint32_t slot);
    // The next job: the first of the highest priority, unless one of lower priority is overdue.
    [[nodiscard]] std::uint32_t first(const JobTable& jobs, Time overdue_before) const;

    void forget_loans();

    void note_length(Time took);
    void note_gap(Time now);

private:
    void count_loan(std::uint8_t priority, std::uint32_t change);
};

}  // namespace ringfence::sched
