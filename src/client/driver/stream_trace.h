// Traces the work of streams for the timeline (client/trace/span.h).
//
// An event is recorded before each piece of work, and one after it. A thread waits for the second, queries both times,
// and writes the span. To relate the device's clock to the program's, a third event is recorded on a stream that is
// always empty, so that its time is known on both sides.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/mutex.h"
#include "client/driver/objects.h"
#include "client/driver/submit.h"
#include "client/trace/trace.h"

namespace ringfence::driver {

// The text of a span.
struct WorkText {
    std::string name;
    std::string arguments;
};

class StreamTrace {
public:
    // A point in time on both clocks.
    struct Meeting {
        std::uint64_t event = 0;
        std::uint64_t time = 0;
        std::uint64_t epoch = 0;
    };
    struct Piece {
        std::uint64_t stream = 0;  // its number; `wire`: the worker's handle
        std::uint64_t wire = 0;
        WorkText text;
        std::uint64_t submitted = 0;
        std::uint64_t begin = 0;  // events
        std::uint64_t end = 0;
        std::shared_ptr<const Meeting> meeting;
    };

    StreamTrace() = default;
    StreamTrace(const StreamTrace&) = delete;
    StreamTrace& operator=(const StreamTrace&) = delete;

    // Null if too much stays in progress for a while, since the program must not wait for ever.
    std::unique_ptr<Piece> begin(const Stream& stream, WorkText text);
    void end(std::unique_ptr<Piece> piece);
    // Waits until all spans are written, or cannot be.
    void finish();
    // The worker has destroyed all objects of the session.
    void forget_objects();

private:
    bool has_room() RF_REQUIRES(mutex_);
    bool meet() RF_REQUIRES(mutex_);
    std::uint64_t take_event() RF_REQUIRES(mutex_);
    void give_back(Piece& piece) RF_REQUIRES(mutex_);
    void run();
    void write(const Piece& piece);

    Mutex mutex_;
    ConditionVariable changed_;
    std::deque<std::unique_ptr<Piece>> pieces_ RF_GUARDED_BY(mutex_);
    std::size_t under_way_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t left_out_ RF_GUARDED_BY(mutex_) = 0;
    bool is_stuck_ RF_GUARDED_BY(mutex_) = false;
    std::uint64_t epoch_ RF_GUARDED_BY(mutex_) = 0;  // how often the session was reset
    std::vector<Handle> events_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> free_events_ RF_GUARDED_BY(mutex_);
    std::shared_ptr<const Meeting> meeting_ RF_GUARDED_BY(mutex_);
    Handle meeting_stream_ RF_GUARDED_BY(mutex_);
    std::thread thread_ RF_GUARDED_BY(mutex_);
    std::unordered_map<std::uint64_t, std::uint64_t> ends_;  // by stream: its last span's end; used by the thread only
};

// Exists around the submission of work to a stream. Without tracing it costs one load.
class TracedWork {
public:
    template <typename... Work>
    explicit TracedWork(const Stream& stream, const Work&... work) {
        if (client::may_be_tracing()) [[unlikely]]
            begin(stream, work...);
    }
    ~TracedWork() {
        if (piece_ != nullptr) [[unlikely]]
            end();
    }
    TracedWork(const TracedWork&) = delete;
    TracedWork& operator=(const TracedWork&) = delete;

private:
    void begin(const Stream& stream, const KernelWork& work);
    void begin(const Stream& stream, const FillWork& work);
    void begin(const Stream& stream, const CopyWork& work, Side to, Side from);
    void begin(const Stream& stream, const Graph& graph);
    void end();

    std::unique_ptr<StreamTrace::Piece> piece_;
};

// Call these before and after the session's objects are destroyed. They do nothing if nothing was traced.
void finish_stream_trace();
void restart_stream_trace();

}  // namespace ringfence::driver
