#include "base/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

namespace ringfence {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected, std::chrono::nanoseconds timeout) {
    if (timeout <= std::chrono::nanoseconds::zero()) return;
    constexpr std::int64_t second = 1'000'000'000;
    const std::timespec relative = {static_cast<std::time_t>(timeout.count() / second),
                                    static_cast<long>(timeout.count() % second)};
    ::syscall(SYS_futex, &word, FUTEX_WAIT, expected, &relative, nullptr, 0);
}

int futex_wake(std::atomic<std::uint32_t>& word, int at_most) {
    const long woken = ::syscall(SYS_futex, &word, FUTEX_WAKE, at_most, nullptr, nullptr, 0);
    return woken < 0 ? 0 : static_cast<int>(woken);
}

}  // namespace ringfence
