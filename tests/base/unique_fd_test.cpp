#include "base/unique_fd.h"

#include <fcntl.h>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) != -1;
}
UniqueFd open_null() {
    return UniqueFd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

TEST(UniqueFd, ClosesWhatItOwns) {
    int number = -1;
    {
        const UniqueFd fd = open_null();
        ASSERT_TRUE(fd.valid());
        number = fd.get();
        EXPECT_TRUE(is_open(number));
    }
    EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, MoveTransfersOwnership) {
    UniqueFd first = open_null();
    UniqueFd second = open_null();
    const int kept = first.get();
    const int closed = second.get();
    second = std::move(first);
    EXPECT_EQ(second.get(), kept);
    EXPECT_FALSE(is_open(closed));
    EXPECT_TRUE(is_open(kept));
}

TEST(UniqueFd, ReleaseGivesUpOwnership) {
    UniqueFd fd = open_null();
    const int number = fd.release();
    EXPECT_FALSE(fd);
    fd.reset();
    EXPECT_TRUE(is_open(number));
    ::close(number);
}

}  // namespace
}  // namespace ringfence
