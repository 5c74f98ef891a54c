// Maps as text, both ways.
#include "policy/map_text.h"

#include <gmock/gmock.h>

namespace ringfence::policy {
namespace {

using testing::HasSubstr;

std::vector<Map> some_maps() {
    return make_maps({{"array", MapKind::Array, 4, 8, 3},
                      {"hash", MapKind::Hash, 8, 24, 2},
                      {"odd", MapKind::LruHash, 3, 5, 2},
                      {"each", MapKind::WorkerArray, 4, 4, 2},
                      {"queue", MapKind::Queue, 0, 8, 4},
                      {"ring", MapKind::Ring, 0, 0, 4096}});
}

TEST(MapText, ValuesAreNumbersOrBytes) {
    const std::uint8_t bytes[] = {1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0};
    EXPECT_EQ(value_text(ConstBytes(bytes).first(1)), "1");
    EXPECT_EQ(value_text(ConstBytes(bytes).subspan(8, 2)), "258");
    EXPECT_EQ(value_text(bytes), "1,258");
    EXPECT_EQ(value_text(ConstBytes(bytes).subspan(7, 3)), "0x000201");
    for (const std::size_t size : {1, 2, 3, 4, 5, 8, 16}) {
        const ConstBytes part = ConstBytes(bytes).first(size);
        const auto again = parse_value(value_text(part), size);
        ASSERT_TRUE(again.ok()) << size;
        EXPECT_TRUE(std::equal(part.begin(), part.end(), again.value().begin(), again.value().end())) << size;
    }
    EXPECT_EQ(parse_value("0x0201", 2).value(), (std::vector<std::uint8_t>{2, 1}));
}

TEST(MapText, WhatDoesNotFitIsRefused) {
    for (const char* text : {"", "x", "1 ", " 1", "-1", "256", "1,2", "0x1", "0x12345", "0xzz", "1,", ",1"})
        EXPECT_FALSE(parse_value(text, 1).ok()) << text;
    for (const char* text : {"1", "1,2,3", "1,,2", "1;2", "1,2,", "0x00"})
        EXPECT_FALSE(parse_value(text, 16).ok()) << text;
    EXPECT_FALSE(parse_value("1", 3).ok());
    EXPECT_FALSE(parse_value("1,2", 12).ok());
    EXPECT_FALSE(parse_value("18446744073709551616", 8).ok());
    EXPECT_TRUE(parse_value("18446744073709551615", 8).ok());
}

TEST(MapText, EntriesAreSetShownAndListed) {
    std::vector<Map> maps = some_maps();
    EXPECT_TRUE(set_entry(maps, "array", "1", "77").ok());
    EXPECT_EQ(get_entry(maps, "array", "1").value(), "77\n");
    EXPECT_EQ(dump_map(maps, "array", 4096).value(), "0 = 0\n1 = 77\n2 = 0\n");
    EXPECT_TRUE(set_entry(maps, "hash", "5", "1,2,3").ok());
    EXPECT_EQ(dump_map(maps, "hash", 4096).value(), "5 = 1,2,3\n");
    EXPECT_TRUE(set_entry(maps, "odd", "0x010203", "0x0102030405").ok());
    EXPECT_EQ(dump_map(maps, "odd", 4096).value(), "0x010203 = 0x0102030405\n");
    const std::uint64_t number = 9;
    maps[4].push({reinterpret_cast<const std::uint8_t*>(&number), 8}, 0);
    EXPECT_EQ(dump_map(maps, "queue", 4096).value(), "9\n");
    maps[5].write_record({reinterpret_cast<const std::uint8_t*>(&number), 8}, 0);
    EXPECT_EQ(dump_map(maps, "ring", 4096).value(), "9\n");
    EXPECT_EQ(dump_map(maps, "ring", 4096).value(), "9\n");
    EXPECT_EQ(dump_map(maps, "each", 70).value(), "0 = 0\n4294967296 = 0\n... and 30 more\n");
    EXPECT_THAT(list_maps(maps), HasSubstr("hash                 hash"));
}

TEST(MapText, WhatIsNotThereIsNamed) {
    std::vector<Map> maps = some_maps();
    EXPECT_THAT(dump_map(maps, "none", 100).error().text(), HasSubstr("no map 'none'"));
    EXPECT_THAT(get_entry(maps, "hash", "1").error().text(), HasSubstr("no key 1"));
    EXPECT_THAT(get_entry(maps, "queue", "1").error().text(), HasSubstr("no keys"));
    EXPECT_THAT(set_entry(maps, "array", "3", "1").error().text(), HasSubstr("no room for key 3"));
    EXPECT_TRUE(set_entry(maps, "hash", "1", "0,0,0").ok());
    EXPECT_TRUE(set_entry(maps, "hash", "2", "0,0,0").ok());
    EXPECT_THAT(set_entry(maps, "hash", "3", "0,0,0").error().text(), HasSubstr("no room"));
}

}  // namespace
}  // namespace ringfence::policy
