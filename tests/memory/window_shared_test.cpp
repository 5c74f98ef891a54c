// Memory that lies in two windows: what each may name, and who is charged.
#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "fake_device.h"
#include "memory/window.h"
#include "units.h"

namespace ringfence::memory {
namespace {

struct SharedWindows : testing::Test {
    FakeDevice device;
    std::shared_ptr<Account> first_account = account();
    std::shared_ptr<Account> second_account = account();
    std::unique_ptr<Window> first = make(first_account);
    std::unique_ptr<Window> second = make(second_account);

    static std::shared_ptr<Account> account() {
        SessionLimits limits;
        limits[Limit::DeviceMemory] = 64 * MiB;
        return Account::create({.limits = limits});
    }
    std::unique_ptr<Window> make(const std::shared_ptr<Account>& of, bool has_sinks = false) {
        WindowOptions options{.bytes = 1024 * MiB, .has_sinks = has_sinks, .sink_bytes = 2 * MiB, .account = of};
        return Window::create(device, options).take();
    }
    std::uint64_t charged(const std::shared_ptr<Account>& of) const { return of->taken(Limit::DeviceMemory); }
};

TEST_F(SharedWindows, ARangeLiesAtAnotherAddressWithItsBoundsAlone) {
    const Address before = first->allocate(512, 512).take();
    const Address address = first->allocate(1000, 512).take();
    const Address there = second->attach(first->share(address).take()).take();
    EXPECT_TRUE(second->check(there, 1000).ok());
    EXPECT_EQ(second->check(there + 10, 5).value().kind, ExtentKind::Device);
    EXPECT_FALSE(second->check(there, 1001).ok());
    EXPECT_FALSE(second->check(there - 1, 1).ok());
    EXPECT_FALSE(second->check(there + 1000, 1).ok());
    EXPECT_GE(there, second->begin());
    EXPECT_LT(there + 1000, second->begin() + second->bytes() / 2);
    // As far from the piece's begin as it was.
    EXPECT_EQ((there - before % (2 * MiB)) % 512, 0u);
    EXPECT_FALSE(second->is_allocation(there));
    EXPECT_FALSE(second->release(there).ok());
    EXPECT_EQ(device.memory.announced[there], 1000u);
}

TEST_F(SharedWindows, AnAllocationOverSeveralChunksIsSharedWhole) {
    const Address small = first->allocate(MiB, 512).take();
    const Address large = first->allocate(7 * MiB, 512).take();
    const SharedRange range = first->share(large).take();
    EXPECT_GT(range.pieces.size(), 1u);
    EXPECT_LT(large, small + 2 * MiB);
    const std::size_t before = device.memory.committed.size();
    const Address there = second->attach(range).take();
    EXPECT_EQ(device.memory.committed.size(), before + range.pieces.size());
    EXPECT_TRUE(second->check(there, 7 * MiB).ok());
    EXPECT_FALSE(second->check(there, 7 * MiB + 1).ok());
    ASSERT_TRUE(second->retire_shared(there).ok());
    ASSERT_TRUE(second->drop_shared(there).ok());
    EXPECT_EQ(device.memory.committed.size(), before);
}

TEST_F(SharedWindows, WhatCannotBePutLeavesNothing) {
    const SharedRange range = first->share(first->allocate(MiB, 512).take()).take();
    device.memory.refuses_pieces = true;
    EXPECT_FALSE(second->attach(range).ok());
    device.memory.refuses_pieces = false;
    EXPECT_TRUE(second->attach(range).ok());
    EXPECT_EQ(second->statistics().foreign_bytes, 2 * MiB);
}

TEST_F(SharedWindows, ItIsChargedOnceUntilTheLastLetsGo) {
    const Address address = first->allocate(4 * MiB, 512).take();
    const std::uint64_t once = charged(first_account);
    SharedRange range = first->share(address).take();
    const Address there = second->attach(range).take();
    EXPECT_EQ(charged(first_account), once);
    EXPECT_EQ(charged(second_account), 0u);
    range = {};
    first.reset();
    EXPECT_EQ(charged(first_account), once);
    ASSERT_TRUE(second->retire_shared(there).ok());
    EXPECT_FALSE(second->check(there, 1).ok());
    EXPECT_EQ(charged(first_account), once);
    ASSERT_TRUE(second->drop_shared(there).ok());
    EXPECT_EQ(charged(first_account), 0u);
    EXPECT_TRUE(device.memory.committed.empty());
}

TEST_F(SharedWindows, AChunkThatIsGivenBackStaysWithOthers) {
    const Address address = first->allocate(4 * MiB, 512).take();
    const std::uint64_t once = charged(first_account);
    SharedRange range = first->share(address).take();
    const std::uint64_t shared = range.piece_bytes();
    const Address there = second->attach(range).take();
    range = {};
    first->release_all_but(0);
    EXPECT_EQ(charged(first_account), shared);
    EXPECT_EQ(first->lent().size(), 1u);
    EXPECT_LE(shared, once);
    ASSERT_TRUE(second->retire_shared(there).ok());
    ASSERT_TRUE(second->drop_shared(there).ok());
    EXPECT_EQ(charged(first_account), 0u);
    EXPECT_TRUE(first->lent().empty());
}

TEST_F(SharedWindows, FreedMemoryWaitsForWhoStillHasIt) {
    const Address address = first->allocate(512, 512).take();
    SharedRange range = first->share(address).take();
    ASSERT_TRUE(first->release(address).ok());
    EXPECT_FALSE(first->check(address, 1).ok());
    EXPECT_FALSE(first->is_allocation(address));
    EXPECT_FALSE(first->share(address).ok());
    EXPECT_NE(first->allocate(512, 512).take(), address);
    range = {};
    EXPECT_EQ(first->allocate(512, 512).take(), address);
}

TEST_F(SharedWindows, TheSameAllocationIsTheSameRange) {
    const Address address = first->allocate(512, 512).take();
    const SharedRange one = first->share(address).take();
    const SharedRange two = first->share(address).take();
    EXPECT_EQ(one.pieces, two.pieces);
    EXPECT_EQ(one.lease, two.lease);
    EXPECT_FALSE(first->share(address + 1).ok());
    EXPECT_FALSE(first->share(0).ok());
}

TEST_F(SharedWindows, ASegmentIsNobodysUntilItIsAttached) {
    const NewSegment segment = first->create_segment(5000).take();
    EXPECT_EQ(charged(first_account), 2 * MiB);
    EXPECT_FALSE(first->check(segment.address, 1).ok());
    ASSERT_TRUE(first->drop_shared(segment.address).ok());
    EXPECT_EQ(charged(first_account), 2 * MiB);
    const Address here = first->attach(segment.range).take();
    EXPECT_TRUE(first->check(here, 5000).ok());
    EXPECT_FALSE(first->check(here, 5001).ok());
    EXPECT_FALSE(first->drop_shared(here).ok());
    EXPECT_EQ(first->create_segment(0).error().status, cuda_status::invalid_value);
    EXPECT_EQ(first->create_segment(~std::uint64_t{0}).error().status, cuda_status::invalid_value);
    EXPECT_EQ(first->create_segment(65 * MiB).error().status, cuda_status::out_of_memory);
    EXPECT_EQ(first->create_segment(800 * MiB).error().status, cuda_status::out_of_memory);
    EXPECT_EQ(charged(first_account), 2 * MiB);
}

TEST_F(SharedWindows, ASegmentGetsWhatTheHeapHasFreed) {
    const Address address = first->allocate(60 * MiB, 512).take();
    ASSERT_TRUE(first->release(address).ok());
    EXPECT_TRUE(first->create_segment(60 * MiB).ok());
    EXPECT_EQ(charged(first_account), 60 * MiB);
    // Except while work is under way, which may still use it.
    const Address other = second->allocate(60 * MiB, 512).take();
    ASSERT_TRUE(second->release(other).ok());
    second->set_idle_condition([] { return false; });
    EXPECT_EQ(second->create_segment(60 * MiB).error().status, cuda_status::out_of_memory);
}

TEST_F(SharedWindows, WhereThereAreSinksNothingComesOrGoesWhileKernelsRun) {
    auto guarded = make(account(), true);
    bool is_idle = true;
    guarded->set_idle_condition([&] { return is_idle; });
    const SharedRange range = first->share(first->allocate(512, 512).take()).take();
    is_idle = false;
    EXPECT_EQ(guarded->attach(range).error().status, cuda_status::out_of_memory);
    is_idle = true;
    const Address there = guarded->attach(range).take();
    is_idle = false;
    ASSERT_TRUE(guarded->retire_shared(there).ok());
    EXPECT_FALSE(guarded->drop_shared(there).ok());
    is_idle = true;
    EXPECT_TRUE(guarded->drop_shared(there).ok());
}

TEST_F(SharedWindows, AttachedMemoryDoesNotLieInTheHeapsWay) {
    const Address there = second->attach(first->share(first->allocate(512, 512).take()).take()).take();
    for (int i = 0; i < 10; ++i) {
        const Address address = second->allocate(5 * MiB, 512).take();
        EXPECT_LT(address + 5 * MiB, there);
    }
}

}  // namespace
}  // namespace ringfence::memory
