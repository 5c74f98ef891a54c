// Arrays, textures and surfaces: what a client may do with them, and what a hostile one may not.
#include <numeric>

#include <gmock/gmock.h>

#include "base/array_shape.h"
#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

constexpr std::uint64_t huge = ~std::uint64_t{0};

// With guarded kernels, and without.
struct Textures : WorkerTest, testing::WithParamInterface<bool> {
    std::unique_ptr<Worker> make_shared_worker() {
        WorkerOptions options = worker_options();
        if (GetParam()) options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.staging_bytes = 2 << 20;
        return make_worker(60'000, options);
    }

    std::unique_ptr<Worker> shared = make_shared_worker();
    TestClient client{*shared};

    static wire::CreateArray plane(std::uint64_t array, std::uint64_t width, std::uint64_t height,
                                   std::uint32_t flags = 0) {
        return {.array = array,
                .width = width,
                .height = height,
                .format = array_format::uint32,
                .channels = 1,
                .flags = flags};
    }

    std::uint64_t make(std::uint64_t width, std::uint64_t height, std::uint32_t flags = 0) {
        const std::uint64_t array = client.handle(HandleKind::Array);
        EXPECT_EQ(client.call(plane(array, width, height, flags)), 0);
        return array;
    }

    // Numbers of 4 bytes, in rows of `width`.
    wire::CopyArray to_array(std::uint64_t array, Address from, std::uint64_t width, std::uint64_t height) const {
        wire::CopyArray copy;
        copy.to_array = array;
        copy.from = from;
        copy.from_pitch = width * 4;
        copy.from_slice = width * 4 * height;
        copy.width = width * 4;
        copy.height = height;
        copy.depth = 1;
        return copy;
    }

    wire::CopyArray from_array(Address to, std::uint64_t array, std::uint64_t width, std::uint64_t height) const {
        wire::CopyArray copy;
        copy.from_array = array;
        copy.to = to;
        copy.to_pitch = width * 4;
        copy.to_slice = width * 4 * height;
        copy.width = width * 4;
        copy.height = height;
        copy.depth = 1;
        return copy;
    }

    wire::CreateTexture linear(Address address, std::uint64_t width) const {
        wire::CreateTexture texture;
        texture.kind = 2;
        texture.address = address;
        texture.width = width;
        texture.format = array_format::uint32;
        texture.channels = 1;
        texture.flags = 1;
        return texture;
    }

    wire::CreateTexture pitched(Address address, std::uint64_t width, std::uint64_t height, std::uint64_t pitch) const {
        wire::CreateTexture texture = linear(address, width);
        texture.kind = 3;
        texture.height = height;
        texture.pitch = pitch;
        return texture;
    }

    wire::CreateTexture of_array(std::uint64_t array) const {
        wire::CreateTexture texture;
        texture.array = array;
        texture.flags = 1;
        return texture;
    }
};

TEST_P(Textures, AnArrayHoldsZerosThenWhatIsCopiedThere) {
    const std::uint64_t array = make(5, 3);
    const Address memory = client.allocate(60);
    const Address back = client.allocate(60);
    client.submit(wire::Fill{0, back, 0, 60, 1, 0xee, 1});
    client.submit(from_array(back, array, 5, 3));
    EXPECT_EQ(client.get<std::uint32_t>(back, 15), std::vector<std::uint32_t>(15, 0));
    std::vector<std::uint32_t> values(15);
    std::iota(values.begin(), values.end(), 100u);
    client.put(memory, values);
    client.submit(to_array(array, memory, 5, 3));
    client.submit(from_array(back, array, 5, 3));
    EXPECT_EQ(client.get<std::uint32_t>(back, 15), values);
    // One element out of the middle.
    wire::CopyArray one = from_array(back, array, 1, 1);
    one.from_x = 8;
    one.from_y = 1;
    client.submit(one);
    EXPECT_EQ(client.get<std::uint32_t>(back, 2), (std::vector<std::uint32_t>{107, 101}));
    EXPECT_EQ(client.call(wire::DestroyArray{array}), 0);
    EXPECT_EQ(client.call(wire::DestroyArray{array}), cuda_status::invalid_handle);
    EXPECT_EQ(client.outcome(from_array(back, array, 5, 3)), cuda_status::invalid_handle);
}

TEST_P(Textures, ShapesThatThereAreNotAreRefused) {
    const std::uint64_t array = client.handle(HandleKind::Array);
    EXPECT_EQ(client.call(plane(array, 0, 4)), cuda_status::invalid_value);
    EXPECT_EQ(client.call(plane(array, huge, huge)), cuda_status::invalid_value);
    EXPECT_EQ(client.call(plane(array, 4, 4, 0x200)), cuda_status::invalid_value);
    wire::CreateArray bad = plane(array, 4, 4);
    bad.channels = 3;
    EXPECT_EQ(client.call(bad), cuda_status::invalid_value);
    bad.channels = 1;
    bad.levels = 9;
    EXPECT_EQ(client.call(bad), cuda_status::invalid_value);
    bad.levels = 0;
    bad.array = client.handle(HandleKind::Stream);
    EXPECT_EQ(client.call(bad), cuda_status::invalid_handle) << "a handle of another kind";
    EXPECT_EQ(client.call(plane(array, 4, 4)), 0);
    EXPECT_EQ(client.call(plane(array, 4, 4)), cuda_status::invalid_handle) << "a handle that is taken";
}

TEST_P(Textures, CopiesStayWithinArraysAndMemory) {
    const std::uint64_t array = make(4, 4);
    const Address memory = client.allocate(64);
    const auto refuses = [&](const wire::CopyArray& copy) {
        return client.outcome(copy) == cuda_status::invalid_value;
    };
    wire::CopyArray copy = to_array(array, memory, 4, 4);
    copy.height = 5;
    EXPECT_TRUE(refuses(copy));
    copy = to_array(array, memory, 4, 4);
    copy.to_x = 4;
    EXPECT_TRUE(refuses(copy));
    copy.to_x = huge - 3;
    EXPECT_TRUE(refuses(copy));
    copy = to_array(array, memory, 4, 4);
    copy.to_level = 1;
    EXPECT_TRUE(refuses(copy));
    copy = to_array(array, memory, 4, 4);
    copy.depth = 2;
    EXPECT_TRUE(refuses(copy));
    EXPECT_TRUE(refuses(to_array(array, memory + 512, 4, 4)));
    EXPECT_TRUE(refuses(to_array(array, 0, 4, 4)));
    EXPECT_TRUE(refuses(from_array(memory + 4, array, 4, 4)));
    copy = from_array(memory, array, 4, 2);
    copy.to_pitch = huge;
    EXPECT_TRUE(refuses(copy));
    copy = to_array(array, memory, 4, 4);
    copy.to_array = 0;
    copy.to = memory;
    EXPECT_TRUE(refuses(copy)) << "a copy that names no array is checked otherwise";
    EXPECT_EQ(client.outcome(to_array(array, memory, 4, 4)), 0);
}

TEST_P(Textures, ArraysAreCharged) {
    wire::MemoryInfo::Reply before;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, before), 0);
    const std::uint64_t array = make(1024, 1024);
    wire::MemoryInfo::Reply with;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, with), 0);
    EXPECT_LE(with.free + (std::uint64_t{4} << 20), before.free);
    EXPECT_EQ(client.call(wire::DestroyArray{array}), 0);
    ASSERT_EQ(client.call(wire::MemoryInfo{}, with), 0);
    EXPECT_EQ(with.free, before.free);
    wire::CreateArray large = plane(client.handle(HandleKind::Array), 131072, 65536);
    large.channels = 4;
    EXPECT_EQ(client.call(large), cuda_status::out_of_memory);
}

