#include <sys/mman.h>
#include <unistd.h>

#include <numeric>

#include "base/cuda_status.h"
#include "base/memory_file.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t huge = ~std::uint64_t{0};

std::vector<std::uint8_t> counting(std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    return bytes;
}

struct MemoryOperations : WorkerTest {
    TestClient client{*worker};
    Address a = client.allocate(1000);
    Address b = client.allocate(1000);
};

TEST_F(MemoryOperations, WriteCopyRead) {
    const auto bytes = counting(1000);
    client.put(a, bytes);
    client.submit(wire::Copy{0, b, a, 1000});
    EXPECT_EQ(client.get<std::uint8_t>(b, 1000), bytes);
}

TEST_F(MemoryOperations, HostMemoryIsTheSameAtBothSides) {
    const Address host = client.allocate_host(5000);
    auto* bytes = reinterpret_cast<std::uint8_t*>(host);
    bytes[0] = 7;
    bytes[8191] = 9;
    client.submit(wire::Copy{0, a, host, 1});
    client.submit(wire::Copy{0, a + 1, host + 8191, 1});
    EXPECT_EQ(client.get<std::uint8_t>(a, 2), (std::vector<std::uint8_t>{7, 9}));
    client.submit(wire::Fill{0, host, 0, 100, 1, 3, 1});
    ASSERT_EQ(client.synchronize(), 0);
    EXPECT_EQ(bytes[99], 3);
    EXPECT_EQ(client.call(wire::ReleaseHost{host}), 0);
    EXPECT_EQ(client.call(wire::ReleaseHost{host}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::Copy{0, a, host, 1}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::ReleaseHost{client.staging()}), cuda_status::invalid_value);
}

TEST_F(MemoryOperations, TwoSessionsShareHostMemory) {
    wire::AllocateHost::Reply made;
    ASSERT_EQ(client.call(wire::AllocateHost{8192}, made), 0);
    const UniqueFd file = channel::receive_host_memory(client.socket.get(), 60s).take().file;
    TestClient other(*worker);
    ASSERT_TRUE(channel::send_host_memory(other.socket.get(), {}, file.get()).ok());
    wire::AttachHost::Reply attached;
    ASSERT_EQ(other.call(wire::AttachHost{8192}, attached), 0);
    EXPECT_EQ(attached.bytes_mapped, 8192u);
    const Address there = other.allocate(16);
    client.submit(wire::Fill{0, made.address + 8000, 0, 16, 1, 5, 1});
    ASSERT_EQ(client.synchronize(), 0);
    other.submit(wire::Copy{0, there, attached.address + 8000, 16});
    EXPECT_EQ(other.get<std::uint8_t>(there, 16), std::vector<std::uint8_t>(16, 5));
    // Whoever made it may leave.
    EXPECT_EQ(client.call(wire::ReleaseHost{made.address}), 0);
    EXPECT_EQ(other.outcome(wire::Copy{0, there, attached.address, 16}), 0);
    EXPECT_EQ(other.call(wire::ReleaseHost{attached.address}), 0);
    EXPECT_EQ(other.outcome(wire::Copy{0, there, attached.address, 16}), cuda_status::invalid_value);
}

TEST_F(MemoryOperations, OnlyFilesOfAFixedSizeAreAttached) {
    const auto attach = [&](int file, std::uint64_t bytes) {
        EXPECT_TRUE(channel::send_host_memory(client.socket.get(), {}, file).ok());
        return client.call(wire::AttachHost{bytes});
    };
    EXPECT_EQ(client.call(wire::AttachHost{4096}), cuda_status::invalid_value) << "nothing was sent";
    const UniqueFd unsealed(::memfd_create("test", MFD_ALLOW_SEALING));
    ASSERT_EQ(::ftruncate(unsealed.get(), 4096), 0);
    EXPECT_EQ(attach(unsealed.get(), 4096), cuda_status::invalid_value);
    EXPECT_EQ(attach(client.socket.get(), 4096), cuda_status::invalid_value);
    const UniqueFd file = create_memory_file("test", 4096).take();
    EXPECT_EQ(attach(file.get(), 8192), cuda_status::invalid_value);
    EXPECT_EQ(attach(file.get(), ~std::uint64_t{0}), cuda_status::invalid_value);
    const UniqueFd odd = create_memory_file("test", 100).take();
    EXPECT_EQ(attach(odd.get(), 100), cuda_status::invalid_value);
    EXPECT_EQ(attach(file.get(), 4096), 0);
}

