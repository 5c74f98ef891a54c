// The memory that making a session's modules ready takes of the worker: it counts as the session's host memory.
//
// Every session has some of it free, like what every session copies through: what usual modules take for a moment
// does not count, so a program with little host memory loads them as ever.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/account.h"
#include "base/effort.h"
#include "base/mutex.h"

namespace ringfence::worker {

class LoadMemory : public std::enable_shared_from_this<LoadMemory> {
public:
    static constexpr std::uint64_t free_bytes = std::uint64_t{32} << 20U;

    explicit LoadMemory(std::shared_ptr<Account> account) : account_(std::move(account)) {}

    // From any thread. The error is that of the limit that was reached.
    Result<void> take(std::uint64_t bytes);
    void give_back(std::uint64_t bytes);

    // Keeps it alive.
    Effort::Counter counter();

private:
    static std::uint64_t counted(std::uint64_t bytes) { return bytes > free_bytes ? bytes - free_bytes : 0; }

    const std::shared_ptr<Account> account_;
    Mutex mutex_;
    std::uint64_t taken_ RF_GUARDED_BY(mutex_) = 0;
};

}  // namespace ringfence::worker
