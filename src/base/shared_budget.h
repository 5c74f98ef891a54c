// How much of something several processes may have together: host memory that workers grant to sessions.
//
// A memory file with a word for each process. Everybody adds to his own word and looks at the sum. When a process has
// ended, whoever made the file clears its word. Safe for several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/mapped_memory.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

class SharedBudget {
public:
    static constexpr std::size_t most_processes = 512;

    // The file for others to join by.
    [[nodiscard]] static Result<UniqueFd> create_file();
    // `place`: which word is this process's.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> join(int file, std::size_t place, std::uint64_t limit);
    // For one process alone.
    [[nodiscard]] static Result<std::shared_ptr<SharedBudget>> create(std::uint64_t limit);

    // False if the sum would exceed the limit less `leaving`.
    [[nodiscard]] bool take(std::uint64_t bytes, std::uint64_t leaving = 0);
    void give_back(std::uint64_t bytes) { words_[place_] -= bytes; }

    std::uint64_t limit() const { return limit_; }
    // Of all processes. More than there can be, if somebody wrote nonsense.
    std::uint64_t taken() const;
    // Of the process at a place, and that it is gone.
    std::uint64_t taken_at(std::size_t place) const { return words_[place]; }
    void clear(std::size_t place) { words_[place] = 0; }

private:
    SharedBudget(MappedMemory memory, std::size_t place, std::uint64_t limit);

    MappedMemory memory_;
    std::span<std::atomic<std::uint64_t>> words_;
    std::size_t place_;
    std::uint64_t limit_;
};

// What host memory all sessions may have together, unless somebody says otherwise: half of the machine's.
std::uint64_t usual_host_memory();

}  // namespace ringfence
