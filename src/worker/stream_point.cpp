#include "worker/stream_point.h"

#include "worker/objects.h"

namespace ringfence::worker {

std::shared_ptr<StreamPoint> StreamPoint::after(StreamObject& stream) {
    if (auto open = stream.open_point.lock()) return open;
    auto point = std::make_shared<StreamPoint>(stream);
    stream.open_point = point;
    return point;
}

Result<void> StreamPoint::close(StreamObject& stream, EventPool& events) {
    if (stream.open_point.expired()) return {};
    if (const auto open = stream.open_point.lock()) RF_RETURN_IF_ERROR(open->event(events));
    return {};
}

StreamPoint::StreamPoint(StreamObject& stream) : stream_(stream.weak_from_this()), work_(stream.order.last_work) {}

bool StreamPoint::is_on(const StreamObject& stream) const {
    return stream_.lock().get() == &stream;
}

Result<bool> StreamPoint::is_done() {
    const auto stream = stream_.lock();
    if (!stream || stream->order.idle_through >= work_) return true;
    if (!mark_ && !event_) mark_ = stream->watch.mark_behind(work_);
    if (!mark_ && !event_) {
        RF_TRY(mark_, stream->stream->mark());
    }
    Result<bool> is_done = mark_ ? stream->stream->is_reached(*mark_) : event_->is_done();
    if (is_done.ok() && !is_done.value()) return false;
    StreamOrder::note_done_through(stream->order, work_);
    if (StreamOrder::is_known_idle(stream->order)) stream->waited_words.clear();
    return is_done;
}

Result<std::shared_ptr<backend::Event>> StreamPoint::event(EventPool& events) {
    if (event_) return event_;
    RF_TRY(auto event, events.take());
    if (const auto stream = stream_.lock()) {
        RF_RETURN_IF_ERROR(stream->stream->record(*event));
        stream->open_point.reset();
    }
    event_ = std::move(event);
    return event_;
}

}  // namespace ringfence::worker
