// Reuses the device's events that the worker itself waits for, since it is slow to create them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::worker {

class EventPool {
public:
    explicit EventPool(backend::Device& device) : device_(device) {}

    // The event returns to the pool when its last owner releases it. That must happen on the thread that uses the pool:
    // owners on other threads must pass it back first.
    Result<std::shared_ptr<backend::Event>> take() {
        std::unique_ptr<backend::Event> event;
        if (free_->empty()) {
            RF_TRY(event, device_.create_event({.timing = false}));
        } else {
            event = std::move(free_->back());
            free_->pop_back();
        }
        return std::shared_ptr<backend::Event>(event.release(), [free = free_](backend::Event* returned) {
            std::unique_ptr<backend::Event> owned(returned);
            if (free->size() < most_kept) free->push_back(std::move(owned));
        });
    }

private:
    static constexpr std::size_t most_kept = 256;
    using Free = std::vector<std::unique_ptr<backend::Event>>;

    backend::Device& device_;
    // Shared with the events in use: one of them may outlive the pool.
    std::shared_ptr<Free> free_ = std::make_shared<Free>();
};

}  // namespace ringfence::worker
