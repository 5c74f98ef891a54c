#include "rpc/event_loop.h"

#include <unistd.h>

#include <array>

#include <gtest/gtest.h>

#include "base/unique_fd.h"

namespace ringfence::rpc {
namespace {

kj::Promise<void> keep_busy(unsigned times) {
    if (times == 0) return kj::READY_NOW;
    return kj::evalLater([times] { return keep_busy(times - 1); });
}

// There is always something to do for RPC, as when sixteen connections ask without a pause.
TEST(EventLoop, DescriptorsHaveTheirTurnHoweverBusyRpcIs) {
    auto loop = EventLoop::create().take();
    std::array<int, 2> ends = {-1, -1};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const UniqueFd reading(ends[0]);
    const UniqueFd writing(ends[1]);
    ASSERT_EQ(::write(writing.get(), "x", 1), 1);
    unsigned turns = 0;
    const EventLoop::Watch watch = loop->watch(reading.get(), [&turns] { ++turns; });
    loop->run(keep_busy(1000));
    EXPECT_GT(turns, 100u);
}

}  // namespace
}  // namespace ringfence::rpc
