#include "channel/library_frame.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace ringfence::channel {
namespace {

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(LibraryFrame, GivesBackWhatWasPutIn) {
    LibraryFrame frame;
    frame.add(-7);
    frame.add_copy("hello", 5);
    frame.add(2.5F);
    frame.add(reinterpret_cast<void*>(0x1234));
    frame.add_copy(nullptr, 0);
    const auto bytes = frame.bytes();
    const auto arguments = LibraryArguments::read(bytes, 5);
    ASSERT_TRUE(arguments.ok());
    EXPECT_EQ(arguments.value().i32(0), -7);
    EXPECT_EQ(arguments.value().i64(0), -7);
    EXPECT_TRUE(arguments.value().is_copy(1));
    EXPECT_EQ(text_of(arguments.value().copy(1)), "hello");
    EXPECT_EQ(arguments.value().f64(2), 2.5);
    EXPECT_EQ(arguments.value().word(3), 0x1234U);
    EXPECT_FALSE(arguments.value().is_copy(3));
    EXPECT_TRUE(arguments.value().copy(3).empty());
    EXPECT_TRUE(arguments.value().is_copy(4));
}

TEST(LibraryFrame, RefusesWhatIsNotWhole) {
    LibraryFrame frame;
    frame.add(1);
    frame.add_copy("abcdefgh", 8);
    const auto bytes = frame.bytes();
    EXPECT_TRUE(LibraryArguments::read(bytes, 2).ok());
    EXPECT_FALSE(LibraryArguments::read(bytes, 1).ok());  // the mask names an argument that is not there
    EXPECT_FALSE(LibraryArguments::read(bytes, 40).ok());
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(LibraryArguments::read(std::span(bytes).first(length), 2).ok()) << length;
}

TEST(LibraryFrame, RefusesCopiesThatLieElsewhere) {
    LibraryFrame frame;
    frame.add_copy("abcdefgh", 8);
    for (const std::uint64_t word : {std::uint64_t{8} << 32 | 8, std::uint64_t{9} << 32, std::uint64_t{4} << 32 | 4,
                                     ~std::uint64_t{0}, std::uint64_t{0xffff'fff8}, std::uint64_t{1} << 63}) {
        auto bytes = frame.bytes();
        std::memcpy(bytes.data() + 8, &word, sizeof word);
        EXPECT_FALSE(LibraryArguments::read(bytes, 1).ok()) << word;
    }
}

}  // namespace
}  // namespace ringfence::channel
