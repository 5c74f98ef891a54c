// The table of texture and surface objects.
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "images.h"
#include "softgpu/runtime/texture_table.h"

namespace ringfence::softgpu::test {
namespace {

TestImage one_number() {
    TestImage image(math::ChannelFormat::U32, 1, 1);
    image.level<std::uint32_t>(1, 1, 1, [](std::size_t) { return 1U; });
    return image;
}

std::uint64_t add(TextureTable& table) {
    return table.add(one_number().object(TextureKind::Texture)).take();
}

TEST(TextureTable, HandlesAreFoundUntilTheyAreRemoved) {
    TextureTable table;
    EXPECT_EQ(table.snapshot()->find(0), nullptr);
    const std::uint64_t a = add(table);
    const std::uint64_t b = add(table);
    EXPECT_NE(a, 0U);
    EXPECT_NE(a, b);
    EXPECT_NE(table.snapshot()->find(a), nullptr);
    EXPECT_EQ(table.snapshot()->find(0), nullptr);
    ASSERT_TRUE(table.remove(a).ok());
    EXPECT_EQ(table.snapshot()->find(a), nullptr);
    EXPECT_NE(table.snapshot()->find(b), nullptr);
    EXPECT_FALSE(table.remove(a).ok());
    EXPECT_FALSE(table.remove(0).ok());
}

TEST(TextureTable, OldHandlesDoNotComeBack) {
    TextureTable table;
    std::set<std::uint64_t> seen;
    for (unsigned i = 0; i < 1000; ++i) {
        const std::uint64_t handle = add(table);
        EXPECT_TRUE(seen.insert(handle).second);
        ASSERT_TRUE(table.remove(handle).ok());
    }
    const auto snapshot = table.snapshot();
    for (const std::uint64_t handle : seen)
        EXPECT_EQ(snapshot->find(handle), nullptr);
}

TEST(TextureTable, ASnapshotKeepsWhatItHolds) {
    TextureTable table;
    const TestImage image = one_number();
    const std::uint64_t handle = table.add(image.object(TextureKind::Texture)).take();
    auto snapshot = table.snapshot();
    ASSERT_TRUE(table.remove(handle).ok());
    EXPECT_NE(snapshot->find(handle), nullptr);
    EXPECT_EQ(image.owner.use_count(), 2);
    snapshot.reset();
    EXPECT_EQ(image.owner.use_count(), 1);
}

TEST(TextureTable, ManyObjectsAndWildNumbers) {
    TextureTable table;
    std::vector<std::uint64_t> handles;
    for (unsigned i = 0; i < 300; ++i)
        handles.push_back(add(table));
    const auto snapshot = table.snapshot();
    for (const std::uint64_t handle : handles) {
        EXPECT_NE(snapshot->find(handle), nullptr);
        for (unsigned bit = 0; bit < 64; ++bit) {
            const std::uint64_t wild = handle ^ (std::uint64_t{1} << bit);
            const bool known = std::find(handles.begin(), handles.end(), wild) != handles.end();
            EXPECT_EQ(snapshot->find(wild) != nullptr, known);
        }
    }
    EXPECT_EQ(snapshot->find(~std::uint64_t{0}), nullptr);
}

TEST(TextureTable, ObjectsThatCannotBeAreRefused) {
    TextureTable table;
    const auto refused = [&](auto&& spoil) {
        TextureObject object = one_number().object(TextureKind::Texture);
        spoil(object.image);
        return !table.add(std::move(object)).ok();
    };
    EXPECT_TRUE(refused([](math::Image& image) { image.levels.clear(); }));
    EXPECT_TRUE(refused([](math::Image& image) { image.channels = 3; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.dimensions = 4; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.layers = 0; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.levels[0].base = nullptr; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.levels[0].height = 0; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.levels[0].width = 2; }));
    EXPECT_TRUE(refused([](math::Image& image) { image.levels[0].depth = 2; }));
}

TEST(TextureTable, ThreadsMayAddAndLookUpAtOnce) {
    TextureTable table;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (unsigned i = 0; i < 200; ++i) {
                const std::uint64_t handle = add(table);
                EXPECT_NE(table.snapshot()->find(handle), nullptr);
                EXPECT_TRUE(table.remove(handle).ok());
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

}  // namespace
}  // namespace ringfence::softgpu::test
