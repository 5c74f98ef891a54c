// A budget that several processes share, for each limited kind (base/limits.h): the grants of workers to the sessions
// of a tenant, and the host memory that they grant to all.
//
// A memory file with limits, and for each kind a word for each process. Each process writes its usage to its own word,
// and looks at the sum. It keeps its usage in its own memory: other processes' writes to its word last until it writes
// it again. When a process has ended, the maker of the file clears its words. Limits can be changed at any time: they
// hold for later requests. Safe for several threads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/limits.h"
#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

class SharedBudget {
public:
    static constexpr std::size_t most_processes = 512;

    // The file for others to join by.
    [[nodiscard]] static Result<UniqueFd> create_file();
    // `place`: which words are this process's. Once for each file: two would each know of a part.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> join(int file, std::size_t place);
    // For one process alone.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> create(const SessionLimits& limits);

    // For kinds that are sums (LimitReach); 0 is none.
    void set_limits(const SessionLimits& limits);
    std::uint64_t limit(Limit kind) const;

    // True if this budget is in that file.
    [[nodiscard]] bool is_of(int file) const;

    // False if the sum would exceed the limit less `leaving`.
    [[nodiscard]] bool take(Limit kind, std::uint64_t amount, std::uint64_t leaving = 0);
    void give_back(Limit kind, std::uint64_t amount) { change(kind, 0 - amount); }
    // Says again what this process has.
    void say_own();
    // The sum over all processes. Implausibly large if a process wrote nonsense.
    std::uint64_t taken(Limit kind) const;
    // The amount that could still be taken; a lot if there is no limit.
    std::uint64_t left(Limit kind) const;
    // The usage of the process at a place; and clears it when the process is gone.
    std::uint64_t taken_at(Limit kind, std::size_t place) const;
    void clear(std::size_t place);
    // Only these processes are there: one that is gone may have written to any other place.
    void keep_only(std::span<const std::size_t> places);

    // Unused host memory that this process keeps for data that does not fit on the card (Limit::HostBacking): reported,
    // not granted. Each keeper looks at the sum, and gives memory back when it is too much.
    void set_kept(std::uint64_t bytes);
    // The sum over all processes, as taken().
    std::uint64_t kept() const;

    // How often a session wanted more than there was, of this budget or of less than it, since the file was made.
    void note_reached(Limit kind);
    std::uint64_t reached(Limit kind) const;

private:
    struct File;
    using Word = std::atomic<std::uint64_t>;

    struct Identity {
        std::uint64_t device = 0;
        std::uint64_t number = 0;
        bool operator==(const Identity&) const = default;
    };

    SharedBudget(MappedMemory memory, std::size_t place, const Identity& identity);
    static Identity identity_of(int file);
    File& file() const;
    bool has_room(Limit kind, std::uint64_t amount, std::uint64_t most) const;
    void change(Limit kind, std::uint64_t difference);
    static void say(const Word& own, Word& said);

    MappedMemory memory_;
    std::size_t place_;
    Identity identity_;
    std::array<Word, limit_count> own_{};
    Word own_kept_{0};
};

// The default for the host memory of all sessions together: half of the machine's.
std::uint64_t usual_host_memory();

}  // namespace ringfence
