// Turns on a card, among all its workers: the memory by which they agree (docs/scheduling.md, "Across workers").
//
// A memory file that every worker has. For each resource of the card there is a turn, which one worker has at a time,
// and the credits of virtual GPUs (arbiter.h), which say who may take it. Each worker has a line: the virtual GPU of
// its sessions, when it last used the card, and whether it waits for a turn.
//
// A worker can be killed at any moment. Each step is one write to one word. The maker of the file clears the words of
// dead workers; if it does not, a turn that lasts too long can be taken away, and a line counts for a moment only. If a
// compromised worker writes to another's line, an impossible value is not believed, and no value for long. Workers are
// trusted: they can write anything here, and a word that is read is a number like any other. Safe for several threads,
// but for credits(), which is one thread's at a time.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "sched/arbiter.h"
#include "sched/types.h"
#include "sched/virtual_gpu.h"

namespace ringfence::sched {

class CardBoard {
public:
    // A file has a board for each: which of them a worker has is known when it has opened its device.
    enum class Card : std::uint8_t { Software, Hardware };
    static constexpr std::size_t card_count = 2;
    static constexpr std::size_t most_processes = 512;
    static constexpr std::uint32_t most_vgpus = 256;
    // A worker that used the card within this time counts as being there.
    static constexpr Time memory_of_others = second;
    // A turn that lasts longer can be taken by another.
    static constexpr Time longest_turn = second;
    // A wait counts for this long, unless it is repeated.
    static constexpr Time longest_waiting = second;

    [[nodiscard]] static Result<UniqueFd> create_file(Time now);
    // `place`: which line is this process's. 0: it only clears others' lines.
    [[nodiscard]] static Result<std::shared_ptr<CardBoard>> join(int file, std::size_t place, Card card);
    ~CardBoard();
    CardBoard(const CardBoard&) = delete;
    CardBoard& operator=(const CardBoard&) = delete;

    // The number that a virtual GPU has on this card, for all workers. Beyond most_vgpus they share the last one.
    [[nodiscard]] VgpuId number_of(std::string_view name);

    // The virtual GPU of the sessions here.
    enum class Sessions : std::uint8_t { None, OfOne, OfSeveral };
    void say_sessions(Sessions sessions, VgpuId number);
    // Sessions of several are on the card, in all workers together. Costs a look at one word.
    [[nodiscard]] bool has_several_vgpus() const;

    void note_use(Resource resource, Time now);
    [[nodiscard]] bool do_others_use(Resource resource, Time now) const;
    // It has credit and waits for the turn; counts until then, at most for longest_waiting, and 0 is not at all.
    void say_waiting(Resource resource, Time until);
    [[nodiscard]] bool do_others_wait(Resource resource, Time now) const;

    // False: another has it.
    [[nodiscard]] bool take_turn(Resource resource, Time now);
    [[nodiscard]] bool has_turn(Resource resource) const;
    void end_turn(Resource resource);
    [[nodiscard]] std::uint64_t turns_taken(Resource resource) const;

    // Something has changed for those who wait: a number, and a sleep until it is another.
    [[nodiscard]] std::uint32_t changes() const;
    void await_change(std::uint32_t seen, std::chrono::nanoseconds at_most) const;

    Arbiter& credits() { return credits_; }
    // Its place there; a new one if the old was taken away.
    [[nodiscard]] const Arbiter::Worker& worker();

    // A process is gone.
    void clear(std::size_t place);
    // For the clearing process: workers will be told of this virtual GPU, so its name and shares are right.
    void know(const VirtualGpu& vgpu);
    // Only these processes are there. One that is gone may have written anything anywhere: other lines are cleared,
    // unknown names are forgotten, and shares are set to their known values.
    void keep_only(std::span<const std::size_t> places, Time now);

private:
    using Word = std::atomic<std::uint64_t>;
    struct Line;
    struct File;

    CardBoard(MappedMemory memory, Arbiter credits, std::size_t card, std::size_t place);
    [[nodiscard]] static std::size_t bytes_of_card();
    [[nodiscard]] File& file() const;
    [[nodiscard]] Line& own() const;
    [[nodiscard]] std::size_t places() const;
    [[nodiscard]] bool look_for_several() const;
    void tell_change() const;
    void clear_line(std::size_t place) const;

    MappedMemory memory_;
    std::size_t card_;
    std::size_t place_;
    Arbiter credits_;
    Arbiter::Worker worker_;
    struct Known {
        std::uint64_t name = 0;
        std::array<Share, resource_count> shares{};
        bool has_shares = false;
    };
    std::array<Known, most_vgpus> known_{};
    std::array<Word, resource_count> own_turns_{};  // as they were written
    mutable Word seen_several_{UINT64_MAX};         // the number of the last change of sessions, and the result then
};

}  // namespace ringfence::sched
