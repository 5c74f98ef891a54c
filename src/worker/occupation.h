// Records a thread's present step and its beginning. Another thread reports that to the supervisor, which ends a worker
// that is stuck in one step (docs/supervisor.md).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "base/mutex.h"

namespace ringfence::worker {

class Occupation {
public:
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;
    struct Busy {
        std::string_view with;
        std::chrono::milliseconds time;
    };

    explicit Occupation(Now now) : now_(std::move(now)) {}
    Occupation(const Occupation&) = delete;
    Occupation& operator=(const Occupation&) = delete;

    // The thread is busy with this step while the object exists. `with`: a string literal, since it is not copied.
    class Scope {
    public:
        Scope(Occupation& occupation, std::string_view with) : occupation_(occupation) {
            const MutexLock lock(occupation_.mutex_);
            occupation_.current_ = {with, occupation_.now_()};
        }
        ~Scope() {
            const MutexLock lock(occupation_.mutex_);
            occupation_.current_.reset();
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Occupation& occupation_;
    };

    // Callable from any thread. Nothing: the thread is idle.
    [[nodiscard]] std::optional<Busy> look() const {
        const MutexLock lock(mutex_);
        if (!current_) return std::nullopt;
        return Busy{current_->with, std::chrono::duration_cast<std::chrono::milliseconds>(now_() - current_->since)};
    }

private:
    struct Current {
        std::string_view with;
        Clock::time_point since;
    };

    const Now now_;
    mutable Mutex mutex_;
    std::optional<Current> current_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::worker
