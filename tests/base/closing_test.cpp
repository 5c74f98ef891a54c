#include "base/closing.h"

#include <fcntl.h>
#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/sanitizers.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "lingering_socket.h"
#include "silent_file.h"

namespace ringfence {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto no_time_at_all = 20s;  // beside an hour

bool becomes_closed(int fd) {
    for (int i = 0; i < 12000 && ::fcntl(fd, F_GETFD) != -1; ++i)
        std::this_thread::sleep_for(5ms);
    return ::fcntl(fd, F_GETFD) == -1;
}

TEST(Closing, ForeignDescriptorsAreClosed) {
    close_foreign_in_background();
    UniqueFd fd = UniqueFd::foreign(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    UniqueFd moved = std::move(fd);
    const int number = moved.get();
    moved.reset();
    EXPECT_TRUE(becomes_closed(number));
}

TEST(Closing, NobodyWaitsForOneThatLingers) {
    close_foreign_in_background();
    const auto begin = Clock::now();
    std::vector<LingeringSocket> sockets(100);
    for (LingeringSocket& one : sockets)
        one.socket.reset();
    const UniqueFd last = UniqueFd::foreign(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_LT(Clock::now() - begin, no_time_at_all);
}

TEST(Closing, WhatHangsIsInTheWayOfItsOwnerAlone) {
    close_foreign_in_background();
    const SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root, and /dev/fuse";
    constexpr std::uint32_t hostile = 70'001;
    constexpr std::uint32_t honest = 70'002;
    EXPECT_FALSE(has_too_many_closings(hostile));
    for (int i = 0; i < 200; ++i)
        UniqueFd::foreign(::fcntl(silent.file.get(), F_DUPFD_CLOEXEC, 3), hostile).reset();
    for (int i = 0; i < 100; ++i) {
        const int number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        UniqueFd::foreign(number, honest).reset();
        ASSERT_TRUE(becomes_closed(number));
    }
    for (int i = 0; i < 12000 && !has_too_many_closings(hostile); ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(has_too_many_closings(hostile));
    EXPECT_FALSE(has_too_many_closings(honest));
}

// Each of them takes all that one may have, and together they take all that there are.
TEST(Closing, AnyNumberOfTheHostileLeavesOthersTheirs) {
    if (RINGFENCE_ASAN || RINGFENCE_TSAN) GTEST_SKIP() << "a thousand threads are too many for a sanitizer";
    close_foreign_in_background();
    const SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root, and /dev/fuse";
    rlimit files = {};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
    if (files.rlim_max < 4096) GTEST_SKIP() << "this user may have too few files open at once";
    files.rlim_cur = files.rlim_max;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
    constexpr std::uint32_t first_hostile = 80'000;
    constexpr std::uint32_t hostile_ones = 100;
    for (int i = 0; i < 17; ++i) {
        for (std::uint32_t one = 0; one < hostile_ones; ++one) {
            const int copy = ::fcntl(silent.file.get(), F_DUPFD_CLOEXEC, 3);
            ASSERT_GE(copy, 0);
            UniqueFd::foreign(copy, first_hostile + one).reset();
        }
    }
    // More than hang, so that one who waited for them would be refused.
    for (std::uint32_t honest = 90'000; honest < 90'200; ++honest) {
        const int number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        UniqueFd::foreign(number, honest).reset();
        ASSERT_TRUE(becomes_closed(number));
        EXPECT_FALSE(has_too_many_closings(honest));
    }
}

TEST(Closing, OrForWhatAMessageBringsThatNobodyWants) {
    close_foreign_in_background();
    auto ends = socket_pair().take();
    const auto begin = Clock::now();
    std::vector<LingeringSocket> sockets(most_descriptors);
    std::vector<int> numbers;
    for (const LingeringSocket& one : sockets)
        numbers.push_back(one.socket.get());
    const std::array<std::byte, 8> bytes = {};
    // One that is read, one that is cut, one that is never read.
    for (int i = 0; i < 3; ++i)
        ASSERT_TRUE(send_message(ends.first.get(), bytes, numbers).ok());
    for (LingeringSocket& one : sockets)
        one.socket.reset();
    EXPECT_EQ(receive_message(ends.second.get(), 8).value().descriptors.size(), most_descriptors);
    EXPECT_FALSE(receive_message(ends.second.get(), 4).ok());
    ends.second.reset();
    EXPECT_LT(Clock::now() - begin, no_time_at_all);
}

// The kernel closes descriptors for which the receiving process has no room.
TEST(Closing, NorForWhatAProcessThatCanOpenNoMoreReceives) {
    close_foreign_in_background();
    auto ends = socket_pair().take();
    std::vector<LingeringSocket> sockets(most_descriptors);
    std::vector<int> numbers;
    for (const LingeringSocket& one : sockets)
        numbers.push_back(one.socket.get());
    const std::array<std::byte, 8> bytes = {};
    ASSERT_TRUE(send_message(ends.first.get(), bytes, numbers).ok());
    for (LingeringSocket& one : sockets)
        one.socket.reset();
    for (const int number : numbers)
        ASSERT_TRUE(becomes_closed(number));
    // The refusal names the error. The undefined-behaviour sanitizer opens a pipe when it sees a class of a library
    // first, before the first virtual call: that must happen now, while descriptors are left.
    ASSERT_FALSE(std::generic_category().message(EMFILE).empty());
    rlimit before = {};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none = {0, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto begin = Clock::now();
    const auto message = receive_message(ends.second.get(), 8, no_timeout, closings_of("hostile"));
    const auto took = Clock::now() - begin;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_FALSE(message.ok());
    EXPECT_LT(took, no_time_at_all);
}

}  // namespace
}  // namespace ringfence
