// The print ring from the host's side: memory that is not as it should be does no harm.
#include "guard/runtime/print_ring.h"

#include <cstring>
#include <random>

#include <gtest/gtest.h>

namespace ringfence::guard {
namespace {

struct Ring {
    alignas(16) std::array<std::byte, least_print_ring> memory = {};
    PrintRing ring = PrintRing::make(memory).take();

    PrintRingHeader& header() { return *reinterpret_cast<PrintRingHeader*>(memory.data()); }
    // Writes as __rf_vprintf does.
    bool put(std::uint64_t format, std::span<const std::byte> arguments) {
        const std::uint64_t need = 16 + (arguments.size() + 15) / 16 * 16;
        if (header().head + need - header().tail > header().mask + 1) return false;
        const std::uint64_t place = header().head;
        header().head += need;
        const PrintRecordHeader head = {1, static_cast<std::uint32_t>(arguments.size()), format};
        std::memcpy(at(place), &head, sizeof(head));
        for (std::size_t i = 0; i < arguments.size(); ++i)
            *at(place + 16 + i) = arguments[i];
        return true;
    }
    std::byte* at(std::uint64_t place) { return memory.data() + sizeof(PrintRingHeader) + (place & header().mask); }
};

std::string nothing(std::uint64_t /*address*/, std::size_t /*limit*/) {
    return {};
}

TEST(PrintRing, RecordsComeInOrderRoundAndRound) {
    Ring test;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const std::array<std::uint32_t, 9> words = {i, i + 1, i + 2, 3, 4, 5, 6, 7, i};
        const auto bytes = std::as_bytes(std::span(words)).first(4 * (i % 10));
        ASSERT_TRUE(test.put(i, bytes));
        const std::vector<PrintRecord> records = test.ring.take();
        ASSERT_EQ(records.size(), 1U);
        EXPECT_EQ(records[0].format, i);
        EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), records[0].arguments.begin(), records[0].arguments.end()));
    }
}

TEST(PrintRing, AFullRingIsTakenWhole) {
    Ring test;
    std::size_t count = 0;
    while (test.put(count, {}))
        ++count;
    EXPECT_EQ(count, 2048U / 16);
    EXPECT_EQ(test.ring.take().size(), count);
    EXPECT_TRUE(test.ring.take().empty());
    EXPECT_TRUE(test.put(1, {}));
}

TEST(PrintRing, WhatIsNotCompleteWaits) {
    Ring test;
    test.put(1, {});
    test.put(2, {});
    std::memset(test.at(16), 0, 4);
    EXPECT_EQ(test.ring.take().size(), 1U);
    test.at(16)[0] = std::byte{1};
    EXPECT_EQ(test.ring.take().size(), 1U);
}

TEST(PrintRing, WhatWillNeverBeCompleteCanBeCleared) {
    Ring test;
    test.put(1, {});
    std::memset(test.at(0), 0, 4);
    test.put(2, {});
    EXPECT_TRUE(test.ring.take().empty());
    test.ring.clear();
    EXPECT_TRUE(test.ring.take().empty());
    test.put(3, {});
    EXPECT_EQ(test.ring.take().at(0).format, 3U);
}

TEST(PrintRing, MemoryWithAnythingInItIsHarmless) {
    std::mt19937 random(1);
    std::size_t taken = 0;
    for (int round = 0; round < 2000; ++round) {
        Ring test;
        for (std::byte& byte : test.memory)
            if (random() % 4 == 0) byte = static_cast<std::byte>(random());
        if (round % 2 == 0) test.header().head = random() % 4096;
        // The test's own put() goes by these.
        test.header().mask = 2047;
        test.header().head &= ~std::uint64_t{15};
        for (std::uint64_t place = 0; place < 2048; place += 16)
            if (random() % 2 == 0) test.put(1, {});
        const std::size_t count = test.ring.take().size();
        EXPECT_LE(count, 2048U / 16);
        taken += count;
    }
    EXPECT_GT(taken, 0U) << "what is whole is taken nevertheless";
}

TEST(PrintRing, TextIsMadeOfFormatAndArguments) {
    const auto read = [](std::uint64_t address, std::size_t /*limit*/) -> std::string {
        return address == 1 ? "%d %s %5.2f %lld%%\n" : address == 2 ? "two" : "";
    };
    PrintRecord record = {1, std::vector<std::byte>(32)};
    const std::int32_t first = -5;
    const std::uint64_t second = 2;
    const double third = 1.5;
    const std::int64_t fourth = std::int64_t{1} << 40;
    std::memcpy(record.arguments.data(), &first, 4);
    std::memcpy(record.arguments.data() + 8, &second, 8);
    std::memcpy(record.arguments.data() + 16, &third, 8);
    std::memcpy(record.arguments.data() + 24, &fourth, 8);
    EXPECT_EQ(print(record, read), "-5 two  1.50 1099511627776%\n");
}

TEST(PrintRing, AFormatThatWantsMoreThanThereIsEnds) {
    const PrintRecord record = {1, std::vector<std::byte>(4)};
    EXPECT_EQ(print(record, [](auto, auto) { return std::string("a %d b %d c"); }), "a 0 b ");
    EXPECT_EQ(print(record, nothing), "");
}

TEST(PrintRing, TextHasALimit) {
    std::string format;
    while (format.size() < 64000)
        format += "%4096%%.4000s";
    PrintRecord record = {1, std::vector<std::byte>(1024)};
    EXPECT_LE(print(record, [&](auto, auto) { return format; }).size(), std::size_t{17} << 20);
}

}  // namespace
}  // namespace ringfence::guard
