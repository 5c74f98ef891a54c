// How much several processes may have together, of each kind of thing (base/limits.h): what workers grant to the
// sessions of a tenant, and the host memory that they grant to all.
//
// A memory file with limits, and for each kind a word for each process. Everybody adds to his own word and looks at the
// sum. When a process has ended, whoever made the file clears its words. Limits can be changed at any time: they hold
// for what is taken from then on. Safe for several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

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
    // `place`: which words are this process's.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> join(int file, std::size_t place);
    // For one process alone.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> create(const SessionLimits& limits);

    // Of those that are sums (LimitReach), and 0 is none.
    void set_limits(const SessionLimits& limits);
    std::uint64_t limit(Limit kind) const;

    // False if the sum would exceed the limit less `leaving`.
    [[nodiscard]] bool take(Limit kind, std::uint64_t amount, std::uint64_t leaving = 0);
    void give_back(Limit kind, std::uint64_t amount) { own(kind) -= amount; }
    // Of all processes. More than there can be, if somebody wrote nonsense.
    std::uint64_t taken(Limit kind) const;
    // What could still be taken; a lot if there is no limit.
    std::uint64_t left(Limit kind) const;
    // Of the process at a place, and that it is gone.
    std::uint64_t taken_at(Limit kind, std::size_t place) const;
    void clear(std::size_t place);

    // How often somebody wanted more of it than there was, of this budget or of less than it, since the file was made.
    void note_reached(Limit kind);
    std::uint64_t reached(Limit kind) const;

private:
    struct File;
    using Word = std::atomic<std::uint64_t>;

    SharedBudget(MappedMemory memory, std::size_t place);
    File& file() const;
    Word& own(Limit kind) const;

    MappedMemory memory_;
    std::size_t place_;
};

// What host memory all sessions may have together, unless somebody says otherwise: half of the machine's.
std::uint64_t usual_host_memory();

}  // namespace ringfence
