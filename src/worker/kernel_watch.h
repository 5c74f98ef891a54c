// Notices kernels that run for too long.
//
// Polling every launch would cost more than some launches do. So a stream gets a mark after every few launches, and
// when the session is idle. The work between two marks is a *piece*. A piece may take a kernel's limit times its number
// of launches, from the moment at which its stream was seen to reach it. So no kernel is blamed for the time of others;
// and where kernels are slow, each gets a mark of its own. Time in which the stream waits for the session's other
// streams, or for the client, does not count: then the piece is not on the device.
//
// The session's thread puts the marks. Another thread polls them, since the session's may be stuck in the driver.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/mutex.h"

namespace ringfence::worker {

struct StreamObject;

class KernelWatch {
public:
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;
    static constexpr unsigned launches_per_mark = 16;

    // A stream's own data, used by the session's thread only.
    class Account {
    public:
        // The mark directly after that work, if there is one, so that no second one is put there.
        std::optional<std::uint64_t> mark_behind(std::uint64_t work) const {
            return launch_ == work ? mark_ : std::nullopt;
        }

    private:
        friend class KernelWatch;
        std::uint64_t id_ = 0;   // 0: it has none yet
        unsigned launches_ = 0;  // since the last mark
        unsigned launches_per_mark_ = launches_per_mark;
        std::uint64_t marked_work_ = 0;                  // the work before the last mark
        std::optional<std::uint64_t> mark_;              // the last one
        std::optional<std::uint64_t> launch_;            // the launch before that mark, if it follows one
        std::map<StreamObject*, std::uint64_t> others_;  // streams that it waits for, since that mark
        bool is_listed_ = false;
    };

    // `on_work`: called when there are pieces to watch and there were none before. Null: kernels are not watched.
    // `now`: the clock.
    explicit KernelWatch(std::function<void()> on_work, Now now = Clock::now)
        : on_work_(std::move(on_work)), now_(std::move(now)) {}
    KernelWatch(const KernelWatch&) = delete;
    KernelWatch& operator=(const KernelWatch&) = delete;

    // For the session's thread. So many kernels were put on the stream.
    void launched(StreamObject& stream, unsigned launches = 1);
    // The stream waits until `other` has finished its work up to that number.
    void waits_for(StreamObject& stream, StreamObject& other, std::uint64_t work);
    // Call these before and after putting work on the stream that waits for the client.
    void before_client_wait(StreamObject& stream);
    void after_client_wait(StreamObject& stream);
    bool has_unmarked() const { return !listed_.empty(); }
    void mark_all();
    // The stream is being destroyed.
    void forget(StreamObject& stream);

    // From any thread:
    struct Running {
        Clock::time_point since;
        unsigned launches = 1;
    };
    // The kernel that has run longest; nothing if none is known to run.
    std::optional<Running> look(Clock::time_point now);
    // Time before `now` does not count.
    void restart(Clock::time_point now);

private:
    struct Piece {
        std::uint64_t mark = 0;
        std::uint64_t work = 0;
        unsigned launches = 0;
        bool is_free = false;                                         // it has no limit
        std::vector<std::pair<std::uint64_t, std::uint64_t>> others;  // it waits for these streams' work
    };
    struct Watched {
        backend::Stream* stream = nullptr;
        std::deque<Piece> pieces;
        std::uint64_t passed_work = 0;
        Clock::time_point since;  // when it reached the first piece
        bool is_slow = false;
    };

    void list(StreamObject& stream);
    void mark(StreamObject& stream);
    void close(StreamObject& stream, bool is_free);
    static void advance(Watched& watched, Clock::time_point now);
    bool is_waiting(Piece& piece) const RF_REQUIRES(mutex_);

    const std::function<void()> on_work_;
    const Now now_;
    std::vector<StreamObject*> listed_;  // streams with launches after their last mark, or that wait
    std::uint64_t last_id_ = 0;

    Mutex mutex_;
    std::map<std::uint64_t, Watched> watched_ RF_GUARDED_BY(mutex_);
    bool has_work_ RF_GUARDED_BY(mutex_) = false;
};

}  // namespace ringfence::worker
