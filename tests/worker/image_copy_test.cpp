#include "worker/image_copy.h"

#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

TEST(ImageCopy, IsWhatWasThere) {
    std::vector<std::byte> image(100'001, std::byte{7});
    auto copy = copy_image(reinterpret_cast<backend::Address>(image.data()), image.size());
    ASSERT_TRUE(copy.ok());
    std::fill(image.begin(), image.end(), std::byte{8});
    ASSERT_EQ(copy.value().size(), image.size());
    EXPECT_TRUE(std::all_of(copy.value().bytes().begin(), copy.value().bytes().end(),
                            [](std::byte byte) { return byte == std::byte{7}; }));
}

TEST(ImageCopy, MemoryThatIsGoneIsAnError) {
    constexpr std::size_t bytes = 1 << 20;
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    ASSERT_EQ(::mprotect(static_cast<std::byte*>(memory) + bytes / 2, bytes / 2, PROT_NONE), 0);
    EXPECT_FALSE(copy_image(reinterpret_cast<backend::Address>(memory), bytes).ok());
    EXPECT_TRUE(copy_image(reinterpret_cast<backend::Address>(memory), bytes / 2).ok());
    ::munmap(memory, bytes);
}

}  // namespace
}  // namespace ringfence::worker