TEST_P(Textures, MemoryMustBeTheSessionsOwn) {
    TestClient neighbour(*shared);
    const Address mine = client.allocate(4096);
    const Address theirs = neighbour.allocate(4096);
    neighbour.put(theirs, std::vector<std::uint32_t>(1024, 7));
    wire::CreateTexture::Reply reply;
    EXPECT_EQ(client.call(linear(mine, 1024), reply), 0);
    EXPECT_NE(reply.texture, 0u);
    EXPECT_EQ(client.call(pitched(mine, 16, 8, 512), reply), 0);
    EXPECT_EQ(client.call(linear(mine, 1025), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(linear(mine, huge), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(linear(mine + 4, 8), reply), cuda_status::invalid_value) << "not aligned";
    EXPECT_EQ(client.call(linear(theirs, 1024), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(linear(0, 1024), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(pitched(mine, 16, 9, 512), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(pitched(mine, 16, 2, huge), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(pitched(mine, huge, 2, 512), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(pitched(mine, 16, huge, 512), reply), cuda_status::invalid_value);
    EXPECT_EQ(client.call(pitched(mine, 256, 2, 512), reply), cuda_status::invalid_value) << "rows overlap";
    EXPECT_EQ(client.call(pitched(theirs, 16, 8, 512), reply), cuda_status::invalid_value);
    EXPECT_EQ(neighbour.get<std::uint32_t>(theirs, 256), std::vector<std::uint32_t>(256, 7));
}

TEST_P(Textures, ForgedHandlesAndNumbersAreNobodys) {
    TestClient neighbour(*shared);
    const std::uint64_t theirs = neighbour.handle(HandleKind::Array);
    ASSERT_EQ(neighbour.call(plane(theirs, 4, 4, array_flag::surface)), 0);
    wire::CreateTexture::Reply texture;
    ASSERT_EQ(neighbour.call(of_array(theirs), texture), 0);
    wire::CreateSurface::Reply surface;
    ASSERT_EQ(neighbour.call(wire::CreateSurface{theirs, 0}, surface), 0);
    // The neighbour's handle means nothing here, and its numbers cannot be destroyed.
    EXPECT_EQ(client.call(of_array(theirs)), cuda_status::invalid_handle);
    EXPECT_EQ(client.call(wire::CreateSurface{theirs, 0}), cuda_status::invalid_handle);
    EXPECT_EQ(client.call(wire::DestroyArray{theirs}), cuda_status::invalid_handle);
    EXPECT_EQ(client.outcome(wire::DestroyTexture{texture.texture}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::DestroySurface{surface.surface}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::DestroyTexture{0}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::DestroyTexture{huge}), cuda_status::invalid_value);
    EXPECT_EQ(neighbour.outcome(wire::DestroyTexture{texture.texture}), 0);
    EXPECT_EQ(neighbour.outcome(wire::DestroyTexture{texture.texture}), cuda_status::invalid_value);
    EXPECT_EQ(neighbour.outcome(wire::DestroySurface{surface.surface}), 0);
    EXPECT_EQ(neighbour.call(wire::DestroyArray{theirs}), 0);
}

TEST_P(Textures, DescriptionsThatLieAreRefused) {
    const std::uint64_t array = make(8, 8);
    const auto refuses = [&](const wire::CreateTexture& texture) {
        return client.call(texture) == cuda_status::invalid_value;
    };
    wire::CreateTexture texture = of_array(array);
    EXPECT_EQ(client.call(texture), 0);
    texture.kind = 4;
    EXPECT_TRUE(refuses(texture));
    texture = of_array(array);
    texture.kind = 1;
    EXPECT_TRUE(refuses(texture)) << "it is not mipmapped";
    texture = of_array(array);
    texture.level = 1;
    EXPECT_TRUE(refuses(texture));
    texture = of_array(array);
    texture.address_mode_z = 4;
    EXPECT_TRUE(refuses(texture));
    texture = of_array(array);
    texture.filter = 2;
    EXPECT_TRUE(refuses(texture));
    texture.filter = 1;
    EXPECT_TRUE(refuses(texture)) << "integers cannot be filtered";
    texture = of_array(array);
    texture.flags = 0x1000;
    EXPECT_TRUE(refuses(texture));
    texture = of_array(array);
    texture.has_view = 1;
    texture.view_width = 8;
    texture.view_height = 8;
    EXPECT_TRUE(refuses(texture)) << "a view of no format";
    texture.view_format = 22;
    texture.view_width = 16;
    EXPECT_TRUE(refuses(texture));
    texture.view_width = 8;
    EXPECT_EQ(client.call(texture), 0);
    texture.last_layer = 1;
    EXPECT_TRUE(refuses(texture));
    texture.last_layer = 0;
    texture.first_level = texture.last_level = 1;
    EXPECT_TRUE(refuses(texture));
    texture.first_level = 0;
    EXPECT_EQ(client.call(texture), 0) << "as many levels as there are";
    texture.last_level = 0;
    texture.view_format = 24;
    EXPECT_TRUE(refuses(texture)) << "elements of another size";
    texture.view_format = 22;
    EXPECT_EQ(client.call(texture), 0);
    EXPECT_EQ(client.call(wire::CreateSurface{array, 0}), 0) << "not made for surfaces, but nobody looks";
    const std::uint64_t writable = make(8, 8, array_flag::surface);
    EXPECT_EQ(client.call(wire::CreateSurface{writable, 0}), 0);
    EXPECT_EQ(client.call(wire::CreateSurface{writable, 1}), cuda_status::invalid_value);
}

TEST_P(Textures, ATextureKeepsItsArrayAndAResetTakesAll) {
    // A guarded session has its table, which takes memory too, from the first one on.
    ASSERT_EQ(client.call(of_array(make(4, 4))), 0);
    wire::MemoryInfo::Reply before;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, before), 0);
    const std::uint64_t array = make(1024, 1024);
    wire::CreateTexture::Reply texture;
    ASSERT_EQ(client.call(of_array(array), texture), 0);
    ASSERT_EQ(client.call(wire::DestroyArray{array}), 0);
    wire::MemoryInfo::Reply with;
    ASSERT_EQ(client.call(wire::MemoryInfo{}, with), 0);
    EXPECT_LT(with.free, before.free);
    ASSERT_EQ(client.outcome(wire::DestroyTexture{texture.texture}), 0);
    ASSERT_EQ(client.call(wire::MemoryInfo{}, with), 0);
    EXPECT_EQ(with.free, before.free);
    (void)make(1024, 1024);
    ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    ASSERT_EQ(client.call(wire::MemoryInfo{}, with), 0);
    EXPECT_GE(with.free, before.free);
}

INSTANTIATE_TEST_SUITE_P(, Textures, testing::Bool(),
                         [](const auto& one) { return one.param ? "Guarded" : "Unguarded"; });

}  // namespace
}  // namespace ringfence::worker
