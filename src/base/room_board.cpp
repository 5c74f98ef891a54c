#include "base/room_board.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "base/kept_places.h"
#include "base/memory_file.h"

namespace ringfence {

namespace {

// A question is a number, and how often it was asked.
constexpr std::uint64_t askings = 256;

std::uint64_t added(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::uint64_t in_nanoseconds(RoomBoard::Clock::time_point time) {
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(time.time_since_epoch()).count());
}

std::uint64_t count_of(std::chrono::nanoseconds time) {
    return static_cast<std::uint64_t>(time.count());
}

// How long ago that was, by the word of another process. Two processes may read the clock in one order and write in the
// other; a time further ahead is ignored, or it would stay recent for ever.
std::uint64_t age_of(std::uint64_t said, RoomBoard::Clock::time_point now) {
    const std::uint64_t later = in_nanoseconds(now);
    if (said <= later) return later - said;
    return said - later > count_of(RoomBoard::longest_silence) ? std::numeric_limits<std::uint64_t>::max() : 0;
}

}  // namespace

// In a cache line of its own, or two.
struct alignas(128) RoomBoard::Line {
    Word question;  // 0: it needs nothing
    Word wanted;
    Word is_way_back;
    Word said;   // when it was said last
    Word since;  // when it was said first
    Word answers;
    Word movable;
    Word ready;
    Word is_at_work;
    Word priority;
    Word last_use;
    Word claimed;
};

struct RoomBoard::File {
    Word places;  // no process has joined at this one, or above
    Word last_number;
    Line lines[most_processes];
};

Result<UniqueFd> RoomBoard::create_file() {
    static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));
    return create_memory_file("ringfence-rooms", sizeof(File));
}

Result<std::shared_ptr<RoomBoard>> RoomBoard::join(int file, std::size_t place, std::chrono::nanoseconds patience,
                                                   std::chrono::nanoseconds silence) {
    if (place >= most_processes) return Error::internal("there is no place " + std::to_string(place) + " on a board");
    RF_TRY(const std::uint64_t bytes, memory_file_bytes(file));
    if (bytes != sizeof(File)) return Error::internal("a board's file has another size");
    RF_TRY(MappedMemory memory, MappedMemory::map(file, sizeof(File)));
    return std::shared_ptr<RoomBoard>(new RoomBoard(std::move(memory), place, patience, silence));
}

RoomBoard::RoomBoard(MappedMemory memory, std::size_t place, std::chrono::nanoseconds patience,
                     std::chrono::nanoseconds silence)
    : memory_(std::move(memory)), place_(place), patience_(patience), silence_(silence) {
    std::uint64_t known = file().places;
    while (known <= place && !file().places.compare_exchange_weak(known, place + 1)) {
    }
}

RoomBoard::File& RoomBoard::file() const {
    return *reinterpret_cast<File*>(memory_.bytes().data());
}

RoomBoard::Line& RoomBoard::own() const {
    return file().lines[place_];
}

std::size_t RoomBoard::places() const {
    return std::min<std::uint64_t>(file().places, most_processes);
}

// The number is written last: its other words are valid by then.
void RoomBoard::want(std::uint64_t bytes, bool is_way_back, Clock::time_point now) {
    Line& line = own();
    line.wanted = bytes;
    line.is_way_back = is_way_back ? 1 : 0;
    line.said = in_nanoseconds(now);
    if (line.question != 0) return;
    line.since = in_nanoseconds(now);
    line.question = (file().last_number.fetch_add(1) + 1) * askings;
}

void RoomBoard::want_still(Clock::time_point now) {
    if (own().question != 0) own().said = in_nanoseconds(now);
}

// The count wraps around to the first question, whose answers are long forgotten.
void RoomBoard::ask_again(Clock::time_point now) {
    const std::uint64_t question = own().question;
    if (question == 0) return;
    own().since = in_nanoseconds(now);
    own().question = question / askings * askings + (question + 1) % askings;
}

void RoomBoard::want_nothing_more() {
    own().wanted = 0;
}

void RoomBoard::withdraw() {
    own().question = 0;
    own().wanted = 0;
}

std::optional<RoomBoard::Wish> RoomBoard::first(Clock::time_point now) const {
    std::optional<Wish> found;
    for (std::size_t place = 0; place < places(); ++place) {
        const Line& line = file().lines[place];
        const std::uint64_t question = line.question;
        if (question == 0 || (found && question / askings >= found->question / askings)) continue;
        if (age_of(line.said, now) > count_of(silence_)) continue;
        found = Wish{question, line.wanted, line.is_way_back != 0, place == place_};
    }
    return found;
}

