// A point in a stream: after all work that was put on it so far.
//
// It gets a mark when somebody asks whether it is reached, and an event when more work follows or another stream is to
// wait for it. Often neither is needed, and both cost time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "backend/device.h"
#include "base/result.h"
#include "worker/event_pool.h"

namespace ringfence::worker {

struct StreamObject;

class StreamPoint {
public:
    // The stream's present end. Two calls without work in between return the same point.
    static std::shared_ptr<StreamPoint> after(StreamObject& stream);
    // To be called before more work is put on the stream.
    static Result<void> close(StreamObject& stream, EventPool& events);

    explicit StreamPoint(StreamObject& stream);

    bool is_on(const StreamObject& stream) const;
    std::shared_ptr<StreamObject> stream() const { return stream_.lock(); }  // null: it is gone
    std::uint64_t work() const { return work_; }
    // True if the work before it is done. The first call after a failure returns the error.
    Result<bool> is_done();
    // For other streams to wait for.
    Result<std::shared_ptr<backend::Event>> event(EventPool& events);

private:
    // A point does not keep its stream alive: a stream that is gone has finished its work.
    std::weak_ptr<StreamObject> stream_;
    std::uint64_t work_;
    std::optional<std::uint64_t> mark_;
    std::shared_ptr<backend::Event> event_;
};

}  // namespace ringfence::worker
