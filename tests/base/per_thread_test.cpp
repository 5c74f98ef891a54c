#include "base/per_thread.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

std::atomic<int> alive{0};

struct Counted {
    Counted() { ++alive; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --alive; }
    std::string text;
};

using Mine = PerThread<Counted>;

TEST(PerThread, EachThreadHasOneAndItEndsWithTheThread) {
    Mine::get().text = "of this thread";
    EXPECT_EQ(alive, 1);
    std::thread([] {
        EXPECT_EQ(Mine::get().text, "");
        Mine::get().text = "of that thread";
        EXPECT_EQ(Mine::get().text, "of that thread");
        EXPECT_EQ(alive, 2);
    }).join();
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(Mine::get().text, "of this thread");
}

TEST(PerThread, OutlivesTheThreadsOtherObjects) {
    static std::atomic<bool> was_there = false;
    struct AsksLate {
        AsksLate() = default;
        AsksLate(const AsksLate&) = delete;
        AsksLate& operator=(const AsksLate&) = delete;
        ~AsksLate() { was_there = Mine::get().text == "set before"; }
    };
    const int before = alive;
    std::thread([] {
        thread_local AsksLate first;  // made first, so destroyed last
        (void)&first;
        Mine::get().text = "set before";
    }).join();
    EXPECT_TRUE(was_there);
    EXPECT_EQ(alive, before);
}

// A key whose destructor runs after ours finds a new object, which is deleted in the next round.
TEST(PerThread, IsMadeAnewForWhoComesAfterItsEnd) {
    static std::atomic<int> asked = 0;
    (void)Mine::get();  // its key is there
    pthread_key_t later = 0;
    ASSERT_EQ(pthread_key_create(&later,
                                 [](void*) {
                                     Mine::get().text += "late";
                                     ++asked;
                                 }),
              0);
    const int before = alive;
    std::thread([&] {
        Mine::get().text = "set before";
        pthread_setspecific(later, &later);
    }).join();
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(alive, before);
    EXPECT_EQ(pthread_key_delete(later), 0);
}

TEST(PerThreadDeathTest, IsThereForHandlersAtExit) {
    const auto end = [] {
        Mine::get().text = "set before the end of the process";
        std::atexit([] {
            if (Mine::get().text != "set before the end of the process") std::_Exit(1);
            std::_Exit(7);
        });
        std::exit(0);
    };
    EXPECT_EXIT(end(), testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace ringfence