TEST_F(MemoryOperations, FillsOfAllWidthsAndRows) {
    client.submit(wire::Fill{0, a, 0, 1000, 1, 0, 1});
    client.submit(wire::Fill{0, a, 0, 2, 1, 0x01020304, 4});
    client.submit(wire::Fill{0, a + 10, 0, 1, 1, 0x0506, 2});
    client.submit(wire::Fill{0, a + 100, 10, 2, 3, 0xff, 1});
    const auto bytes = client.get<std::uint8_t>(a, 130);
    EXPECT_EQ(bytes[4], 4);
    EXPECT_EQ(bytes[8], 0);
    EXPECT_EQ(bytes[10], 6);
    EXPECT_EQ(bytes[11], 5);
    for (std::size_t i = 100; i < 130; ++i)
        EXPECT_EQ(bytes[i], i % 10 < 2 ? 0xff : 0) << i;
}

TEST_F(MemoryOperations, BoxesKeepWhatIsBetweenTheirRows) {
    client.put(a, counting(1000));
    client.submit(wire::Fill{0, b, 0, 1000, 1, 0, 1});
    // 2 slices of 3 rows of 4 bytes.
    client.submit(wire::CopyBox{0, b, 8, 100, a, 16, 200, 4, 3, 2});
    const auto bytes = client.get<std::uint8_t>(b, 124);
    for (std::size_t slice = 0; slice < 2; ++slice) {
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t i = 0; i < 8; ++i) {
                const std::size_t at = slice * 100 + row * 8 + i;
                if (at >= bytes.size()) continue;
                EXPECT_EQ(bytes[at], i < 4 ? static_cast<std::uint8_t>(slice * 200 + row * 16 + i) : 0) << at;
            }
        }
    }
}

