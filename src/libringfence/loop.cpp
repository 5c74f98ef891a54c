#include "libringfence/loop.h"

#include <future>

#include "base/start_thread.h"

namespace ringfence::native {

Result<std::shared_ptr<Loop>> Loop::start() {
    std::shared_ptr<Loop> loop(new Loop());
    auto ready = std::make_shared<std::promise<void>>();
    auto started = ready->get_future();
    RF_TRY(loop->thread_, start_thread([raw = loop.get(), ready] { raw->serve([&ready] { ready->set_value(); }); }));
    started.wait();
    return loop;
}

void Loop::serve(const std::function<void()>& on_ready) {
    auto io = kj::setupAsyncIo();
    auto end = kj::newPromiseAndCrossThreadFulfiller<void>();
    io_ = &io;
    executor_ = kj::getCurrentThreadExecutor().addRef();
    end_ = kj::mv(end.fulfiller);
    on_ready();
    end.promise.wait(io.waitScope);
}

Loop::~Loop() {
    if (!thread_.joinable()) return;
    end_->fulfill();
    thread_.join();
}

}  // namespace ringfence::native
