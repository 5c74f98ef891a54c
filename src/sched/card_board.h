// Shared memory in which all workers of a card agree on turns (docs/scheduling.md, "Across workers").
//
// It is a memory file that every worker maps. For each resource of the card there is a turn, which one worker has at a
// time, and the credits of virtual GPUs (arbiter.h), which decide who may take it. Each worker has a line: the virtual
// GPU of its sessions, when it last used the card, and whether it waits for a turn.
//
// A worker can be killed at any moment, so each step is a single write to one word. The maker of the file clears the
// words of dead workers; if it does not, a turn that lasts too long can be taken, and a line is valid only for a short
// time. If a compromised worker writes to other lines, impossible values are ignored, and others are not valid for
// long. All values are only numbers, so a worker can do no more than disturb turns. Safe for several threads, but for
// credits(), which is for one thread at a time.
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
    // A file has one board for each. A worker knows which one it needs when it has opened its device.
    enum class Card : std::uint8_t { Software, Hardware };
    static constexpr std::size_t card_count = 2;
    static constexpr std::size_t most_processes = 512;
    static constexpr std::uint32_t most_vgpus = 256;
    // A worker that used the card within this time counts as a user.
    static constexpr Time memory_of_others = second;
    // A turn that lasts longer can be taken by another worker.
    static constexpr Time longest_turn = second;
    // A wait is valid for so long, unless it is repeated.
    static constexpr Time longest_waiting = second;

    [[nodiscard]] static Result<UniqueFd> create_file(Time now);
    // `place`: the number of this process's line. 0: this process only clears others' lines.
    [[nodiscard]] static Result<std::shared_ptr<CardBoard>> join(int file, std::size_t place, Card card);
    ~CardBoard();
    CardBoard(const CardBoard&) = delete;
    CardBoard& operator=(const CardBoard&) = delete;

    // The virtual GPU's number on this card, for all workers. Beyond most_vgpus, further ones share the last.
    [[nodiscard]] VgpuId number_of(std::string_view name);

    // Publishes whose sessions this worker has: none, of one virtual GPU (`number`), or of several.
    enum class Sessions : std::uint8_t { None, OfOne, OfSeveral };
    void say_sessions(Sessions sessions, VgpuId number);
    // True if sessions of several virtual GPUs are on the card, in all workers together. Costs one load.
    [[nodiscard]] bool has_several_vgpus() const;

    void note_use(Resource resource, Time now);
    [[nodiscard]] bool do_others_use(Resource resource, Time now) const;
    // This worker has credit and waits for the turn, until then (at most longest_waiting); 0: it does not wait.
    void say_waiting(Resource resource, Time until);
    [[nodiscard]] bool do_others_wait(Resource resource, Time now) const;

    // False if another worker has the turn.
    [[nodiscard]] bool take_turn(Resource resource, Time now);
    [[nodiscard]] bool has_turn(Resource resource) const;
    void end_turn(Resource resource);
    [[nodiscard]] std::uint64_t turns_taken(Resource resource) const;

    // A number that changes when waiting workers should look again; and a wait until it is not `seen`.
    [[nodiscard]] std::uint32_t changes() const;
    void await_change(std::uint32_t seen, std::chrono::nanoseconds at_most) const;

    Arbiter& credits() { return credits_; }
    // This worker's place among the credits; a new one if the old one was lost.
    [[nodiscard]] const Arbiter::Worker& worker();

    // Clears the line of a process that is gone.
    void clear(std::size_t place);
    // For the clearing process: this virtual GPU exists, with this name and these shares.
    void know(const VirtualGpu& vgpu);
    // Only these processes still exist. Those that are gone may have written anything anywhere: so other lines are
    // cleared, unknown names are removed, and shares are set to their known values.
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
    std::array<Word, resource_count> own_turns_{};  // as this process wrote them
    mutable Word seen_several_{UINT64_MAX};         // the last change of sessions that was seen, and the result
};

}  // namespace ringfence::sched
