// Device memory that moves to the host and back, by threads and pinned parts as on a card: over a driver that needs
// none.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "base/account.h"
#include "base/cuda_status.h"
#include "memory/window.h"

namespace ringfence::memory {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

struct Moves : testing::Test {
    static constexpr std::uint64_t bytes = 37 * mebibyte;  // the last piece is another than the rest

    std::unique_ptr<backend::Device> device;
    std::shared_ptr<HostStore> store;
    std::shared_ptr<Account> account = Account::create({});
    std::unique_ptr<Window> window;
    Address memory = 0;
    std::uint64_t movable = 0;

    void start(HostStore::Options options) {
        ASSERT_EQ(::setenv("FAKE_CARD_MIB", "256", 1), 0);
        device = backend::open_cuda_at(FAKE_DRIVER).take();
        store = HostStore::create(*device, options);
        WindowOptions window_options;
        window_options.bytes = std::uint64_t{1} << 31;
        window_options.store = store;
        window_options.account = account;
        window_options.piece_bytes = 8 * mebibyte;
        window = Window::create(*device, window_options).take();
        memory = window->allocate(bytes, 512).take();
        movable = window->residence().movable;
        for (std::uint64_t at = 0; at < bytes; at += 4096)
            word(at) = static_cast<std::uint32_t>(at * 31);
    }
    void TearDown() override {
        window.reset();
        store.reset();
        device.reset();
        ::unsetenv("FAKE_CARD_MIB");
    }
    static HostStore::Options options_for(std::uint64_t host_bytes) {
        HostStore::Options options;
        options.supply.part_bytes = 2 * mebibyte;
        options.supply.most = host_bytes;
        options.supply.threads = 3;
        return options;
    }
    std::uint32_t& word(std::uint64_t offset) const { return *reinterpret_cast<std::uint32_t*>(memory + offset); }
    std::uint64_t wrong() const {
        std::uint64_t count = 0;
        for (std::uint64_t at = 0; at < bytes; at += 4096)
            count += word(at) != static_cast<std::uint32_t>(at * 31) ? 1 : 0;
        return count;
    }
    // Until as much has arrived, or nothing more can go.
    Result<std::uint64_t> move(bool is_out) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        for (std::uint64_t moved = 0; std::chrono::steady_clock::now() < end;) {
            if (is_out ? moved >= movable : window->is_whole()) return moved;
            auto begun = is_out ? window->move_out(movable - moved, HostStore::Purpose::MoreMemory) : window->move_in();
            if (!begun && !window->is_moving()) return begun.take_error();
            RF_TRY(const std::uint64_t arrived, window->end_moves());
            moved += arrived;
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return Error::internal("it does not come to an end");
    }
};

TEST_F(Moves, OutAndInAgainAndAgain) {
    start(options_for(64 * mebibyte));
    for (int round = 0; round < 4; ++round) {
        ASSERT_EQ(move(true).take(), movable);
        EXPECT_EQ(window->residence().away, movable);
        EXPECT_GE(store->used(), movable);
        ASSERT_TRUE(move(false).ok());
        EXPECT_EQ(store->used(), 0u);
        EXPECT_EQ(wrong(), 0u) << round;
    }
}

TEST_F(Moves, AFullStoreKeepsTheRestOnTheCard) {
    start(options_for(20 * mebibyte));
    const auto refused = move(true);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    const std::uint64_t away = window->residence().away;
    EXPECT_GT(away, 0u);
    EXPECT_LE(away, 20 * mebibyte);
    EXPECT_EQ(window->residence().movable + away, movable);
    ASSERT_TRUE(move(false).ok());
    EXPECT_EQ(wrong(), 0u);
}

TEST_F(Moves, AMachineThatRefusesInTheMiddleLosesNothing) {
    HostStore::Options options = options_for(64 * mebibyte);
    const auto left = std::make_shared<std::atomic<int>>(7);
    options.supply.pages.populate = [left, usual = options.supply.pages.populate](
                                        std::span<std::byte> memory, const std::atomic<bool>& is_over) -> Result<void> {
        if ((*left)-- <= 0) return Error::bad_input("no memory").with_status(cuda_status::out_of_memory);
        return usual(memory, is_over);
    };
    start(options);
    const auto refused = move(true);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_LE(window->residence().away, 7 * 2 * mebibyte);
    ASSERT_TRUE(move(false).ok());
    EXPECT_EQ(wrong(), 0u);
    // When there is some again it goes on as if nothing had been. What was asked for before that may fail yet, and
    // whoever asks soon hears of it.
    *left = 1 << 30;
    Result<std::uint64_t> moved = move(true);
    for (int i = 0; i < 5 && !moved.ok(); ++i) {
        ASSERT_TRUE(move(false).ok());
        moved = move(true);
    }
    ASSERT_EQ(moved.take(), movable);
    ASSERT_TRUE(move(false).ok());
    EXPECT_EQ(wrong(), 0u);
}

TEST_F(Moves, WhatWasMadeReadyNobodyWaitsFor) {
    HostStore::Options options = options_for(64 * mebibyte);
    options.supply.most_ahead = 64 * mebibyte;
    start(options);
    store->prepare(movable);
    for (int i = 0; i < 12000 && store->ready() < movable; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_GE(store->ready(), movable);
    ASSERT_EQ(move(true).take(), movable);
    ASSERT_TRUE(move(false).ok());
    EXPECT_EQ(wrong(), 0u);
}

// A part of the host's memory holds one piece's memory only, however small that piece is.
TEST_F(Moves, WhatLiesOnTheHostIsCountedAsWhatItTakesThere) {
    HostStore::Options options = options_for(64 * mebibyte);
    options.supply.part_bytes = 8 * mebibyte;
    start(options);
    ASSERT_TRUE(move(true).ok());
    EXPECT_EQ(account->taken(Limit::HostBacking), store->used());
    ASSERT_TRUE(move(false).ok());
    EXPECT_EQ(account->taken(Limit::HostBacking), 0u);
}

}  // namespace
}  // namespace ringfence::memory
