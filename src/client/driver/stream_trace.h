// The work of streams, for the timeline (client/trace/span.h).
//
// An event is recorded before each piece of work and one after it. A thread waits for the second, asks when both were,
// and writes the span. The device's clock and the program's meet in a third event, recorded on a stream of its own that
// is always empty: both sides know when that was.
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
    // A moment by both clocks.
    struct Meeting {
        std::uint64_t event = 0;
        std::uint64_t time = 0;
        std::uint64_t epoch = 0;
    };
    struct Piece {
        std::uint64_t stream = 0;  // by its number, and by the worker's handle
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

    // Null if too much is in progress, and stays so for a while: the program must not wait for ever.
    std::unique_ptr<Piece> begin(const Stream& stream, WorkText text);
    void end(std::unique_ptr<Piece> piece);
    // Waits until all is written, or nothing more will be.
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
    std::uint64_t epoch_ RF_GUARDED_BY(mutex_) = 0;  // how often the session was emptied
    std::vector<Handle> events_ RF_GUARDED_BY(mutex_);
    std::vector<std::uint64_t> free_events_ RF_GUARDED_BY(mutex_);
    std::shared_ptr<const Meeting> meeting_ RF_GUARDED_BY(mutex_);
    Handle meeting_stream_ RF_GUARDED_BY(mutex_);
    std::thread thread_ RF_GUARDED_BY(mutex_);
    std::unordered_map<std::uint64_t, std::uint64_t> ends_;  // of each stream's last span; the thread's alone
};

// Around what puts work on a stream. One load, while nothing is traced.
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

// Before the session's objects are destroyed, and after. Nothing, if nothing was traced.
void finish_stream_trace();
void restart_stream_trace();

}  // namespace ringfence::driver
