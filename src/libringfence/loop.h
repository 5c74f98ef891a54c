// The thread that speaks Cap'n Proto for a program that does not: it runs an event loop, and the program's threads post
// functions to it and wait for their results.
#pragma once

#include <kj/async-io.h>
#include <kj/async.h>

#include <functional>
#include <memory>
#include <thread>

#include "base/result.h"

namespace ringfence::native {

class Loop {
public:
    [[nodiscard]] static Result<std::shared_ptr<Loop>> start();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;
    ~Loop();

    // Runs `function` in the loop's thread, and waits for its result; if that is a promise, for its value.
    template <typename Function>
    auto run(Function&& function) {
        return executor_->executeSync(kj::fwd<Function>(function));
    }
    // Only in the loop's thread.
    kj::AsyncIoContext& io() { return *io_; }

private:
    Loop() = default;
    void serve(const std::function<void()>& on_ready);

    std::thread thread_;
    kj::AsyncIoContext* io_ = nullptr;
    kj::Own<const kj::Executor> executor_;
    kj::Own<kj::CrossThreadPromiseFulfiller<void>> end_;
};

}  // namespace ringfence::native
