#include "sched/card_board.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/futex.h"
#include "base/kept_places.h"
#include "base/memory_file.h"

namespace ringfence::sched {
namespace {

constexpr Time credit_period = 30 * millisecond;
constexpr Time longest_period = 10 * credit_period;
constexpr Time most_debt = 60 * second;  // larger values come from a broken process
constexpr std::uint64_t of_several = UINT64_MAX;
constexpr std::uint32_t clearing_process = UINT32_MAX - 1;  // the clearing process, for the arbiter

// A turn's word: its owner, and since when, in microseconds.
constexpr unsigned place_bits = 10;
constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
static_assert(CardBoard::most_processes <= place_mask);

std::uint64_t turn_of(std::size_t place, Time now) {
    return (static_cast<std::uint64_t>(now / microsecond) << place_bits) | place;
}
// In both directions: wrong values from a broken process must not last, and `now` may be a moment before the
// beginning.
bool is_too_long(std::uint64_t turn, Time now) {
    const Time distance = static_cast<Time>(turn >> place_bits) - now / microsecond;
    return std::abs(distance) > CardBoard::longest_turn / microsecond;
}

// Checks a time that others have written: one too far in the future is wrong, and would be valid for ever.
bool is_between(std::uint64_t word, Time first, Time last) {
    return word >= static_cast<std::uint64_t>(first) && word <= static_cast<std::uint64_t>(last);
}

// Never 0, which means no name. FNV-1a, since processes of different versions must compute the same.
std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const char letter : name)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100'0000'01b3;
    return hash == 0 ? 1 : hash;
}

}  // namespace

struct alignas(128) CardBoard::Line {
    Word sessions;  // 0: none; a virtual GPU's number plus one; of_several
    Word used[resource_count];
    Word waits[resource_count];  // until when each wait is valid
};

// Followed by the credits.
struct alignas(128) CardBoard::File {
    Word places;  // all processes have places below this
    Word session_changes;
    std::atomic<std::uint32_t> changes;
    Word turns[resource_count];
    Word turns_taken[resource_count];
    Word names[most_vgpus];
    Line lines[most_processes];
};

std::size_t CardBoard::bytes_of_card() {
    constexpr std::size_t alignment = alignof(File);
    return sizeof(File) + (Arbiter::bytes_for(most_vgpus) + alignment - 1) / alignment * alignment;
}

Result<UniqueFd> CardBoard::create_file(Time now) {
    static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
    const std::size_t bytes = card_count * bytes_of_card();
    RF_TRY(UniqueFd file, create_memory_file("ringfence-cards", bytes));
    RF_TRY(const MappedMemory memory, MappedMemory::map(file.get(), bytes));
    for (std::size_t card = 0; card < card_count; ++card) {
        const auto credits = memory.bytes().subspan(card * bytes_of_card() + sizeof(File));
        RF_RETURN_IF_ERROR(Arbiter::create(credits, most_vgpus, credit_period, now, longest_period));
    }
    return file;
}

Result<std::shared_ptr<CardBoard>> CardBoard::join(int file, std::size_t place, Card card) {
    if (place >= most_processes) return Error::internal("there is no place " + std::to_string(place) + " on a board");
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(file));
    if (bytes != card_count * bytes_of_card()) return Error::internal("a board's file has another size");
    RF_TRY(MappedMemory memory, MappedMemory::map(file, bytes));
    const std::size_t at = static_cast<std::size_t>(card) * bytes_of_card() + sizeof(File);
    RF_TRY(Arbiter credits, Arbiter::open(memory.bytes().subspan(at, bytes_of_card() - sizeof(File))));
    std::shared_ptr<CardBoard> board(new CardBoard(std::move(memory), credits, static_cast<std::size_t>(card), place));
    if (place != 0) {
        RF_TRY(board->worker_, board->credits_.join(static_cast<std::uint32_t>(place)));
    }
    return board;
}

