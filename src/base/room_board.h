// Workers that need room on a card, and workers that could make some: the lines by which the card's workers agree
// (docs/memory-beyond-the-card.md).
//
// A memory file with a line for each worker. A worker that needs room takes a number, and says how much of the card
// must be free for it: the lowest number has the turn, and no other worker takes memory of the card meanwhile. The
// others offer bytes that they could move out, and say how well that suits them. From the lines each of them computes
// its own part, in one order for all: so there is no leader, and no two give for the same need.
//
// Each worker writes to its own line only, and each step is one write. A killed worker leaves a line, which the maker
// of the file clears; until then it counts for a moment only, since a wish has to be repeated. Workers are trusted:
// they can write anything here, and a word that is read is a number like any other. A time in the future is not
// believed, so that no wish lasts for ever. Safe for several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/mapped_memory.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

class RoomBoard {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t most_processes = 512;
    // A wish counts for so long after it was last repeated.
    static constexpr std::chrono::seconds longest_silence{2};
    // How long every worker may take to offer memory, before the offers of the others are enough.
    static constexpr std::chrono::milliseconds longest_silence_of_others{100};

    // The file for others to join by.
    [[nodiscard]] static Result<UniqueFd> create_file();
    // `place`: which line is this process's. `patience`: see longest_silence_of_others. `silence`: longest_silence.
    [[nodiscard]] static Result<std::shared_ptr<RoomBoard>> join(
        int file, std::size_t place, std::chrono::nanoseconds patience = longest_silence_of_others,
        std::chrono::nanoseconds silence = longest_silence);

    // So much of the card must be free. Takes a number if it has none; otherwise says it again.
    void want(std::uint64_t bytes, bool is_way_back, Clock::time_point now);
    // The same as before, if there was something.
    void want_still(Clock::time_point now);
    // Asks workers that could not give anything once more.
    void ask_again(Clock::time_point now);
    // It has the room that it wanted, and keeps the turn while it takes it.
    void want_nothing_more();
    void withdraw();

    struct Wish {
        std::uint64_t question = 0;  // the name that answers use: new for each number, and each time it is asked again
        std::uint64_t bytes = 0;     // that must be free
        bool is_way_back = false;
        bool is_own = false;
    };
    // The wish that has the turn; nothing: no worker needs room.
    [[nodiscard]] std::optional<Wish> first(Clock::time_point now) const;
    // True if another worker has it.
    [[nodiscard]] bool is_anothers_turn(Clock::time_point now) const;
    // The bytes that the card lacks for it. `free_bytes` is called between two looks at the wish: its worker may take
    // the free memory meanwhile, and then nothing is missing.
    [[nodiscard]] std::uint64_t missing_for(const Wish& wish, const std::function<std::uint64_t()>& free_bytes,
                                            Clock::time_point now) const;

    // The memory that this process could move to the host.
    struct Offer {
        std::uint64_t movable = 0;  // ever; less what a recent attempt could not move
        std::uint64_t ready = 0;    // of that, at once
        // Decides which workers move first.
        bool is_at_work = false;
        std::uint32_t priority = 0;
        std::chrono::nanoseconds last_use{0};
    };
    // `question`: which one it answers; 0: none. Writes the claim again too, in case others have overwritten it.
    void offer(const Offer& offer, std::uint64_t question);
    // The bytes that this process is to move, if so many are missing for the worker that has the turn.
    [[nodiscard]] std::uint64_t part_of(std::uint64_t missing, const Wish& wish, Clock::time_point now) const;
    [[nodiscard]] std::uint64_t movable_elsewhere() const;

    // Memory that is being taken from the card and not visible there yet: written before the card is looked at, so if
    // two want the last of it at the same time, both may be refused, and never both get it.
    void claim(std::uint64_t bytes);
    void drop_claim(std::uint64_t bytes);
    [[nodiscard]] std::uint64_t claimed_elsewhere() const;

    // A process is gone.
    void clear(std::size_t place);
    // Only these are there: one that is gone may have written to any other line.
    void keep_only(std::span<const std::size_t> places);

private:
    using Word = std::atomic<std::uint64_t>;
    struct Line;
    struct File;

    RoomBoard(MappedMemory memory, std::size_t place, std::chrono::nanoseconds patience,
              std::chrono::nanoseconds silence);
    File& file() const;
    Line& own() const;
    std::size_t places() const;
    std::vector<std::size_t> answered(const Wish& wish, bool& is_complete) const;
    bool goes_before(std::size_t a, std::size_t b) const;

    void change_claim(std::uint64_t difference);

    MappedMemory memory_;
    std::size_t place_;
    std::chrono::nanoseconds patience_;
    std::chrono::nanoseconds silence_;
    Mutex mutex_;
    std::uint64_t claimed_ RF_GUARDED_BY(mutex_) = 0;  // ours, whatever others have written to the line
};

}  // namespace ringfence
