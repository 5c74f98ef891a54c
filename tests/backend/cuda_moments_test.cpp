// Calls that are put off while a stream waits.
#include <thread>

#include <gtest/gtest.h>

#include "backend/cuda/moments.h"

namespace ringfence::backend::cuda {
namespace {

using namespace std::chrono_literals;

TEST(Moments, NothingIsPutOffWhereNobodySaysSo) {
    Moments moments;
    const Moments::Reached reached = 0;
    moments.note_wait(reached, 1);
    moments.await();
    EXPECT_EQ(moments.put_off_for(), 0ns);
}

TEST(Moments, ACallIsPutOffUntilNobodyWaits) {
    Moments moments;
    moments.set_patience(60s);
    Moments::Reached first = 3;
    Moments::Reached second = 0;
    moments.await();
    moments.note_wait(first, 4);
    moments.note_wait(second, 1);
    std::atomic<bool> is_done = false;
    std::thread caller([&] {
        moments.await();
        is_done = true;
    });
    std::this_thread::sleep_for(20ms);
    first = 5;
    std::this_thread::sleep_for(20ms);
    EXPECT_FALSE(is_done);
    EXPECT_GE(moments.put_off_for(), 20ms);
    second = 1;
    caller.join();
    EXPECT_EQ(moments.put_off_for(), 0ns);
}

TEST(Moments, AStreamThatGoesHoldsNobodyUp) {
    Moments moments;
    moments.set_patience(60s);
    const Moments::Reached reached = 0;
    moments.note_wait(reached, 1);
    moments.forget(reached);
    moments.await();
}

TEST(Moments, PatienceHasAnEnd) {
    Moments moments;
    moments.set_patience(20ms);
    const Moments::Reached reached = 0;
    moments.note_wait(reached, 1);
    const auto begin = Moments::Clock::now();
    moments.await();
    EXPECT_GE(Moments::Clock::now() - begin, 20ms);
}

}  // namespace
}  // namespace ringfence::backend::cuda