CardBoard::CardBoard(MappedMemory memory, Arbiter credits, std::size_t card, std::size_t place)
    : memory_(std::move(memory)), card_(card), place_(place), credits_(credits) {
    std::uint64_t known = file().places;
    for (int tries = 0; known <= place && tries < 1000; ++tries) {
        if (file().places.compare_exchange_weak(known, place + 1)) break;
    }
    // Names that were there before the clearing process came are trusted.
    for (std::size_t number = 0; number < most_vgpus; ++number)
        known_[number].name = file().names[number];
}

CardBoard::~CardBoard() {
    if (place_ == 0) return;
    credits_.leave(worker_);
    clear_line(place_);
    tell_change();
}

const Arbiter::Worker& CardBoard::worker() {
    if (place_ != 0 && !credits_.is_member(worker_)) {
        if (auto again = credits_.join(static_cast<std::uint32_t>(place_)); again.ok()) worker_ = again.take();
    }
    return worker_;
}

CardBoard::File& CardBoard::file() const {
    return *reinterpret_cast<File*>(memory_.bytes().data() + card_ * bytes_of_card());
}

CardBoard::Line& CardBoard::own() const {
    return file().lines[place_];
}

std::size_t CardBoard::places() const {
    return std::min<std::uint64_t>(file().places, most_processes);
}

// Names are never moved, so one pass finds the name or a free place for it.
VgpuId CardBoard::number_of(std::string_view name) {
    const std::uint64_t hash = hash_of(name);
    for (VgpuId number = 0; number < most_vgpus; ++number) {
        std::uint64_t known = file().names[number];
        if (known == hash) return number;
        if (known != 0) continue;
        if (file().names[number].compare_exchange_strong(known, hash) || known == hash) return number;
    }
    return most_vgpus - 1;
}

void CardBoard::say_sessions(Sessions sessions, VgpuId number) {
    std::uint64_t word = 0;
    if (sessions == Sessions::OfSeveral) word = of_several;
    if (sessions == Sessions::OfOne) word = std::uint64_t{number} + 1;
    own().sessions = word;
    ++file().session_changes;
}

bool CardBoard::has_several_vgpus() const {
    const std::uint64_t change = file().session_changes.load(std::memory_order_acquire) << 1;
    const std::uint64_t seen = seen_several_.load(std::memory_order_relaxed);
    if ((seen & ~std::uint64_t{1}) == change && seen != UINT64_MAX) return (seen & 1) != 0;
    // Read after the number, since later changes have another number.
    const bool has_several = look_for_several();
    seen_several_.store(change | (has_several ? 1 : 0), std::memory_order_relaxed);
    return has_several;
}

bool CardBoard::look_for_several() const {
    std::uint64_t found = 0;
    for (std::size_t place = 0; place < places(); ++place) {
        const std::uint64_t sessions = file().lines[place].sessions;
        if (sessions == 0) continue;
        if (sessions == of_several || (found != 0 && found != sessions)) return true;
        found = sessions;
    }
    return false;
}

void CardBoard::note_use(Resource resource, Time now) {
    own().used[static_cast<std::size_t>(resource)].store(static_cast<std::uint64_t>(now), std::memory_order_relaxed);
}

bool CardBoard::do_others_use(Resource resource, Time now) const {
    const Time oldest = std::max<Time>(now - memory_of_others, 1);
    for (std::size_t place = 0; place < places(); ++place) {
        const Line& line = file().lines[place];
        if (place != place_ &&
            is_between(line.used[static_cast<std::size_t>(resource)], oldest, now + memory_of_others))
            return true;
    }
    return false;
}

void CardBoard::say_waiting(Resource resource, Time until) {
    own().waits[static_cast<std::size_t>(resource)] = static_cast<std::uint64_t>(until);
}