// One byte too many, at either end, in every operation that names memory.
TEST_F(MemoryOperations, NothingReachesBeyondAnAllocation) {
    constexpr std::int32_t invalid = cuda_status::invalid_value;
    std::vector<std::byte> some(16);
    for (const Address bad : {a + 1000 - 15, a - 1, Address{0}, huge, huge - 14, client.staging() - 1}) {
        EXPECT_EQ(client.outcome(wire::Copy{0, bad, b, 16}), invalid) << bad - a;
        EXPECT_EQ(client.outcome(wire::Copy{0, b, bad, 16}), invalid);
        EXPECT_EQ(client.outcome(wire::Write{0, bad}, some), invalid);
        EXPECT_EQ(client.outcome(wire::Fill{0, bad, 0, 16, 1, 0, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, bad, 4, 16, b, 4, 16, 4, 4, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, b, 4, 16, bad, 4, 16, 4, 4, 1}), invalid);
        wire::Read::Reply reply;
        EXPECT_EQ(client.call(wire::Read{0, bad, 16}, reply), invalid);
    }
    for (const std::uint64_t bytes : {std::uint64_t{1001}, std::uint64_t{1} << 40, huge, huge - 1000}) {
        EXPECT_EQ(client.outcome(wire::Copy{0, a, b, bytes}), invalid);
        EXPECT_EQ(client.outcome(wire::Copy{0, b, a, bytes}), invalid);
        EXPECT_EQ(client.outcome(wire::Fill{0, a, 0, bytes, 1, 0, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::Fill{0, a, 0, bytes / 4 + 1, 1, 0, 4}), invalid);
        EXPECT_EQ(client.outcome(wire::Fill{0, a, bytes, 1, 2, 0, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::Fill{0, a, 1, 1, bytes, 0, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, a, bytes, bytes, b, 4, 16, 4, 2, 1}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, a, 4, 16, b, bytes, bytes, 4, 2, 2}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, a, 1, bytes, b, 1, bytes, 1, 1, 2}), invalid);
        EXPECT_EQ(client.outcome(wire::CopyBox{0, a, 1, 1, b, 1, 1, 1, bytes, 1}), invalid);
        wire::Read::Reply reply;
        EXPECT_EQ(client.call(wire::Read{0, a, bytes}, reply), invalid);
    }
    EXPECT_EQ(client.outcome(wire::WriteValue{0, a + 996, 1, 4, 0}), 0);
    EXPECT_EQ(client.outcome(wire::WriteValue{0, a + 1000, 1, 4, 0}), invalid);
    EXPECT_EQ(client.outcome(wire::WaitValue{0, a + 1000, 1, 8, 0}), invalid);
    // The session goes on.
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(MemoryOperations, OddArgumentsAreRefused) {
    constexpr std::int32_t invalid = cuda_status::invalid_value;
    EXPECT_EQ(client.outcome(wire::Fill{0, a, 0, 4, 1, 0, 3}), invalid);
    EXPECT_EQ(client.outcome(wire::Fill{0, a, 0, 4, 1, 0, 0}), invalid);
    EXPECT_EQ(client.outcome(wire::Fill{0, a + 1, 0, 4, 1, 0, 4}), invalid);
    EXPECT_EQ(client.outcome(wire::Fill{0, a, 7, 1, 2, 0, 4}), invalid);
    EXPECT_EQ(client.outcome(wire::WriteValue{0, a, 1, 3, 0}), invalid);
    EXPECT_EQ(client.outcome(wire::WriteValue{0, a + 2, 1, 4, 0}), invalid);
    EXPECT_EQ(client.outcome(wire::WaitValue{0, a, 1, 4, 4}), invalid);
    EXPECT_EQ(client.outcome(wire::WaitValue{0, a, 0, 4, 2}), invalid);
    EXPECT_EQ(client.outcome(wire::WaitValue{0, a, 0xffff'ffff, 4, 3}), invalid);
    EXPECT_EQ(client.call(wire::Allocate{1, 3}), invalid);
    EXPECT_EQ(client.call(wire::Allocate{1, 0}), invalid);
    EXPECT_EQ(client.call(wire::Allocate{0, 256}), invalid);
    EXPECT_EQ(client.call(wire::Allocate{huge, 256}), cuda_status::out_of_memory);
    EXPECT_EQ(client.call(wire::AllocateHost{0}), invalid);
    EXPECT_EQ(client.call(wire::AllocateHost{huge}), invalid);
    EXPECT_EQ(client.call(wire::Read{0, a, 0}), invalid);
}

TEST_F(MemoryOperations, NothingIsNothing) {
    EXPECT_EQ(client.outcome(wire::Copy{0, 0, 0, 0}), 0);
    EXPECT_EQ(client.outcome(wire::Write{0, 0}), 0);
    EXPECT_EQ(client.outcome(wire::Fill{0, 0, 0, 0, 1, 0, 1}), 0);
    EXPECT_EQ(client.outcome(wire::CopyBox{0, 0, 0, 0, 0, 0, 0, 0, 1, 1}), 0);
}

TEST_F(MemoryOperations, MemoryIsFreedOnceAndFromItsBegin) {
    EXPECT_EQ(client.call(wire::Release{a + 512}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::Release{0}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::Release{a}), 0);
    EXPECT_EQ(client.call(wire::Release{a}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::ReleaseAfter{0, a}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::Copy{0, b, a, 1}), cuda_status::invalid_value);
}

TEST_F(MemoryOperations, AStreamCanFree) {
    client.submit(wire::ReleaseAfter{0, a});
    EXPECT_EQ(client.outcome(wire::ReleaseAfter{0, a}), cuda_status::invalid_value);
    wire::MemoryInfo::Reply info;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, info), 0);
    EXPECT_EQ(client.outcome(wire::Copy{0, b, a, 1}), cuda_status::invalid_value);
}

TEST_F(MemoryOperations, WhatStreamsAreAboutToFreeIsWaitedFor) {
    const Address word = client.allocate(256);
    client.submit(wire::Fill{0, word, 0, 1, 1, 0, 4});
    ASSERT_EQ(client.synchronize(), 0);
    const Address large = client.allocate(std::uint64_t{200} << 20);
    const std::uint64_t stream = client.stream();
    client.submit(wire::WaitValue{stream, word, 1, 4, 1});
    client.submit(wire::ReleaseAfter{stream, large});
    client.submit(wire::WriteValue{client.stream(false), word, 1, 4, 0});
    EXPECT_NE(client.allocate(std::uint64_t{200} << 20), 0u);
}

TEST_F(MemoryOperations, MemoryInfoCounts) {
    wire::MemoryInfo::Reply before, after;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, before), 0);
    (void)client.allocate(std::uint64_t{100} << 20);
    ASSERT_EQ(client.call(wire::MemoryInfo{}, after), 0);
    EXPECT_EQ(before.total, after.total);
    EXPECT_LE(after.free + (std::uint64_t{99} << 20), before.free);
    EXPECT_EQ(client.call(wire::Allocate{after.free + (std::uint64_t{8} << 20), 256}), cuda_status::out_of_memory);
}

TEST_F(MemoryOperations, ResetGivesEverythingBack) {
    const Address host = client.allocate_host(4096);
    ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    EXPECT_EQ(worker->statistics().memory_bytes, 0u);
    EXPECT_EQ(client.outcome(wire::Copy{0, a, b, 1}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::ReleaseHost{host}), cuda_status::invalid_value);
    const Address again = client.allocate(64);
    client.submit(wire::Copy{0, again, client.staging(), 64});
    EXPECT_EQ(client.synchronize(), 0);
}

}  // namespace
}  // namespace ringfence::worker
