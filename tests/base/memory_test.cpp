// Memory files and mappings.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/mapped_memory.h"
#include "base/memory_file.h"

namespace ringfence {
namespace {

constexpr std::size_t page = 4096;

TEST(MemoryFile, IsSealed) {
    const UniqueFd file = create_memory_file("test", 4 * page).take();
    EXPECT_EQ(memory_file_bytes(file.get()).take(), 4 * page);
    EXPECT_NE(::ftruncate(file.get(), 0), 0);
    EXPECT_NE(::ftruncate(file.get(), static_cast<off_t>(8 * page)), 0);
}

TEST(MemoryFile, OthersAreRefused) {
    const UniqueFd open(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    EXPECT_FALSE(memory_file_bytes(open.get()).ok());
    EXPECT_FALSE(memory_file_bytes(-1).ok());
}

TEST(MemoryFile, ATextThatOthersGetCannotBeChanged) {
    const UniqueFd file = memory_file_of("test", "a text").take();
    EXPECT_EQ(read_memory_file(file.get(), 100).take(), "a text");
    EXPECT_EQ(::pwrite(file.get(), "b", 1, 0), -1);
    EXPECT_EQ(::mmap(nullptr, 6, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0), MAP_FAILED);
    EXPECT_FALSE(read_memory_file(file.get(), 5).ok());
}

// Where the system has a few huge pages, their maker can take them away under whoever has mapped them.
TEST(MemoryFile, OfHugePagesIsRefused) {
    const UniqueFd huge(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_HUGETLB));
    if (!huge) GTEST_SKIP() << "this system makes no memory files of huge pages";
    constexpr off_t huge_page = 2 << 20;
    ASSERT_EQ(::ftruncate(huge.get(), huge_page), 0);
    ASSERT_EQ(::fcntl(huge.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
    EXPECT_FALSE(memory_file_bytes(huge.get()).ok());
}

TEST(MappedMemory, TwoMappingsShareTheirFile) {
    const UniqueFd file = create_memory_file("test", page).take();
    const MappedMemory one = MappedMemory::map(file.get(), page).take();
    const MappedMemory two = MappedMemory::map(file.get(), page).take();
    one.bytes()[7] = std::byte{42};
    EXPECT_EQ(two.bytes()[7], std::byte{42});
}

TEST(MappedMemory, ReservedAddressesStayAndTakeFiles) {
    const UniqueFd file = create_memory_file("test", page).take();
    const UniqueFd larger = create_memory_file("test", 16 * page).take();
    const std::uint64_t begin = MappedMemory::map(larger.get(), 16 * page).take().address();  // unmapped again
    const MappedMemory reserved = MappedMemory::reserve_at(begin, 16 * page).take();
    EXPECT_EQ(reserved.address(), begin);
    EXPECT_FALSE(MappedMemory::map_at(begin, file.get(), page).ok());
    EXPECT_FALSE(MappedMemory::reserve_at(begin + page, page).ok());
    ASSERT_TRUE(reserved.overlay(begin + page, file.get(), page).ok());
    reserved.bytes()[page] = std::byte{1};
    ASSERT_TRUE(reserved.retire(begin + page, page).ok());
    EXPECT_FALSE(reserved.overlay(begin + 16 * page, file.get(), page).ok());
    EXPECT_FALSE(reserved.overlay(begin - page, file.get(), page).ok());
    EXPECT_FALSE(reserved.retire(begin, 17 * page).ok());
}

}  // namespace
}  // namespace ringfence
