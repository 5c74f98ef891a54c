#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/library_cache.h"
#include "base/file.h"

namespace ringfence::backend::cuda {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename T>
void append(std::string& out, T value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string make_cache(const std::vector<std::pair<std::string, std::string>>& libraries) {
    std::string strings;
    std::string entries;
    const std::size_t strings_at = 48 + libraries.size() * 24;
    for (const auto& [name, path] : libraries) {
        append(entries, std::int32_t{0x0303});
        append(entries, static_cast<std::uint32_t>(strings_at + strings.size()));
        strings += name + '\0';
        append(entries, static_cast<std::uint32_t>(strings_at + strings.size()));
        strings += path + '\0';
        append(entries, std::uint32_t{0});
        append(entries, std::uint64_t{0});
    }
    std::string cache = "glibc-ld.so.cache1.1";
    append(cache, static_cast<std::uint32_t>(libraries.size()));
    append(cache, static_cast<std::uint32_t>(strings.size()));
    cache.append(20, '\0');
    return cache + entries + strings;
}

TEST(LibraryCache, GivesTheLibrarysPathsInOrder) {
    const std::string cache = make_cache({{"libc.so.6", "/lib/libc.so.6"},
                                          {"libcuda.so.1", "/opt/b/libcuda.so.1"},
                                          {"libcuda.so", "/opt/c/libcuda.so"},
                                          {"libcuda.so.1", "/opt/a/libcuda.so.1"}});
    EXPECT_THAT(cached_libraries(cache, "libcuda.so.1"), ElementsAre("/opt/b/libcuda.so.1", "/opt/a/libcuda.so.1"));
    EXPECT_THAT(cached_libraries(cache, "libcudart.so"), IsEmpty());
}

TEST(LibraryCache, AnOlderHeaderMayStandInFront) {
    const std::string cache = std::string("ld.so-1.7.0") + std::string(21, '\0') + make_cache({{"a.so", "/x/a.so"}});
    EXPECT_THAT(cached_libraries(cache, "a.so"), ElementsAre("/x/a.so"));
}

TEST(LibraryCache, OnlyAbsolutePathsCount) {
    EXPECT_THAT(cached_libraries(make_cache({{"a.so", "x/a.so"}}), "a.so"), IsEmpty());
}

TEST(LibraryCache, EveryCutOffCacheIsSafe) {
    const std::string cache = make_cache({{"a.so", "/x/a.so"}, {"b.so", "/x/b.so"}});
    EXPECT_THAT(cached_libraries(cache, "b.so"), ElementsAre("/x/b.so"));
    // Not even a path that is cut: its end is behind the last byte.
    for (std::size_t length = 0; length < cache.size(); ++length)
        EXPECT_THAT(cached_libraries(cache.substr(0, length), "b.so"), IsEmpty()) << length;
}

TEST(LibraryCache, OffsetsOutsideAreIgnored) {
    std::string cache = make_cache({{"a.so", "/x/a.so"}});
    const std::uint32_t far = UINT32_MAX;
    std::memcpy(cache.data() + 48 + 8, &far, sizeof far);
    EXPECT_THAT(cached_libraries(cache, "a.so"), IsEmpty());
    std::memcpy(cache.data() + 48 + 4, &far, sizeof far);
    EXPECT_THAT(cached_libraries(cache, "a.so"), IsEmpty());
}

TEST(LibraryCache, ReadsThisSystemsCache) {
    Result<std::string> cache = read_file("/etc/ld.so.cache", std::size_t{64} << 20);
    if (!cache.ok()) GTEST_SKIP() << "this system has no cache";
    EXPECT_FALSE(cached_libraries(cache.value(), "libc.so.6").empty());
}

}  // namespace
}  // namespace ringfence::backend::cuda