bool RoomBoard::is_anothers_turn(Clock::time_point now) const {
    const std::optional<Wish> wish = first(now);
    return wish && !wish->is_own;
}

// The answer comes last, as above.
void RoomBoard::offer(const Offer& offer, std::uint64_t question) {
    Line& line = own();
    line.movable = offer.movable;
    line.ready = offer.ready;
    line.is_at_work = offer.is_at_work ? 1 : 0;
    line.priority = offer.priority;
    line.last_use = static_cast<std::uint64_t>(offer.last_use.count());
    change_claim(0);
    if (question != 0) line.answers = question;
}

std::uint64_t RoomBoard::missing_for(const Wish& wish, const std::function<std::uint64_t()>& free_bytes,
                                     Clock::time_point now) const {
    const std::uint64_t free = free_bytes();
    const std::optional<Wish> still = first(now);
    if (!still || still->question != wish.question || still->bytes != wish.bytes) return 0;
    return wish.bytes - std::min(wish.bytes, free);
}

std::vector<std::size_t> RoomBoard::answered(const Wish& wish, bool& is_complete) const {
    std::vector<std::size_t> found;
    is_complete = true;
    for (std::size_t place = 0; place < places(); ++place) {
        const Line& line = file().lines[place];
        if (line.movable == 0) continue;
        if (line.answers == wish.question) {
            found.push_back(place);
        } else {
            is_complete = false;
        }
    }
    return found;
}

bool RoomBoard::goes_before(std::size_t a, std::size_t b) const {
    const auto key = [this](std::size_t place) {
        const Line& line = file().lines[place];
        return std::tuple(line.is_at_work.load(), line.priority.load(), line.last_use.load(), place);
    };
    return key(a) < key(b);
}

std::uint64_t RoomBoard::part_of(std::uint64_t missing, const Wish& wish, Clock::time_point now) const {
    bool is_complete = false;
    std::vector<std::size_t> givers = answered(wish, is_complete);
    // A worker that suits better may not have answered yet.
    std::uint64_t since = in_nanoseconds(now);
    for (std::size_t place = 0; place < places(); ++place) {
        if (file().lines[place].question == wish.question) since = file().lines[place].since;
    }
    if (!is_complete && age_of(since, now) < count_of(patience_)) return 0;
    // Not sorted: others write while we look, and only lines before ours matter.
    for (const std::size_t place : givers) {
        if (place != place_ && goes_before(place, place_))
            missing -= std::min<std::uint64_t>(missing, file().lines[place].ready);
    }
    return std::min<std::uint64_t>(missing, own().ready);
}

// Memory that is being taken can be moved once it is there.
std::uint64_t RoomBoard::movable_elsewhere() const {
    std::uint64_t sum = claimed_elsewhere();
    for (std::size_t place = 0; place < places(); ++place) {
        if (place != place_) sum = added(sum, file().lines[place].movable);
    }
    return sum;
}

void RoomBoard::claim(std::uint64_t bytes) {
    change_claim(bytes);
}

void RoomBoard::drop_claim(std::uint64_t bytes) {
    change_claim(0 - bytes);
}

void RoomBoard::change_claim(std::uint64_t difference) {
    const MutexLock lock(mutex_);
    claimed_ += difference;
    own().claimed = claimed_;
}

std::uint64_t RoomBoard::claimed_elsewhere() const {
    std::uint64_t sum = 0;
    for (std::size_t place = 0; place < places(); ++place) {
        if (place != place_) sum = added(sum, file().lines[place].claimed);
    }
    return sum;
}

void RoomBoard::clear(std::size_t place) {
    Line& line = file().lines[place];
    for (Word* word : {&line.question, &line.wanted, &line.is_way_back, &line.said, &line.since, &line.answers,
                       &line.movable, &line.ready, &line.is_at_work, &line.priority, &line.last_use, &line.claimed})
        *word = 0;
}

void RoomBoard::keep_only(std::span<const std::size_t> places) {
    const KeptPlaces kept(places);
    file().places = kept.end();
    for (std::size_t place = 0; place < most_processes; ++place) {
        if (!kept.has(place)) clear(place);
    }
}

}  // namespace ringfence