bool CardBoard::do_others_wait(Resource resource, Time now) const {
    for (std::size_t place = 0; place < places(); ++place) {
        const Line& line = file().lines[place];
        if (place != place_ &&
            is_between(line.waits[static_cast<std::size_t>(resource)], now + 1, now + longest_waiting))
            return true;
    }
    return false;
}

bool CardBoard::take_turn(Resource resource, Time now) {
    const auto index = static_cast<std::size_t>(resource);
    std::uint64_t turn = file().turns[index];
    if (turn != 0 && !is_too_long(turn, now)) return false;
    const std::uint64_t own_turn = turn_of(place_, now);
    if (!file().turns[index].compare_exchange_strong(turn, own_turn)) return false;
    own_turns_[index] = own_turn;
    ++file().turns_taken[index];
    return true;
}

bool CardBoard::has_turn(Resource resource) const {
    const auto index = static_cast<std::size_t>(resource);
    const std::uint64_t own_turn = own_turns_[index];
    return own_turn != 0 && file().turns[index] == own_turn;
}

void CardBoard::end_turn(Resource resource) {
    const auto index = static_cast<std::size_t>(resource);
    std::uint64_t own_turn = own_turns_[index].exchange(0);
    if (own_turn != 0 && file().turns[index].compare_exchange_strong(own_turn, 0)) tell_change();
}

std::uint64_t CardBoard::turns_taken(Resource resource) const {
    return file().turns_taken[static_cast<std::size_t>(resource)];
}

std::uint32_t CardBoard::changes() const {
    return file().changes;
}

void CardBoard::await_change(std::uint32_t seen, std::chrono::nanoseconds at_most) const {
    futex_wait(file().changes, seen, at_most);
}

void CardBoard::tell_change() const {
    ++file().changes;
    futex_wake(file().changes);
}

void CardBoard::clear_line(std::size_t place) const {
    Line& line = file().lines[place];
    line.sessions = 0;
    for (std::size_t resource = 0; resource < resource_count; ++resource) {
        line.used[resource] = 0;
        line.waits[resource] = 0;
        std::uint64_t turn = file().turns[resource];
        if ((turn & place_mask) == place) file().turns[resource].compare_exchange_strong(turn, 0);
    }
    ++file().session_changes;
}

void CardBoard::clear(std::size_t place) {
    if (place == 0 || place >= most_processes) return;
    const auto is_alive = [place](std::uint32_t process) { return process != place; };
    static_cast<void>(credits_.reclaim(clearing_process, is_alive, true));
    clear_line(place);
    tell_change();
}

void CardBoard::know(const VirtualGpu& vgpu) {
    const VgpuId number = number_of(vgpu.name);
    // Further ones share the last number.
    if (file().names[number] != hash_of(vgpu.name)) return;
    known_[number] = {hash_of(vgpu.name), vgpu.shares, true};
}

void CardBoard::keep_only(std::span<const std::size_t> places, Time now) {
    const KeptPlaces kept(places);
    file().places = kept.end();
    // Each process has one place among the credits. If several lines name the same place, only the first keeps it; a
    // process that loses its place takes another.
    std::array<bool, most_processes> was_there{};
    const auto is_there = [&](std::uint32_t place) {
        return kept.has(place) && !std::exchange(was_there.at(place), true);
    };
    static_cast<void>(credits_.reclaim(clearing_process, is_there, true));
    for (std::size_t place = 0; place < most_processes; ++place) {
        if (!kept.has(place)) clear_line(place);
    }
    for (VgpuId number = 0; number < most_vgpus; ++number) {
        const Known& known = known_[number];
        if (file().names[number] != known.name) file().names[number] = known.name;
        for (std::size_t index = 0; known.has_shares && index < resource_count; ++index)
            credits_.set_share(number, static_cast<Resource>(index), std::max(known.shares[index], leftover_share));
    }
    credits_.heal(most_debt, now);
    tell_change();
}

}  // namespace ringfence::sched
