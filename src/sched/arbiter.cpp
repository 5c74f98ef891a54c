#include "sched/arbiter.h"

#include <algorithm>

namespace ringfence::sched {
namespace {

constexpr std::uint64_t table_magic = 0x5246'4152'4249'0001;  // "RFARBI", version 1

// A grant's word: the low bits of the period's number in the high bits, the amount below. Amounts and their sums wrap
// around; only differences matter, which are small.
constexpr unsigned amount_bits = 48;
constexpr std::uint64_t amount_mask = (std::uint64_t{1} << amount_bits) - 1;

Time difference(std::uint64_t more, std::uint64_t less) {
    return static_cast<Time>((more - less) << (64 - amount_bits)) >> (64 - amount_bits);
}

std::uint64_t packed(std::uint64_t period, std::uint64_t amount) {
    return (period << amount_bits) | (amount & amount_mask);
}

constexpr Time memory_of_others = millisecond;

constexpr std::uint32_t reclaiming = UINT32_MAX;  // instead of a process id

std::uint64_t owner_word(std::uint32_t pid, std::uint32_t generation) {
    return (std::uint64_t{generation} << 32) | pid;
}
std::uint32_t pid_of(std::uint64_t owner) {
    return static_cast<std::uint32_t>(owner);
}
std::uint32_t generation_of(std::uint64_t owner) {
    return static_cast<std::uint32_t>(owner >> 32);
}

}  // namespace

struct alignas(64) Arbiter::Header {
    Word magic;
    std::uint64_t vgpus;
    Time period;
    Time longest;
    Word number;     // number of periods so far
    Word started;    // when the last one began
    Word places;     // all workers have places below this
    Word reclaimer;  // the process that puts back the credit of dead workers
};
struct Arbiter::Pot {
    Word grant;
    Word share;
    Word asked;  // until when a worker wants credit for the lane, plus one
};
struct Arbiter::Place {
    Word owner;
};
struct Arbiter::Entry {
    Word taken;
    Word spent;
};

// The layout: header, pots, places, and for each place an entry for each pot.
std::size_t Arbiter::bytes_for(std::uint32_t vgpus) {
    static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
    const std::size_t lanes = std::size_t{vgpus} * resource_count;
    return sizeof(Header) + lanes * sizeof(Pot) + most_workers * sizeof(Place) + most_workers * lanes * sizeof(Entry);
}

Result<Arbiter> Arbiter::create(std::span<std::byte> memory, std::uint32_t vgpus, Time period, Time now, Time longest) {
    if (vgpus == 0 || period <= 0 || memory.size() < bytes_for(vgpus))
        return Error::internal("an arbiter's table needs " + std::to_string(bytes_for(vgpus)) + " bytes and a period");
    Arbiter arbiter(memory, vgpus, period, std::max(longest, period));
    Header& header = arbiter.header();
    header.vgpus = vgpus;
    header.period = period;
    header.longest = arbiter.longest_;
    header.number = 1;
    header.started = static_cast<std::uint64_t>(now);
    header.magic.store(table_magic, std::memory_order_release);
    return arbiter;
}

Result<Arbiter> Arbiter::open(std::span<std::byte> memory) {
    if (memory.size() < sizeof(Header)) return Error::internal("this is no arbiter's table");
    const Header& header = *reinterpret_cast<const Header*>(memory.data());
    const bool is_table = header.magic.load(std::memory_order_acquire) == table_magic;
    const std::uint64_t vgpus = header.vgpus;
    const Time period = header.period;
    const Time longest = header.longest;
    const bool makes_sense =
        is_table && vgpus > 0 && vgpus <= UINT16_MAX && period > 0 && period <= longest && longest <= second;
    if (!makes_sense || memory.size() < bytes_for(static_cast<std::uint32_t>(vgpus)))
        return Error::internal("this is no arbiter's table");
    return Arbiter(memory, static_cast<std::uint32_t>(vgpus), period, longest);
}

Arbiter::Header& Arbiter::header() const {
    return *reinterpret_cast<Header*>(memory_.data());
}

Arbiter::Pot& Arbiter::pot(std::size_t lane) const {
    return reinterpret_cast<Pot*>(memory_.data() + sizeof(Header))[lane];
}

Arbiter::Place& Arbiter::place(std::uint32_t index) const {
    return reinterpret_cast<Place*>(memory_.data() + sizeof(Header) + lanes() * sizeof(Pot))[index];
}

Arbiter::Entry& Arbiter::entry(std::uint32_t place, std::size_t lane) const {
    std::byte* const entries = memory_.data() + sizeof(Header) + lanes() * sizeof(Pot) + most_workers * sizeof(Place);
    return reinterpret_cast<Entry*>(entries)[place * lanes() + lane];
}

std::size_t Arbiter::lane_of(VgpuId vgpu, Resource resource) const {
    return std::min<std::size_t>(vgpu, vgpus_ - 1) * resource_count +
           static_cast<std::size_t>(resource) % resource_count;
}

void Arbiter::set_share(VgpuId vgpu, Resource resource, Share share) {
    pot(lane_of(vgpu, resource)).share = std::min(share, whole);
}

// A new owner of a place continues with its counters: resetting them would change the sums.
Result<Arbiter::Worker> Arbiter::join(std::uint32_t pid) {
    if (pid == 0 || pid == reclaiming) return Error::internal("a worker needs a process number");
    for (std::uint32_t index = 0; index < most_workers; ++index) {
        std::uint64_t owner = place(index).owner;
        if (pid_of(owner) != 0) continue;
        const std::uint32_t generation = generation_of(owner) + 1;
        // Before the place is taken, since sums must include it.
        std::uint64_t places = header().places;
        while (places <= index && !header().places.compare_exchange_weak(places, index + 1)) {
        }
        if (place(index).owner.compare_exchange_strong(owner, owner_word(pid, generation)))
            return Worker{index, generation};
    }
    return Error::bad_input("there are " + std::to_string(most_workers) + " workers on this card already")
        .with_remedy("let one end first");
}

void Arbiter::leave(const Worker& worker) {
    if (!is_member(worker)) return;
    put_back(worker.place);
    place(worker.place).owner = owner_word(0, worker.generation);
}

bool Arbiter::is_member(const Worker& worker) const {
    if (worker.place >= most_workers) return false;
    const std::uint64_t owner = place(worker.place).owner;
    return generation_of(owner) == worker.generation && pid_of(owner) != 0 && pid_of(owner) != reclaiming;
}

std::uint64_t Arbiter::taken(std::size_t lane) const {
    const auto places = static_cast<std::uint32_t>(std::min<std::uint64_t>(header().places, most_workers));
    std::uint64_t sum = 0;
    for (std::uint32_t index = 0; index < places; ++index)
        sum += entry(index, lane).taken;
    return sum;
}

Time Arbiter::available(std::size_t lane) const {
    return difference(pot(lane).grant, taken(lane));
}

// Writes two words: if a worker dies between them, the next period begins early, for all lanes alike.
//
// A pot stores only the low bits of the period of its last grant. After some minutes without requests the difference
// would wrap around, and the pot would get nothing; so all pots get their parts now and then.
bool Arbiter::begin_period(std::uint64_t seen, std::uint64_t count, Time now) const {
    constexpr std::uint64_t between_rounds = 1024;
    const std::uint64_t next = seen + std::min(count, between_rounds);
    if (!header().number.compare_exchange_strong(seen, next)) return false;
    header().started = static_cast<std::uint64_t>(now);
    if (seen / between_rounds == next / between_rounds) return true;
    for (std::size_t lane = 0; lane < lanes(); ++lane)
        grant(lane);
    return true;
}

// The pot's part of all periods since it last got one. Credit beyond one period's part is dropped.
void Arbiter::grant(std::size_t lane) const {
    constexpr std::uint64_t period_mask = UINT16_MAX;
    constexpr std::uint64_t most_ahead = 4096;
    const std::uint64_t number = header().number;
    Pot& pot = this->pot(lane);
    std::uint64_t old = pot.grant;
    // If another worker gets in between, it has granted the part itself. A few tries are enough.
    for (int tries = 0; tries < 64; ++tries) {
        const std::uint64_t passed = (number - (old >> amount_bits)) & period_mask;
        // A difference close to the maximum is negative: another process has granted a later period already.
        if (passed == 0 || passed > period_mask - most_ahead) return;
        const auto share = static_cast<Time>(std::min<std::uint64_t>(pot.share, whole));
        const Time part = period_ / 1000 * share / (whole / 1000);
        const Time left = difference(old, taken(lane));
        const Time added = part * static_cast<Time>(passed);
        // Debt is paid back, one period after the other.
        const Time now_there = std::min(std::min(left, part) + added, 2 * part);
        const std::uint64_t amount = old + static_cast<std::uint64_t>(now_there - left);
        if (pot.grant.compare_exchange_weak(old, packed(number & period_mask, amount))) return;
    }
}

// The time in a word, clamped to a possible distance from now, since other processes write these words.
Time Arbiter::time_in(std::uint64_t word, Time now) const {
    constexpr std::uint64_t farthest = 1000 * second;
    const auto distance = static_cast<Time>(word - static_cast<std::uint64_t>(now));
    return now + std::clamp<Time>(distance, -static_cast<Time>(farthest), static_cast<Time>(farthest));
}

// A lane that asked a moment ago and has credit left will ask again.
bool Arbiter::do_others_have_credit(std::size_t lane, Time now) const {
    for (std::size_t other = lane % resource_count; other < lanes(); other += resource_count) {
        const std::uint64_t asked = pot(other).asked;
        if (other == lane || asked == 0 || time_in(asked - 1, now) < now) continue;
        grant(other);
        if (available(other) > 0) return true;
    }
    return false;
}

// Adds to its own word first and checks afterwards: of two workers at the same moment both may get less, but never the
// same credit.
Time Arbiter::take_from(const Worker& worker, std::size_t lane, Time wanted) const {
    grant(lane);
    Word& own = entry(worker.place, lane).taken;
    const Time amount = std::min(wanted, available(lane));
    if (amount <= 0) return 0;
    own += static_cast<std::uint64_t>(amount);
    const Time left = available(lane);
    if (left >= 0) return amount;
    const Time too_much = std::min(-left, amount);
    own -= static_cast<std::uint64_t>(too_much);
    return amount - too_much;
}

Time Arbiter::take(const Worker& worker, VgpuId vgpu, Resource resource, Time wanted, Time now) {
    constexpr int most_periods = 1000;  // that one call may begin, if a pot is deep in debt
    if (!is_member(worker) || wanted <= 0) return 0;
    const std::size_t lane = lane_of(vgpu, resource);
    keep_for(vgpu, resource, now + memory_of_others);
    const Time passed = now - time_in(header().started, now);
    if (passed >= longest_) begin_period(header().number, static_cast<std::uint64_t>(passed / longest_), now);
    for (int count = 0; count < most_periods; ++count) {
        const std::uint64_t number = header().number;
        const Time got = take_from(worker, lane, wanted);
        if (got > 0) return got;
        if (pot(lane).share == 0 || do_others_have_credit(lane, now)) return 0;
        begin_period(number, 1, now);
    }
    return 0;
}

void Arbiter::spend(const Worker& worker, VgpuId vgpu, Resource resource, Time used, Time now) {
    if (!is_member(worker)) return;
    Entry& own = entry(worker.place, lane_of(vgpu, resource));
    keep_for(vgpu, resource, now + memory_of_others);  // it will probably ask again
    // More was used than taken, so the pot gets into debt. `taken` is written first, so that `spent` never exceeds it:
    // if it does, another process wrote it, and it is not a debt.
    const Time beyond = used - std::max<Time>(difference(own.taken, own.spent), 0);
    if (beyond > 0) own.taken += static_cast<std::uint64_t>(beyond);
    own.spent += static_cast<std::uint64_t>(std::max<Time>(used, 0));
}

void Arbiter::give_back(const Worker& worker, VgpuId vgpu, Resource resource, Time unused) {
    if (!is_member(worker)) return;
    Entry& own = entry(worker.place, lane_of(vgpu, resource));
    const Time held = difference(own.taken, own.spent);
    own.taken -= static_cast<std::uint64_t>(std::clamp<Time>(unused, 0, std::max<Time>(held, 0)));
}

void Arbiter::keep_for(VgpuId vgpu, Resource resource, Time until) {
    pot(lane_of(vgpu, resource)).asked = static_cast<std::uint64_t>(until) + 1;
}

Time Arbiter::next_period() const {
    const std::uint64_t started = header().started;
    return static_cast<Time>(std::min(started, static_cast<std::uint64_t>(never - longest_))) + longest_;
}

std::uint64_t Arbiter::periods() const {
    return header().number;
}

// Idempotent, so that it can be repeated if the process dies in between.
void Arbiter::put_back(std::uint32_t place) const {
    for (std::size_t lane = 0; lane < lanes(); ++lane) {
        Entry& left = entry(place, lane);
        left.taken.store(left.spent.load());
    }
}

std::size_t Arbiter::reclaim(std::uint32_t own_pid, const std::function<bool(std::uint32_t)>& is_alive, bool is_alone) {
    std::uint64_t busy = header().reclaimer;
    if (!is_alone && busy != 0 && busy != own_pid && is_alive(static_cast<std::uint32_t>(busy))) return 0;
    if (!header().reclaimer.compare_exchange_strong(busy, own_pid)) return 0;
    std::size_t count = 0;
    for (std::uint32_t index = 0; index < most_workers; ++index) {
        std::uint64_t owner = place(index).owner;
        const std::uint32_t pid = pid_of(owner);
        if (pid == 0 || (pid != reclaiming && is_alive(pid))) continue;
        const std::uint32_t generation = generation_of(owner);
        if (!place(index).owner.compare_exchange_strong(owner, owner_word(reclaiming, generation))) continue;
        put_back(index);
        place(index).owner = owner_word(0, generation);
        ++count;
    }
    header().reclaimer = 0;
    return count;
}

void Arbiter::heal_entries(std::uint32_t place, Time most_held) const {
    for (std::size_t lane = 0; lane < lanes(); ++lane) {
        Entry& entry = this->entry(place, lane);
        // Read in this order, since the owner writes `taken` before `spent`.
        const std::uint64_t spent = entry.spent;
        const Time held = difference(entry.taken, spent);
        if (held < 0 || held > most_held) entry.spent.store(entry.taken);
    }
}

void Arbiter::heal(Time most_debt, Time now) {
    const auto places = static_cast<std::uint32_t>(std::min<std::uint64_t>(header().places, most_workers));
    for (std::uint32_t place = 0; place < places; ++place)
        heal_entries(place, most_debt);
    if (header().started > static_cast<std::uint64_t>(now)) header().started = static_cast<std::uint64_t>(now);
    for (std::size_t lane = 0; lane < lanes(); ++lane) {
        Pot& pot = this->pot(lane);
        pot.asked = 0;
        std::uint64_t old = pot.grant;
        const std::uint64_t taken = this->taken(lane);
        const Time left = difference(old, taken);
        if (left >= -most_debt && left <= most_debt) continue;
        // If another process gets in between, it has corrected the value, or will next time.
        pot.grant.compare_exchange_strong(old, packed(old >> amount_bits, taken));
    }
}

Arbiter::Sums Arbiter::sums(VgpuId vgpu, Resource resource) const {
    const std::size_t lane = lane_of(vgpu, resource);
    const auto places = static_cast<std::uint32_t>(std::min<std::uint64_t>(header().places, most_workers));
    Sums sums;
    std::uint64_t spent = 0;
    for (std::uint32_t index = 0; index < places; ++index)
        spent += entry(index, lane).spent;
    sums.spent = static_cast<Time>(spent);
    sums.taken = sums.spent + difference(taken(lane), spent);
    sums.granted = sums.taken + difference(pot(lane).grant, taken(lane));
    return sums;
}

}  // namespace ringfence::sched
