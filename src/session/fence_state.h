// The completion of work, shared by the client's fence and by reads and mappings that wait for it.
#pragma once

#include <kj/async.h>

#include <memory>
#include <optional>
#include <set>

#include "session/failure.h"

namespace ringfence::session {

class FenceState {
public:
    using All = std::set<FenceState*>;

    explicit FenceState(All& all) : FenceState(all, kj::newPromiseAndFulfiller<void>()) {}
    FenceState(const FenceState&) = delete;
    FenceState& operator=(const FenceState&) = delete;
    ~FenceState() { all_.erase(this); }

    // Only the first call counts.
    void finish(std::optional<Failure> failure = std::nullopt) {
        if (is_finished_) return;
        is_finished_ = true;
        failure_ = std::move(failure);
        fulfiller_->fulfill();
    }
    bool is_finished() const { return is_finished_; }
    const std::optional<Failure>& failure() const { return failure_; }
    kj::Promise<void> when_finished() { return finished_.addBranch(); }

private:
    FenceState(All& all, kj::PromiseFulfillerPair<void> pair)
        : all_(all), fulfiller_(kj::mv(pair.fulfiller)), finished_(pair.promise.fork()) {
        all_.insert(this);
    }

    All& all_;
    bool is_finished_ = false;
    std::optional<Failure> failure_;
    kj::Own<kj::PromiseFulfiller<void>> fulfiller_;
    kj::ForkedPromise<void> finished_;
};

using FencePointer = std::shared_ptr<FenceState>;

}  // namespace ringfence::session
