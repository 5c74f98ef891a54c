// Who needs room on a card, and who could make some: what the card's workers tell each other
// (docs/memory-beyond-the-card.md).
//
// A memory file with a line for each worker. One that needs room takes a number, and says how much of the card must be
// free for it: the lowest number has the turn, and nobody else takes memory of the card meanwhile. The others say what
// they could move out, and how well that suits. From the lines each of them finds by itself what its part of it is, in
// one order for all: so nobody leads, and no two give for the same.
//
// Everybody writes to his own line only, and each step is one write. Whoever is killed leaves a line, which whoever
// made the file clears; until then, or if nobody does, it counts for a moment only, since what is wanted has to be said
// again and again. Workers are trusted: they can write anything here, and what is read is a number like any other. Safe
// for several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

class RoomBoard {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t most_processes = 512;
    // What is wanted counts for so long after it was said.
    static constexpr std::chrono::seconds longest_silence{2};
    // How long everybody may take to say what it could give, before others' answers are enough.
    static constexpr std::chrono::milliseconds longest_silence_of_others{100};

    // The file for others to join by.
    [[nodiscard]] static Result<UniqueFd> create_file();
    // `place`: which line is this process's.
    [[nodiscard]] static Result<std::shared_ptr<RoomBoard>> join(int file, std::size_t place);

    // So much of the card must be free. Takes a number if it has none; otherwise says it again.
    void want(std::uint64_t bytes, bool is_way_back, Clock::time_point now);
    // The same as before, if there was something.
    void want_still(Clock::time_point now);
    // Those who could not give anything are asked once more.
    void ask_again(Clock::time_point now);
    // It has what it wanted, and keeps the turn while it takes it.
    void want_nothing_more();
    void withdraw();

    struct Wish {
        std::uint64_t question = 0;  // what answers name: another one for each number, and each time it is asked again
        std::uint64_t bytes = 0;     // that must be free
        bool is_way_back = false;
        bool is_own = false;
    };
    // Who has the turn; nothing: nobody needs room.
    [[nodiscard]] std::optional<Wish> first(Clock::time_point now) const;
    // Whether somebody else has it.
    [[nodiscard]] bool is_anothers_turn(Clock::time_point now) const;

    // What this process could move to the host.
    struct Offer {
        std::uint64_t movable = 0;  // ever; without what cannot be moved just now, if somebody has tried
        std::uint64_t ready = 0;    // of that, at once
        // Of those who would move first.
        bool is_at_work = false;
        std::uint32_t priority = 0;
        std::chrono::nanoseconds last_use{0};
    };
    // `question`: which one it answers; 0: none.
    void offer(const Offer& offer, std::uint64_t question);
    // What is to be moved here, if so many bytes are missing for whoever has the turn.
    [[nodiscard]] std::uint64_t part_of(std::uint64_t missing, const Wish& wish, Clock::time_point now) const;
    [[nodiscard]] std::uint64_t movable_elsewhere() const;

    // Memory that is being taken from the card, which does not know of it yet: said before the card is looked at, so of
    // two that want the last of it at the same time both may be refused, and never both get it.
    void claim(std::uint64_t bytes);
    void drop_claim(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t claimed_elsewhere() const;

    // A process is gone.
    void clear(std::size_t place);

private:
    using Word = std::atomic<std::uint64_t>;
    struct Line;
    struct File;

    RoomBoard(MappedMemory memory, std::size_t place);
    File& file() const;
    Line& own() const;
    std::size_t places() const;
    std::vector<std::size_t> answered(const Wish& wish, bool& is_complete) const;
    bool goes_before(std::size_t a, std::size_t b) const;

    MappedMemory memory_;
    std::size_t place_;
};

}  // namespace ringfence
