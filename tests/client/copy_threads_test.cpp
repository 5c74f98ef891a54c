#include "client/session/copy_threads.h"

#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

TEST(CopyThreads, CopiesWhateverTheSize) {
    CopyThreads threads;
    for (const std::size_t bytes : {0UL, 1UL, 4095UL, 600'001UL, 5'000'003UL}) {
        std::vector<unsigned char> from(bytes);
        std::iota(from.begin(), from.end(), static_cast<unsigned char>(bytes));
        std::vector<unsigned char> to(bytes);
        threads.copy(to.data(), from.data(), bytes);
        EXPECT_EQ(to, from) << bytes;
    }
}

TEST(CopyThreads, SeveralThreadsShareTheHelpers) {
    CopyThreads threads;
    std::vector<std::thread> users;
    for (unsigned char i = 0; i < 4; ++i) {
        users.emplace_back([&threads, i] {
            const std::vector<unsigned char> from(2'000'000, i);
            std::vector<unsigned char> to(from.size());
            for (int round = 0; round < 5; ++round)
                threads.copy(to.data(), from.data(), from.size());
            EXPECT_EQ(to, from);
        });
    }
    for (auto& user : users)
        user.join();
}

}  // namespace
}  // namespace ringfence::client
