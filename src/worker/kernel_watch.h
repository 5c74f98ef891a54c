// Notices kernels that do not come to an end.
//
// To ask for every launch whether it is done would cost more than some launches do. So a stream gets a mark after every
// few launches, and when the session has nothing else to do. The work between two marks is a *piece*: it may take as
// long as a kernel may, times its launches, counted from when its stream was seen to have come to it. So no kernel is
// ever taken for a longer one; and where kernels are slow, each gets a mark of its own. While the stream waits for
// other streams of the session, or for the client, a piece does not count: nothing of it is on the device then.
//
// The session's thread puts the marks. Another one looks: the session's may be stuck in the driver.
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

    // A stream's part, which the session's thread alone uses.
    class Account {
    public:
        // The mark behind that work, if it has one: then no other is needed.
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
        std::optional<std::uint64_t> launch_;            // the work that it was put behind, if that was a launch
        std::map<StreamObject*, std::uint64_t> others_;  // whose work it waits for, since the last mark
        bool is_listed_ = false;
    };

    // `on_work`: called when there is something to look at, and there was nothing before. Null: nobody looks.
    // `now`: by which their time is counted.
    explicit KernelWatch(std::function<void()> on_work, Now now = Clock::now)
        : on_work_(std::move(on_work)), now_(std::move(now)) {}
    KernelWatch(const KernelWatch&) = delete;
    KernelWatch& operator=(const KernelWatch&) = delete;

    // The session's thread: so many kernels were put on the stream.
    void launched(StreamObject& stream, unsigned launches = 1);
    // The stream will wait until `other` is done with its work up to that number.
    void waits_for(StreamObject& stream, StreamObject& other, std::uint64_t work);
    // Something is put on the stream that waits for the client: to be called before and after.
    void before_client_wait(StreamObject& stream);
    void after_client_wait(StreamObject& stream);
    bool has_unmarked() const { return !listed_.empty(); }
    void mark_all();
    // The stream goes.
    void forget(StreamObject& stream);

    // From any thread:
    struct Running {
        Clock::time_point since;
        unsigned launches = 1;
    };
    // The kernel that has run longest. Nothing: none runs, as far as that is known.
    std::optional<Running> look(Clock::time_point now);
    // The time until now does not count.
    void restart(Clock::time_point now);

private:
    struct Piece {
        std::uint64_t mark = 0;
        std::uint64_t work = 0;
        unsigned launches = 0;
        bool is_free = false;                                         // it may take as long as it likes
        std::vector<std::pair<std::uint64_t, std::uint64_t>> others;  // streams, and their work that it waits for
    };
    struct Watched {
        backend::Stream* stream = nullptr;
        std::deque<Piece> pieces;
        std::uint64_t passed_work = 0;
        Clock::time_point since;  // it works on the first piece
        bool is_slow = false;
    };

    void list(StreamObject& stream);
    void mark(StreamObject& stream);
    void close(StreamObject& stream, bool is_free);
    static void advance(Watched& watched, Clock::time_point now);
    bool is_waiting(Piece& piece) const RF_REQUIRES(mutex_);

    const std::function<void()> on_work_;
    const Now now_;
    std::vector<StreamObject*> listed_;  // with launches after their last mark, or that wait
    std::uint64_t last_id_ = 0;

    Mutex mutex_;
    std::map<std::uint64_t, Watched> watched_ RF_GUARDED_BY(mutex_);
    bool has_work_ RF_GUARDED_BY(mutex_) = false;
};

}  // namespace ringfence::worker
