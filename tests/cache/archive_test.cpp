#include "base/archive.h"

#include <gtest/gtest.h>

namespace ringfence {
namespace {

enum class Colour : std::uint8_t { Red, Green };

struct Part {
    std::string name;
    std::vector<std::uint32_t> numbers;

    friend bool operator==(const Part&, const Part&) = default;
};
struct Whole {
    Colour colour = Colour::Red;
    bool flag = false;
    std::int64_t number = 0;
    std::vector<Part> parts;
    std::vector<std::byte> bytes;

    friend bool operator==(const Whole&, const Whole&) = default;
};

template <typename Archive>
void visit_fields(Archive& archive, Part& part) {
    auto& [name, numbers] = part;
    archive(name, numbers);
}
template <typename Archive>
void visit_fields(Archive& archive, Whole& whole) {
    auto& [colour, flag, number, parts, bytes] = whole;
    archive(colour, flag, number, parts, bytes);
}

std::string example_bytes() {
    ArchiveWriter writer;
    writer(Whole{Colour::Green, true, -5, {{"one", {1, 2, 3}}, {"", {}}}, {std::byte{7}}});
    return writer.take();
}

TEST(Archive, WhatIsReadIsWhatWasWritten) {
    const std::string bytes = example_bytes();
    ArchiveReader reader(bytes);
    Whole whole;
    reader(whole);
    EXPECT_TRUE(reader.is_whole());
    EXPECT_EQ(whole, (Whole{Colour::Green, true, -5, {{"one", {1, 2, 3}}, {"", {}}}, {std::byte{7}}}));
}

TEST(Archive, EveryShorterTextIsBroken) {
    const std::string bytes = example_bytes();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        ArchiveReader reader(std::string_view(bytes).substr(0, size));
        Whole whole;
        reader(whole);
        EXPECT_FALSE(reader.is_whole()) << size;
    }
    const std::string longer = bytes + "x";
    ArchiveReader reader(longer);
    Whole whole;
    reader(whole);
    EXPECT_FALSE(reader.is_whole());
}

TEST(Archive, AListCannotBeLongerThanTheBytes) {
    ArchiveWriter writer;
    writer(std::uint64_t{1} << 60U);
    const std::string bytes = writer.take();
    {
        ArchiveReader reader(bytes);
        std::vector<std::uint32_t> numbers;
        reader(numbers);
        EXPECT_TRUE(reader.is_broken());
        EXPECT_TRUE(numbers.empty());
    }
    ArchiveReader reader(bytes);
    std::vector<Part> parts;
    reader(parts);
    EXPECT_TRUE(reader.is_broken());
}

TEST(Archive, ATruthIsZeroOrOne) {
    ArchiveReader reader("\x02");
    bool flag = false;
    reader(flag);
    EXPECT_TRUE(reader.is_broken());
}

}  // namespace
}  // namespace ringfence
