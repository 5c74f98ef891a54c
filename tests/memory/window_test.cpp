#include "memory/window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "base/memory_file.h"
#include "fake_device.h"
#include "units.h"

namespace ringfence::memory {
namespace {

constexpr std::uint64_t huge = ~std::uint64_t{0};

struct WindowTest : testing::Test {
    FakeDevice device;
    std::unique_ptr<Window> window = make({.bytes = 1024 * MiB, .quota = 64 * MiB, .host_quota = 16 * MiB});

    std::unique_ptr<Window> make(const WindowOptions& options) { return Window::create(device, options).take(); }
};

TEST_F(WindowTest, ARangeMustLieWithinOneAllocation) {
    const Address first = window->allocate(1000, 256).take();
    const Address second = window->allocate(1000, 256).take();
    EXPECT_TRUE(window->check(first, 1000).ok());
    EXPECT_TRUE(window->check(first + 999, 1).ok());
    for (const auto& [address, bytes] : std::vector<std::pair<Address, std::uint64_t>>{{first, 1001},
                                                                                       {first + 1, 1000},
                                                                                       {first - 1, 1},
                                                                                       {first, second + 1000 - first},
                                                                                       {first, huge},
                                                                                       {first + 999, huge},
                                                                                       {first, 0},
                                                                                       {0, 1},
                                                                                       {huge, 1},
                                                                                       {huge, huge}}) {
        auto checked = window->check(address, bytes);
        ASSERT_FALSE(checked.ok()) << address << " " << bytes;
        EXPECT_EQ(checked.error().status, cuda_status::invalid_value);
    }
    EXPECT_THAT(window->check(first + 1000, 1).error().message, testing::HasSubstr("has 1000 bytes"));
    ASSERT_TRUE(window->release(first).ok());
    EXPECT_FALSE(window->check(first, 1).ok());
}

TEST_F(WindowTest, HostMemoryIsSealedAndInTheUpperHalf) {
    auto segment = window->allocate_host(5000).take();
    EXPECT_EQ(segment.bytes, 8192u);
    EXPECT_GE(segment.address, window->begin() + window->bytes() / 2);
    EXPECT_EQ(memory_file_bytes(segment.file.get()).value(), 8192u);
    EXPECT_EQ(window->check(segment.address, 8192).value().kind, ExtentKind::Host);
    EXPECT_FALSE(window->check(segment.address, 8193).ok());
    EXPECT_EQ(device.memory.attached.size(), 1u);
    EXPECT_FALSE(window->release(segment.address).ok());
    EXPECT_FALSE(window->release_host(segment.address + 4096).ok());
    EXPECT_TRUE(window->release_host(segment.address).ok());
    EXPECT_FALSE(window->release_host(segment.address).ok());
    EXPECT_TRUE(device.memory.attached.empty());
    EXPECT_TRUE(device.memory.announced.empty());
    EXPECT_EQ(window->statistics().host_bytes, 0u);
}

TEST_F(WindowTest, HostMemoryThatIsRetiredIsThereButCannotBeUsed) {
    const Address address = window->allocate_host(5000).take().address;
    ASSERT_TRUE(window->retire_host(address).ok());
    EXPECT_FALSE(window->check(address, 1).ok());
    EXPECT_FALSE(window->is_host_segment(address));
    EXPECT_FALSE(window->retire_host(address).ok());
    EXPECT_EQ(device.memory.attached.size(), 1u);
    EXPECT_EQ(window->statistics().host_bytes, 8192u);
    EXPECT_TRUE(window->drop_host(address).ok());
    EXPECT_FALSE(window->drop_host(address).ok());
    EXPECT_TRUE(device.memory.attached.empty());
    EXPECT_EQ(window->statistics().host_bytes, 0u);
}

TEST_F(WindowTest, ChunksAreGivenBackUnderPressureOnlyWhenTheyMayBe) {
    bool may = false;
    window->set_idle_condition([&] { return may; });
    const Address small = window->allocate(1 * MiB, 256).take();
    const Address large = window->allocate(40 * MiB, 256).take();
    const Address kept = window->allocate(1 * MiB, 256).take();
    ASSERT_TRUE(window->release(large).ok());
    EXPECT_EQ(window->allocate(60 * MiB, 256).error().status, cuda_status::out_of_memory);
    may = true;
    ASSERT_TRUE(window->release(small).ok());
    ASSERT_TRUE(window->release(kept).ok());
    EXPECT_TRUE(window->allocate(60 * MiB, 256).ok());
}

TEST_F(WindowTest, QuotasHold) {
    EXPECT_EQ(window->allocate(65 * MiB, 256).error().status, cuda_status::out_of_memory);
    const Address most = window->allocate(64 * MiB, 256).take();
    EXPECT_EQ(window->quota_left(), 0u);
    EXPECT_EQ(window->allocate(1, 256).error().status, cuda_status::out_of_memory);
    ASSERT_TRUE(window->release(most).ok());
    EXPECT_TRUE(window->allocate(1, 256).ok());

    EXPECT_EQ(window->allocate_host(16 * MiB + 1).error().status, cuda_status::out_of_memory);
    EXPECT_EQ(window->allocate_host(huge).error().status, cuda_status::invalid_value);
    EXPECT_EQ(window->allocate_host(huge - 8191).error().status, cuda_status::out_of_memory);
    EXPECT_EQ(window->allocate_host(0).error().status, cuda_status::invalid_value);
    EXPECT_TRUE(window->allocate_host(16 * MiB).ok());
    EXPECT_EQ(window->allocate_host(1).error().status, cuda_status::out_of_memory);
}

TEST_F(WindowTest, BoxesAreCheckedFromFirstToLastByte) {
    // 3 slices of 4 rows of 100 bytes; the last row needs no padding behind it.
    const std::uint64_t bytes = 2 * 600 + 3 * 128 + 100;
    const Address address = window->allocate(bytes, 256).take();
    const backend::Box box{address, 128, 600};
    EXPECT_TRUE(window->check_box(box, {100, 4, 3}).ok());
    EXPECT_FALSE(window->check_box(box, {101, 4, 3}).ok());
    EXPECT_FALSE(window->check_box({address + 1, 128, 600}, {100, 4, 3}).ok());
    EXPECT_FALSE(window->check_box({address, 129, 600}, {100, 4, 3}).ok());
    EXPECT_FALSE(window->check_box({address, 128, 601}, {100, 4, 3}).ok());
    EXPECT_FALSE(window->check_box({address, 99, 600}, {100, 4, 3}).ok());
    EXPECT_FALSE(window->check_box({address, 128, 483}, {100, 4, 3}).ok());
    EXPECT_TRUE(window->check_box({address, 0, 0}, {bytes, 1, 1}).ok());
    EXPECT_FALSE(window->check_box(box, {0, 4, 3}).ok());
    EXPECT_FALSE(window->check_box(box, {100, 0, 3}).ok());
    EXPECT_FALSE(window->check_box(box, {100, 4, 0}).ok());
}

TEST_F(WindowTest, BoxesThatOverflowAreRefused) {
    const Address address = window->allocate(4096, 256).take();
    const std::uint64_t half = std::uint64_t{1} << 63;
    for (const backend::Box box : {backend::Box{address, half, half}, {address, huge, huge}, {address, half, 1}}) {
        for (const backend::BoxSize size :
             {backend::BoxSize{1, 3, 3}, {1, 3, 1}, {1, huge, 1}, {huge, 2, 2}, {huge, 2, 1}, {1, huge, huge}}) {
            EXPECT_FALSE(window->check_box(box, size).ok());
        }
    }
    EXPECT_FALSE(window->check_box({address, half, half}, {1, 1, 3}).ok());
}

TEST_F(WindowTest, VariablesOfModulesMayLieAnywhere) {
    EXPECT_FALSE(window->check(0x5000, 8).ok());
    window->admit_variable(0x5000, 8);
    EXPECT_EQ(window->check(0x5000, 8).value().kind, ExtentKind::Variable);
    EXPECT_FALSE(window->check(0x5000, 9).ok());
    window->forget_variable(0x5000);
    EXPECT_FALSE(window->check(0x5000, 8).ok());
}

TEST_F(WindowTest, FreshMemoryIsClearedWhereItMustBe) {
    EXPECT_EQ(window->clearing(), nullptr);
    (void)window->allocate(1, 256);
    EXPECT_TRUE(device.memory.cleared.empty());

    FakeDevice other;
    auto clearing = Window::create(other, {.bytes = 1024 * MiB, .clears_fresh_memory = true}).take();
    const Address first = clearing->allocate(3 * MiB, 256).take();
    EXPECT_EQ(clearing->times_cleared(), 1u);
    EXPECT_EQ(other.memory.records, 1);
    std::map<Address, std::uint64_t> cleared(other.memory.cleared.begin(), other.memory.cleared.end());
    EXPECT_EQ(cleared, other.memory.committed);
    // Memory that was the session's own before is not cleared again.
    ASSERT_TRUE(clearing->release(first).ok());
    (void)clearing->allocate(3 * MiB, 256);
    EXPECT_EQ(clearing->times_cleared(), 1u);
}

// Clearing is work of the device too, which others may hold up for as long as they like.
TEST_F(WindowTest, MemoryThatIsBeingClearedIsNotTakenAway) {
    FakeDevice other;
    auto clearing = Window::create(other, {.bytes = 1024 * MiB, .quota = 64 * MiB, .clears_fresh_memory = true}).take();
    const Address first = clearing->allocate(40 * MiB, 256).take();
    const auto committed = other.memory.committed;
    other.memory.is_busy = true;
    ASSERT_TRUE(clearing->release(first).ok());
    EXPECT_FALSE(clearing->allocate(80 * MiB, 256).ok());
    EXPECT_EQ(other.memory.committed, committed);
    clearing->release_all_but(0);
    EXPECT_EQ(other.memory.committed, committed);
    other.memory.is_busy = false;
    EXPECT_FALSE(clearing->allocate(80 * MiB, 256).ok());
    EXPECT_TRUE(other.memory.committed.empty());
}

// Each question takes the driver's lock.
TEST_F(WindowTest, RefusalsDoNotAskTheDeviceAgainAndAgain) {
    FakeDevice other;
    auto clearing = Window::create(other, {.bytes = 1024 * MiB, .quota = 64 * MiB, .clears_fresh_memory = true}).take();
    (void)clearing->allocate(40 * MiB, 256);
    for (int i = 0; i < 1000; ++i)
        EXPECT_FALSE(clearing->allocate(80 * MiB, 256).ok());
    EXPECT_LE(other.memory.questions, 1);
    // Asks for the memory that has been cleared since.
    (void)clearing->allocate(8 * MiB, 256);
    EXPECT_FALSE(clearing->allocate(80 * MiB, 256).ok());
    EXPECT_LE(other.memory.questions, 2);
}

TEST_F(WindowTest, NothingLiesAtItsEnds) {
    const Address first = window->allocate(1, 256).take();
    EXPECT_EQ(first, window->begin() + 2 * MiB);
    auto tight = make({.bytes = 64 * MiB});
    EXPECT_FALSE(tight->allocate_host(32 * MiB).ok());
    const HostSegment last = tight->allocate_host(30 * MiB).take();
    EXPECT_EQ(last.address + last.bytes, tight->begin() + 62 * MiB);
}

TEST_F(WindowTest, ItsGeometryIsThatOfFences) {
    const auto large = make({.bytes = std::uint64_t{1} << 37});
    const guard::Window geometry = large->geometry();
    EXPECT_EQ(geometry.bits, 37u);
    EXPECT_EQ(geometry.base, large->begin());
    const Address inside = geometry.base + 12345;
    EXPECT_EQ(geometry.fence(inside), inside);
    EXPECT_TRUE(geometry.contains(geometry.fence(0xdead'beef'dead'beef)));
}

TEST_F(WindowTest, WithSinksMemoryComesAndGoesOnlyWhileNothingRuns) {
    auto covered = make({.bytes = 1024 * MiB,
                         .has_sinks = true,
                         .sink_bytes = 32 * MiB,
                         .quota = 256 * MiB,
                         .heap = {.first_chunk = 64 * MiB}});
    EXPECT_EQ(covered->statistics().device.committed_bytes, 64 * MiB) << "there is some from the start";
    EXPECT_EQ(covered->quota_left(), (256 - 64 - 36) * MiB) << "the sink counts, too";
    bool idle = true;
    covered->set_idle_condition([&] { return idle; });
    const HostSegment host = covered->allocate_host(5000).take();
    EXPECT_EQ(host.bytes, 2 * MiB);
    idle = false;
    EXPECT_TRUE(covered->allocate(64 * MiB, 256).ok()) << "what is committed needs nothing";
    EXPECT_FALSE(covered->take_was_busy());
    const auto refused = covered->allocate(1, 256);
    EXPECT_EQ(refused.error().status, cuda_status::out_of_memory);
    EXPECT_THAT(refused.error().message, testing::HasSubstr("while none of its kernels runs"));
    idle = true;
    EXPECT_TRUE(covered->take_was_busy()) << "although nothing runs any more";
    EXPECT_FALSE(covered->take_was_busy());
    idle = false;
    EXPECT_EQ(covered->allocate_host(1).error().status, cuda_status::out_of_memory);
    ASSERT_TRUE(covered->retire_host(host.address).ok());
    EXPECT_EQ(covered->drop_host(host.address).error().status, cuda_status::out_of_memory);
    idle = true;
    EXPECT_TRUE(covered->drop_host(host.address).ok());
    EXPECT_TRUE(covered->allocate(1, 256).ok());
}

TEST_F(WindowTest, TheDeviceIsToldExactlyWhatIsAllocated) {
    const Address address = window->allocate(1000, 256).take();
    EXPECT_EQ(device.memory.announced, (std::map<Address, std::uint64_t>{{address, 1000}}));
    ASSERT_TRUE(window->release(address).ok());
    EXPECT_TRUE(device.memory.announced.empty());
}

}  // namespace
}  // namespace ringfence::memory
