// Credits for the card's time, for all workers of one card: a table in memory that they share.
//
// Each virtual GPU and resource has a pot, which gets its share of every period. A worker takes credit from a pot in
// batches, reports its spending, and gives the rest back. When all lanes with work have used up their credit, the next
// period begins at once: so the card is not idle while there is work, and unused time is divided by shares. A pot keeps
// the credit of one period that it did not use, and no more.
//
// A worker can be killed at any moment. So every step is one write to one word, and each worker writes to its own words
// only: how much it took and spent of each pot, ever. A pot holds its grants less the sum of what all took. Credit that
// a dead worker took and did not spend is put back by setting one of its words. There is no leader, either: the first
// to come begins a period, and gives a pot its part of it, with one compare-exchange each; the number of the period is
// in the same word as the amount, so a pot gets its part once.
//
// Workers are trusted: they can cheat. They cannot leave the table broken by dying; and whatever one writes there, to
// others it is a number like any other, so that it costs them their turns at most. Safe for several threads, as long as
// one worker's calls come from one at a time.
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
    // Writes an empty table. `memory` is aligned to 64 bytes, and zero. A period begins `longest` after the last one,
    // also if a lane with work has credit left; 0: when the period is over. Where getting from one worker to the next
    // takes time, the card has less time than there is credit in a period, and the credit of lanes that waited is
    // dropped: so it should be longer there.
    [[nodiscard]] static Result<Arbiter> create(std::span<std::byte> memory, std::uint32_t vgpus, Time period, Time now,
                                                Time longest = 0);
    [[nodiscard]] static Result<Arbiter> open(std::span<std::byte> memory);

    void set_share(VgpuId vgpu, Resource resource, Share share);

    // A worker's place in the table, until it leaves or is taken for dead.
    struct Worker {
        std::uint32_t place = nobody;
        std::uint32_t generation = 0;
    };
    [[nodiscard]] Result<Worker> join(std::uint32_t pid);
    // Gives its credit back.
    void leave(const Worker& worker);
    // It has not been taken for dead.
    [[nodiscard]] bool is_member(const Worker& worker) const;

    // Credit for up to `wanted` of the card's time. None: others have credit left and want to use it; try again when
    // the next period begins, or a job of another worker may have ended.
    [[nodiscard]] Time take(const Worker& worker, VgpuId vgpu, Resource resource, Time wanted, Time now);
    // A job has ended that took this much.
    void spend(const Worker& worker, VgpuId vgpu, Resource resource, Time used, Time now);
    void give_back(const Worker& worker, VgpuId vgpu, Resource resource, Time unused);
    // A worker has work for it, and comes again by then at the latest: until then its credit is kept for it.
    void keep_for(VgpuId vgpu, Resource resource, Time until);
    // When the next period begins at the latest.
    [[nodiscard]] Time next_period() const;
    [[nodiscard]] std::uint64_t periods() const;  // that have begun

    // Puts back what dead workers have left, and frees their places; how many there were. One process at a time does
    // it: 0 if another living one is at it. `is_alive` is asked for process numbers.
    // `is_alone`: no other process does it, whatever the table says.
    std::size_t reclaim(std::uint32_t own_pid, const std::function<bool(std::uint32_t)>& is_alive,
                        bool is_alone = false);

    // A process that is gone may have written anything: no lane counts as wanting something before it asks again, no
    // period begins later than it can, and neither a pot nor a worker has more than this of debt, or of credit.
    void heal(Time most_debt, Time now);

    struct Sums {
        Time granted = 0;  // ever, less unused credit that was dropped
        Time taken = 0;    // and not given back
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
    // As they were when the table was opened: the layout must not depend on others' writes.
    std::uint32_t vgpus_;
    Time period_;
    Time longest_;
};

}  // namespace ringfence::sched
