// Memory that lies in several address spaces: the software GPU's, and a card's with a driver that needs none.
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/device.h"
#include "backend/soft/soft.h"

namespace ringfence::backend {
namespace {

constexpr std::uint64_t piece_unit = 2 << 20;

enum class Kind : std::uint8_t { Soft, Card, CardWithSinks };

struct SharedPieces : testing::TestWithParam<Kind> {
    std::unique_ptr<Device> device = open();
    std::unique_ptr<Stream> stream = device->create_stream().take();
    std::unique_ptr<AddressSpace> first = space();
    std::unique_ptr<AddressSpace> second = space();
    const Address here = first->begin() + piece_unit;
    const Address there = second->begin() + 4 * piece_unit;

    static std::unique_ptr<Device> open() {
        if (GetParam() != Kind::Soft) return open_cuda_at(FAKE_DRIVER).take();
        SoftOptions options;
        options.memory_bytes = std::uint64_t{64} << 20;
        return open_soft(options).take();
    }
    std::unique_ptr<AddressSpace> space() {
        const bool has_sinks = GetParam() == Kind::CardWithSinks;
        return device
            ->create_address_space(
                {.bytes = std::uint64_t{1} << 30, .has_sinks = has_sinks, .sink_bytes = std::uint64_t{64} << 20})
            .take();
    }
    bool write(Address address, std::uint32_t value) {
        return device->fill(*stream, address, value, 4, 1).ok() && stream->synchronize().ok();
    }
    std::uint32_t read(Address address) {
        std::uint32_t value = 0;
        EXPECT_TRUE(device->copy_to_host(*stream, std::as_writable_bytes(std::span(&value, 1)), address).ok());
        EXPECT_TRUE(stream->synchronize().ok());
        return value;
    }
    std::uint64_t free_bytes() { return device->memory_info().value().free; }
};

TEST_P(SharedPieces, WhatOneWritesTheOtherReads) {
    first->commit(here, 2 * piece_unit).value();
    ASSERT_TRUE(write(here + 8, 5));
    ASSERT_TRUE(write(here + 2 * piece_unit - 4, 6));
    const PlacedPiece placed = first->share(here + 100).take();
    EXPECT_EQ(placed.begin, here);
    EXPECT_EQ(placed.piece->bytes(), 2 * piece_unit);
    EXPECT_EQ(read(here + 8), 5u);
    second->put_piece(there, placed.piece).value();
    EXPECT_EQ(read(there + 8), 5u);
    EXPECT_EQ(read(there + 2 * piece_unit - 4), 6u);
    ASSERT_TRUE(write(there + 12, 7));
    EXPECT_EQ(read(here + 12), 7u);
    EXPECT_EQ(first->share(here).value().piece, placed.piece);
}

TEST_P(SharedPieces, ItStaysWithWhoIsLeft) {
    first->commit(here, piece_unit).value();
    ASSERT_TRUE(write(here, 5));
    second->put_piece(there, first->share(here).value().piece).value();
    first->decommit(here, piece_unit).value();
    EXPECT_FALSE(first->share(here).ok());
    EXPECT_EQ(read(there), 5u);
    // The addresses are free for something else.
    first->commit(here, piece_unit).value();
    ASSERT_TRUE(write(here, 6));
    EXPECT_EQ(read(there), 5u);
    first.reset();
    EXPECT_EQ(read(there), 5u);
    second->decommit(there, piece_unit).value();
}

TEST_P(SharedPieces, PiecesSideBySideGoTogether) {
    first->commit(here, piece_unit).value();
    first->commit(here + piece_unit, 2 * piece_unit).value();
    const auto one = first->share(here).value();
    const auto two = first->share(here + piece_unit).value();
    EXPECT_NE(one.piece, two.piece);
    second->put_piece(there, one.piece).value();
    second->put_piece(there + piece_unit, two.piece).value();
    ASSERT_TRUE(write(there + 2 * piece_unit, 9));
    EXPECT_EQ(read(here + 2 * piece_unit), 9u);
    second->decommit(there, 3 * piece_unit).value();
    EXPECT_EQ(read(here + 2 * piece_unit), 9u);
}

TEST_P(SharedPieces, ItIsPutOnlyWhereThereIsRoom) {
    first->commit(here, piece_unit).value();
    const auto piece = first->share(here).value().piece;
    EXPECT_FALSE(first->put_piece(here, piece).ok());
    EXPECT_FALSE(second->put_piece(there + 4096, piece).ok());
    EXPECT_FALSE(second->put_piece(second->host_begin(), piece).ok());
    EXPECT_FALSE(second->put_piece(second->begin() - piece_unit, piece).ok());
    EXPECT_FALSE(second->share(there).ok());
    EXPECT_FALSE(second->share(0).ok());
    second->put_piece(there, piece).value();
    EXPECT_FALSE(second->put_piece(there, piece).ok());
    // Twice in one space is as good as in two.
    first->put_piece(here + piece_unit, piece).value();
    ASSERT_TRUE(write(here + piece_unit, 3));
    EXPECT_EQ(read(here), 3u);
}

TEST_P(SharedPieces, TheDeviceGetsItBackWithTheLast) {
    if (GetParam() != Kind::Soft) GTEST_SKIP() << "the driver that needs no card does not count its memory";
    const std::uint64_t before = free_bytes();
    first->commit(here, 8 * piece_unit).value();
    auto placed = first->share(here).take();
    second->put_piece(there, placed.piece).value();
    EXPECT_EQ(free_bytes(), before - 8 * piece_unit);
    first.reset();
    second.reset();
    EXPECT_EQ(free_bytes(), before - 8 * piece_unit);
    placed = {};
    EXPECT_EQ(free_bytes(), before);
}

INSTANTIATE_TEST_SUITE_P(All, SharedPieces, testing::Values(Kind::Soft, Kind::Card, Kind::CardWithSinks));

}  // namespace
}  // namespace ringfence::backend
