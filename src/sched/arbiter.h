// Credits for the card's time, in a table that all workers of one card share.
//
// Each virtual GPU and resource has a pot, which gets its share of every period. A worker takes credit from a pot in
// batches, reports what it has spent, and gives the rest back. When all lanes with work have used up their credit, the
// next period begins at once: so the card is not idle while there is work, and unused time is divided by shares. A pot
// keeps unused credit of at most one period.
//
// A worker can be killed at any moment. So every step is a single write to one word, and each worker writes only its
// own words: the totals that it has taken from each pot and spent. A pot's balance is its grants minus the sum of what
// all workers have taken. Unspent credit of a dead worker is returned by setting one of its words. There is no leader:
// whichever worker comes first begins a period and grants a pot its part, with one compare-exchange each. The period's
// number is in the same word as the amount, so a pot is granted its part only once.
//
// Workers are trusted: one could cheat. But dying workers cannot leave the table broken, and wrong values from a worker
// cost the others their turns at most, since all values are only numbers to them. Safe for several threads, if each
// worker makes its calls from one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>

#include "base/result.h"
#include "sched/types.h"

namespace ringfence::sched {

class Arbiter {
public:
    static constexpr std::uint32_t most_workers = 512;

    [[nodiscard]] static std::size_t bytes_for(std::uint32_t vgpus);
    // Writes an empty table. `memory` must be aligned to 64 bytes, and zero. A period begins at the latest `longest`
    // after the last one, even if a lane with work has credit left; 0: after one period. If passing the card between
    // workers takes time, a period has more credit than the card has time, and waiting lanes would lose credit: so use
    // a longer time then.
    [[nodiscard]] static Result<Arbiter> create(std::span<std::byte> memory, std::uint32_t vgpus, Time period, Time now,
                                                Time longest = 0);
    [[nodiscard]] static Result<Arbiter> open(std::span<std::byte> memory);

    void set_share(VgpuId vgpu, Resource resource, Share share);

    // A worker's place in the table, until it leaves or is considered dead.
    struct Worker {
        std::uint32_t place = nobody;
        std::uint32_t generation = 0;
    };
    [[nodiscard]] Result<Worker> join(std::uint32_t pid);
    // Gives its credit back.
    void leave(const Worker& worker);
    // False if the worker was considered dead, and so lost its place.
    [[nodiscard]] bool is_member(const Worker& worker) const;

    // Takes credit for up to `wanted` of the card's time. 0: other lanes have credit left and want to use it; try again
    // when the next period begins, or when a job of another worker may have ended.
    [[nodiscard]] Time take(const Worker& worker, VgpuId vgpu, Resource resource, Time wanted, Time now);
    // A job has ended, and took this much time.
    void spend(const Worker& worker, VgpuId vgpu, Resource resource, Time used, Time now);
    void give_back(const Worker& worker, VgpuId vgpu, Resource resource, Time unused);
    // A worker has work for this lane and will ask again before `until`: the lane's credit is kept until then.
    void keep_for(VgpuId vgpu, Resource resource, Time until);
    // When the next period begins at the latest.
    [[nodiscard]] Time next_period() const;
    [[nodiscard]] std::uint64_t periods() const;  // that have begun

    // Returns dead workers' credit to the pots, and frees their places; gives their number. One process at a time does
    // it: 0 if another living process is doing it. `is_alive` tests a process id. `is_alone`: no other process does it,
    // whatever the table says.
    std::size_t reclaim(std::uint32_t own_pid, const std::function<bool(std::uint32_t)>& is_alive,
                        bool is_alone = false);

    // Repairs the table after a process that may have written anything: lanes must ask again to count as waiting, the
    // next period's beginning is set to a possible time, and debts and credits are limited to `most_debt`.
    void heal(Time most_debt, Time now);

    struct Sums {
        Time granted = 0;  // in total, minus unused credit that was dropped
        Time taken = 0;    // minus what was given back
        Time spent = 0;
        [[nodiscard]] Time available() const { return granted - taken; }
        [[nodiscard]] Time held() const { return taken - spent; }  // by workers
    };
    [[nodiscard]] Sums sums(VgpuId vgpu, Resource resource) const;

private:
    using Word = std::atomic<std::uint64_t>;
    struct Header;
    struct Pot;
    struct Place;
    struct Entry;

    Arbiter(std::span<std::byte> memory, std::uint32_t vgpus, Time period, Time longest)
        : memory_(memory), vgpus_(vgpus), period_(period), longest_(longest) {}
    [[nodiscard]] Header& header() const;
    [[nodiscard]] Pot& pot(std::size_t lane) const;
    [[nodiscard]] Place& place(std::uint32_t index) const;
    [[nodiscard]] Entry& entry(std::uint32_t place, std::size_t lane) const;
    [[nodiscard]] std::size_t lanes() const { return std::size_t{vgpus_} * resource_count; }
    [[nodiscard]] Time time_in(std::uint64_t word, Time now) const;
    [[nodiscard]] std::size_t lane_of(VgpuId vgpu, Resource resource) const;
    [[nodiscard]] std::uint64_t taken(std::size_t lane) const;
    [[nodiscard]] Time available(std::size_t lane) const;
    bool begin_period(std::uint64_t seen, std::uint64_t count, Time now) const;
    void grant(std::size_t lane) const;
    [[nodiscard]] bool do_others_have_credit(std::size_t lane, Time now) const;
    Time take_from(const Worker& worker, std::size_t lane, Time wanted) const;
    void put_back(std::uint32_t place) const;
    void heal_entries(std::uint32_t place, Time most_held) const;

    std::span<std::byte> memory_;
    // Copied when the table was opened, since the layout must not depend on what others write.
    std::uint32_t vgpus_;
    Time period_;
    Time longest_;
};

}  // namespace ringfence::sched
