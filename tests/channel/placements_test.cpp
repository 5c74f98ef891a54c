#include "channel/placements.h"

#include <gtest/gtest.h>

namespace ringfence::channel {
namespace {

TEST(Placements, ComeBackAsTheyWere) {
    const std::vector<Placement> placements = {{"counter", 0x1000, 4}, {"", 0, 0}, {"table_of_8", 0x2000, 64}};
    const auto decoded = decode_placements(encode_placements(placements));
    ASSERT_TRUE(decoded.ok());
    ASSERT_EQ(decoded.value().size(), placements.size());
    for (std::size_t i = 0; i < placements.size(); ++i) {
        EXPECT_EQ(decoded.value()[i].name, placements[i].name);
        EXPECT_EQ(decoded.value()[i].address, placements[i].address);
        EXPECT_EQ(decoded.value()[i].bytes, placements[i].bytes);
    }
    EXPECT_TRUE(decode_placements({}).value().empty());
}

TEST(Placements, AreRefusedIfTheyAreCutOffOrLie) {
    const std::vector<Placement> one = {{"counter", 0x1000, 4}};
    std::vector<std::byte> payload = encode_placements(one);
    for (std::size_t bytes = 1; bytes < payload.size(); ++bytes)
        EXPECT_FALSE(decode_placements(std::span(payload).first(bytes)).ok()) << bytes;
    for (std::size_t i = 16; i < 24; ++i)
        payload[i] = std::byte{0xff};
    EXPECT_FALSE(decode_placements(payload).ok());
}

}  // namespace
}  // namespace ringfence::channel
