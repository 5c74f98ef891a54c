// Address spaces without an address that faults, against a driver that needs no card (fake_cuda_memory.cpp).
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "base/mapped_memory.h"
#include "base/unique_fd.h"

namespace ringfence::backend {
namespace {

constexpr std::uint64_t MiB = 1 << 20;
constexpr std::uint64_t covered_unit = 2 * MiB;
constexpr AddressSpaceOptions covered_space = {
    .bytes = 4096 * MiB, .zone_bytes = 65 * MiB, .has_sinks = true, .sink_bytes = 64 * MiB};
constexpr std::uint64_t host_unit = 32 * MiB;
constexpr std::uint64_t covered_zone = 96 * MiB;  // whole units of what the driver reserves

UniqueFd file_of(std::uint64_t bytes) {
    UniqueFd file(::memfd_create("host", MFD_CLOEXEC));
    EXPECT_EQ(::ftruncate(file.get(), static_cast<off_t>(bytes)), 0);
    return file;
}

struct CudaSinks : testing::Test {
    std::unique_ptr<Device> device = open_cuda_at(FAKE_DRIVER).take();
    std::unique_ptr<Stream> stream = device->create_stream().take();
    std::unique_ptr<AddressSpace> space = device->create_address_space(covered_space).take();
    const Address begin = space->begin();
    const Address host = space->host_begin();

    // The fake's fills fail where a card's kernel would fault.
    bool has_page(Address address) { return device->fill(*stream, address, 7, 4, 1).ok(); }
    // How many units of window and zones an access would fault in.
    std::uint64_t bare_units() {
        std::uint64_t bare = 0;
        for (Address at = begin - covered_zone; at != begin + covered_space.bytes + covered_zone; at += covered_unit)
            bare += has_page(at) && has_page(at + covered_unit - 4) ? 0 : 1;
        return bare;
    }
};

TEST_F(CudaSinks, EveryAddressOfWindowAndZonesHasAPage) {
    EXPECT_TRUE(space->has_sinks());
    EXPECT_EQ(begin % covered_space.bytes, 0U);
    EXPECT_EQ(bare_units(), 0U);
    EXPECT_FALSE(has_page(begin - covered_zone - 4));
    EXPECT_FALSE(has_page(begin + covered_space.bytes + covered_zone));
}

TEST_F(CudaSinks, DeviceMemoryTakesThePlaceOfScratchAndGivesItBack) {
    // Within one piece of scratch, over several of them, beside each other, at the ends.
    for (const auto& [at, units] : {std::pair{begin, 1},
                                    {begin + 3 * covered_unit, 1},
                                    {begin + 4 * covered_unit, 100},
                                    {host - covered_unit, 1}}) {
        space->commit(at, static_cast<std::uint64_t>(units) * covered_unit).value();
        EXPECT_EQ(bare_units(), 0U);
    }
    space->decommit(begin + 4 * covered_unit, 100 * covered_unit).value();
    space->decommit(begin, covered_unit).value();
    EXPECT_EQ(bare_units(), 0U);
    EXPECT_FALSE(space->commit(begin, 104 * covered_unit).ok());
    space->commit(begin, 3 * covered_unit).value();
    EXPECT_EQ(bare_units(), 0U);
}

TEST_F(CudaSinks, WhatCannotBeCommittedLeavesScratchBehind) {
    EXPECT_EQ(space->commit(begin, 1026 * MiB).error().status, 2);
    EXPECT_EQ(bare_units(), 0U);
}

TEST_F(CudaSinks, HostMemoryLiesBetweenScratch) {
    const UniqueFd file = file_of(128 * MiB);
    EXPECT_EQ(space->host_granularity(), host_unit);
    EXPECT_FALSE(space->attach_host(host, file.get(), 4096).ok());
    // In a unit of the reservation, across two of them, beside the first.
    space->attach_host(host + 4 * host_unit, file.get(), 2 * host_unit).value();
    space->attach_host(host + 992 * MiB, file.get(), 64 * MiB).value();
    space->attach_host(host + 6 * host_unit, file.get(), host_unit).value();
    EXPECT_EQ(bare_units(), 0U);
    auto* const word = reinterpret_cast<std::uint32_t*>(host + 4 * host_unit + 64);
    device->fill(*stream, host + 4 * host_unit + 64, 99, 4, 1).value();
    EXPECT_EQ(*word, 99U);

    space->detach_host(host + 4 * host_unit, 2 * host_unit).value();
    space->detach_host(host + 992 * MiB, 64 * MiB).value();
    EXPECT_EQ(bare_units(), 0U);
    space->attach_host(host + 4 * host_unit, file.get(), host_unit).value();
    EXPECT_EQ(*word, 99U);
    EXPECT_EQ(bare_units(), 0U);
}

TEST_F(CudaSinks, HostMemoryThatTheDeviceDoesNotTakeLeavesScratchBehind) {
    const UniqueFd file = file_of(608 * MiB);
    EXPECT_EQ(space->attach_host(host + 64 * MiB, file.get(), 608 * MiB).error().status, 2);
    EXPECT_EQ(bare_units(), 0U);
}

// Otherwise whoever sends such files again and again has other threads' memory come to lie in its window, and be
// unmapped with it.
TEST_F(CudaSinks, AFileThatCannotBeMappedCostsNoAddresses) {
    const UniqueFd file(::memfd_create("host", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    ASSERT_EQ(::ftruncate(file.get(), host_unit), 0);
    ASSERT_EQ(::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE), 0);
    const Address wanted = host + 4 * host_unit;
    std::atomic<bool> is_over{false};
    int taken = 0;
    std::thread other([&] {
        while (!is_over) {
            auto memory = MappedMemory::reserve_at(wanted, 4096);
            taken += memory.ok() ? 1 : 0;
        }
    });
    for (int i = 0; i < 2000; ++i)
        EXPECT_FALSE(space->attach_host(wanted, file.get(), host_unit).ok());
    is_over = true;
    other.join();
    EXPECT_EQ(taken, 0);
    EXPECT_EQ(bare_units(), 0U);
}

TEST_F(CudaSinks, AddressSpacesKeepTheirDistance) {
    std::unique_ptr<AddressSpace> other = device->create_address_space(covered_space).take();
    EXPECT_GE(other->begin(), begin + covered_space.bytes + 2 * covered_zone);
    // The worker's own has no zones, and must not lie in those of others.
    std::unique_ptr<AddressSpace> own = device->create_address_space({.bytes = 64 * MiB}).take();
    EXPECT_TRUE(own->begin() + own->bytes() <= begin - covered_zone ||
                own->begin() >= begin + covered_space.bytes + covered_zone);
    EXPECT_FALSE(own->has_sinks());
    const Address first = begin;
    space.reset();
    space = device->create_address_space(covered_space).take();
    EXPECT_EQ(space->begin(), first) << "its addresses are free again";
}

}  // namespace
}  // namespace ringfence::backend
