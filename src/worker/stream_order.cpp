#include "worker/stream_order.h"

#include <algorithm>

namespace ringfence::worker {

Result<void> StreamOrder::before_work(Node& node) {
    if (node.kind == Kind::NonBlocking || legacy_ == nullptr) return {};
    if (node.kind == Kind::Blocking) {
        if (legacy_->last_work <= node.waited_for) return {};
        RF_RETURN_IF_ERROR(wait_for(node, *legacy_));
        node.waited_for = legacy_->last_work;
        return {};
    }
    while (!listed_.empty()) {
        Node& other = *listed_.back();
        if (other.last_work > other.waited_for_by) RF_RETURN_IF_ERROR(wait_for(node, other));
        other.waited_for_by = other.last_work;
        other.is_listed = false;
        listed_.pop_back();
    }
    return {};
}

Result<void> StreamOrder::wait_for(Node& waiter, Node& other) {
    if (is_known_idle(other)) return {};
    if (other.recorded != other.last_work) {
        if (!other.event) {
            RF_TRY(other.event, make_event_());
        }
        RF_RETURN_IF_ERROR(other.stream->record(*other.event));
        other.recorded = other.last_work;
    }
    if (on_wait_) on_wait_(waiter, other);
    RF_RETURN_IF_ERROR(waiter.stream->wait_for(*other.event));
    // The wait counts as work, since the waiter is not idle until it is over.
    note_work(waiter);
    return {};
}

void StreamOrder::forget(Node& node) {
    listed_.erase(std::remove(listed_.begin(), listed_.end(), &node), listed_.end());
    if (legacy_ == &node) legacy_ = nullptr;
}

}  // namespace ringfence::worker
