// Texture fetches, against what the CUDA programming guide says of them.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "images.h"
#include "softgpu/math/texture_address.h"
#include "softgpu/math/texture_cube.h"
#include "softgpu/math/texture_sample.h"

namespace ringfence::softgpu::math {
namespace {

using test::TestImage;

template <typename T>
TestImage line(ChannelFormat format, const std::vector<T>& values) {
    TestImage image(format, 1, 1);
    image.level<T>(static_cast<std::uint32_t>(values.size()), 1, 1, [&](std::size_t i) { return values[i]; });
    return image;
}

Sampler sampler_of(AddressMode address, Filter filter, bool normalized) {
    Sampler sampler;
    sampler.address[0] = sampler.address[1] = sampler.address[2] = address;
    sampler.filter = filter;
    sampler.normalized_coordinates = normalized;
    return sampler;
}

Fetch at(std::uint32_t dimensions, float x, float y = 0, float z = 0) {
    Fetch fetch;
    fetch.dimensions = dimensions;
    fetch.at = {x, y, z};
    return fetch;
}

float number(std::uint32_t bits) {
    return std::bit_cast<float>(bits);
}

float first(const TestImage& image, const Sampler& sampler, const Fetch& fetch) {
    return number(sample(image.image, sampler, fetch)[0]);
}

TEST(Texture, PointTakesTheElementBelow) {
    const TestImage image = line<float>(ChannelFormat::F32, {10, 11, 12, 13});
    const Sampler plain = sampler_of(AddressMode::Clamp, Filter::Point, false);
    EXPECT_EQ(first(image, plain, at(1, 0.0F)), 10);
    EXPECT_EQ(first(image, plain, at(1, 0.999F)), 10);
    EXPECT_EQ(first(image, plain, at(1, 1.0F)), 11);
    EXPECT_EQ(first(image, plain, at(1, 3.5F)), 13);
    const Sampler normalized = sampler_of(AddressMode::Clamp, Filter::Point, true);
    EXPECT_EQ(first(image, normalized, at(1, 0.25F)), 11);
    EXPECT_EQ(first(image, normalized, at(1, 0.2499F)), 10);
}

TEST(Texture, AddressModes) {
    const TestImage image = line<float>(ChannelFormat::F32, {10, 11, 12, 13});
    const std::vector<float> places = {-1.375F, -0.125F, 0.125F, 1.125F, 1.875F, 2.125F};
    const std::vector<float> wrap = {12, 13, 10, 10, 13, 10};
    const std::vector<float> mirror = {12, 10, 10, 13, 10, 10};
    const std::vector<float> clamp = {10, 10, 10, 13, 13, 13};
    const std::vector<float> border = {7, 7, 10, 7, 7, 7};
    for (std::size_t i = 0; i < places.size(); ++i) {
        SCOPED_TRACE(places[i]);
        EXPECT_EQ(first(image, sampler_of(AddressMode::Wrap, Filter::Point, true), at(1, places[i])), wrap[i]);
        EXPECT_EQ(first(image, sampler_of(AddressMode::Mirror, Filter::Point, true), at(1, places[i])), mirror[i]);
        EXPECT_EQ(first(image, sampler_of(AddressMode::Clamp, Filter::Point, true), at(1, places[i])), clamp[i]);
        Sampler sampler = sampler_of(AddressMode::Border, Filter::Point, true);
        sampler.border[0] = 7;
        EXPECT_EQ(first(image, sampler, at(1, places[i])), border[i]);
    }
}

TEST(Texture, WrapAndMirrorNeedNormalizedCoordinates) {
    const TestImage image = line<float>(ChannelFormat::F32, {10, 11, 12, 13});
    for (const AddressMode mode : {AddressMode::Wrap, AddressMode::Mirror}) {
        EXPECT_EQ(first(image, sampler_of(mode, Filter::Point, false), at(1, 5)), 13);
        EXPECT_EQ(first(image, sampler_of(mode, Filter::Point, false), at(1, -5)), 10);
    }
}

TEST(Texture, WeightsHaveEightBits) {
    const TestImage image = line<float>(ChannelFormat::F32, {0, 1, 0, 0});
    const Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Linear, false);
    for (unsigned i = 0; i <= 256; ++i) {
        const float x = 0.5F + static_cast<float>(i) / 256;
        EXPECT_EQ(first(image, sampler, at(1, x)), static_cast<float>(i) / 256);
        EXPECT_EQ(first(image, sampler, at(1, x - 0.4F / 256)), static_cast<float>(i) / 256);
    }
    EXPECT_EQ(first(image, sampler, at(1, 0.5F + 10.6F / 256)), 11.0F / 256);
}

TEST(Texture, LinearAtTheEdges) {
    const TestImage image = line<float>(ChannelFormat::F32, {8, 0, 0, 4});
    EXPECT_EQ(first(image, sampler_of(AddressMode::Clamp, Filter::Linear, false), at(1, 0.25F)), 8);
    // Half of the two rows that a line is between is the border too.
    EXPECT_EQ(first(image, sampler_of(AddressMode::Border, Filter::Linear, false), at(1, 0)), 2);
    EXPECT_EQ(first(image, sampler_of(AddressMode::Wrap, Filter::Linear, true), at(1, 0)), 6);
    EXPECT_EQ(first(image, sampler_of(AddressMode::Wrap, Filter::Linear, true), at(1, 1)), 6);
    EXPECT_EQ(first(image, sampler_of(AddressMode::Mirror, Filter::Linear, true), at(1, 1)), 4);
    EXPECT_EQ(first(image, sampler_of(AddressMode::Mirror, Filter::Linear, true), at(1, -1.0F)), 4);
}

TEST(Texture, TwoAndThreeDimensions) {
    TestImage plane(ChannelFormat::F32, 1, 2);
    plane.level<float>(4, 3, 1, [](std::size_t i) { return static_cast<float>(i); });
    const Sampler linear = sampler_of(AddressMode::Clamp, Filter::Linear, false);
    EXPECT_EQ(first(plane, sampler_of(AddressMode::Clamp, Filter::Point, false), at(2, 2.5F, 1.5F)), 6);
    EXPECT_EQ(first(plane, linear, at(2, 2, 1)), (1 + 2 + 5 + 6) / 4.0F);
    EXPECT_EQ(first(plane, linear, at(2, 1.75F, 1.5F)), 5.25F);
    TestImage cuboid(ChannelFormat::F32, 1, 3);
    cuboid.level<float>(4, 3, 2, [](std::size_t i) { return static_cast<float>(i); });
    EXPECT_EQ(first(cuboid, sampler_of(AddressMode::Clamp, Filter::Point, false), at(3, 1, 2, 1)), 21);
    EXPECT_EQ(first(cuboid, linear, at(3, 2, 1, 1)), (1 + 2 + 5 + 6 + 13 + 14 + 17 + 18) / 8.0F);
}

TEST(Texture, IntegersAreExtended) {
    const Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, false);
    EXPECT_EQ(sample(line<std::uint8_t>(ChannelFormat::U8, {0xfe}).image, sampler, at(1, 0)), (Texel{0xfe, 0, 0, 0}));
    EXPECT_EQ(sample(line<std::int8_t>(ChannelFormat::S8, {-2}).image, sampler, at(1, 0))[0], 0xffff'fffe);
    EXPECT_EQ(sample(line<std::uint16_t>(ChannelFormat::U16, {0xfffe}).image, sampler, at(1, 0))[0], 0xfffeU);
    EXPECT_EQ(sample(line<std::int16_t>(ChannelFormat::S16, {-2}).image, sampler, at(1, 0))[0], 0xffff'fffe);
    EXPECT_EQ(sample(line<std::uint32_t>(ChannelFormat::U32, {77}).image, sampler, at(1, 0))[0], 77U);
    EXPECT_EQ(first(line<std::uint16_t>(ChannelFormat::F16, {0x3e00}), sampler, at(1, 0)), 1.5F);
}

TEST(Texture, NormalizedReads) {
    Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, false);
    sampler.normalized_read = true;
    EXPECT_EQ(first(line<std::uint8_t>(ChannelFormat::U8, {255}), sampler, at(1, 0)), 1);
    EXPECT_EQ(first(line<std::uint8_t>(ChannelFormat::U8, {1}), sampler, at(1, 0)), 1.0F / 255);
    EXPECT_EQ(first(line<std::int8_t>(ChannelFormat::S8, {-128}), sampler, at(1, 0)), -1);
    EXPECT_EQ(first(line<std::int8_t>(ChannelFormat::S8, {127}), sampler, at(1, 0)), 1);
    EXPECT_EQ(first(line<std::uint16_t>(ChannelFormat::U16, {65535}), sampler, at(1, 0)), 1);
    EXPECT_EQ(first(line<std::int16_t>(ChannelFormat::S16, {-32768}), sampler, at(1, 0)), -1);
    sampler.filter = Filter::Linear;
    EXPECT_EQ(first(line<std::uint8_t>(ChannelFormat::U8, {0, 255}), sampler, at(1, 1)), 32768.0F / 65535);
    EXPECT_EQ(first(line<std::uint8_t>(ChannelFormat::U8, {7, 7}), sampler, at(1, 0.8F)), 7.0F / 255);
}

TEST(Texture, Srgb) {
    TestImage image(ChannelFormat::U8, 4, 1);
    image.level<std::uint8_t>(2, 1, 1, [](std::size_t i) { return static_cast<std::uint8_t>(i < 4 ? 255 : 128); });
    Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, false);
    sampler.normalized_read = true;
    sampler.srgb = true;
    EXPECT_EQ(number(sample(image.image, sampler, at(1, 0))[0]), 1);
    const Texel half = sample(image.image, sampler, at(1, 1));
    EXPECT_EQ(number(half[0]), 221.0F / 1024) << "0.21586 with 8 bits";
    EXPECT_EQ(number(half[3]), 128.0F / 255);
}

TEST(Texture, BitsOfAnUnfilteredFloatStay) {
    const TestImage image = line<std::uint32_t>(ChannelFormat::F32, {0x7f80'1234, 1});
    const Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, false);
    EXPECT_EQ(sample(image.image, sampler, at(1, 0))[0], 0x7f80'1234U);
    EXPECT_EQ(sample(image.image, sampler, at(1, 1))[0], 1U);
    EXPECT_EQ(sample(image.image, sampler_of(AddressMode::Clamp, Filter::Linear, false), at(1, 0.5F))[0], 0x7fff'ffffU);
    EXPECT_EQ(sample(image.image, sampler_of(AddressMode::Clamp, Filter::Linear, false), at(1, 1.5F))[0], 1U);
}

TEST(Texture, LayersAreClamped) {
    TestImage image(ChannelFormat::U32, 1, 1);
    image.image.layered = true;
    image.image.layers = 3;
    image.level<std::uint32_t>(2, 1, 1, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    Fetch fetch = at(1, 1);
    fetch.layered = true;
    for (const auto& [layer, value] : {std::pair(0U, 1U), std::pair(2U, 5U), std::pair(3U, 5U), std::pair(~0U, 5U)}) {
        fetch.layer = layer;
        EXPECT_EQ(sample(image.image, {}, fetch)[0], value);
    }
}

TEST(Texture, Offsets) {
    TestImage plane(ChannelFormat::U32, 1, 2);
    plane.level<std::uint32_t>(4, 4, 1, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    Fetch fetch = at(2, 1.5F, 1.5F);
    fetch.offset = {1, -1, 0};
    EXPECT_EQ(sample(plane.image, {}, fetch)[0], 2U);
    EXPECT_EQ(fetch_element(plane.image, {}, {2, 0, 0, {1, 1, 0}, {-1, 2, 0}})[0], 12U);
}

TEST(Texture, IntegerCoordinatesOutsideGiveZeros) {
    const TestImage image = line<std::uint32_t>(ChannelFormat::U32, {5, 6});
    EXPECT_EQ(fetch_element(image.image, {}, {1, 0, 0, {1, 0, 0}, {}}), (Texel{6, 0, 0, 0}));
    EXPECT_EQ(fetch_element(image.image, {}, {1, 0, 0, {2, 0, 0}, {}}), Texel{});
    EXPECT_EQ(fetch_element(image.image, {}, {1, 0, 0, {-1, 0, 0}, {}}), Texel{});
    EXPECT_EQ(fetch_element(image.image, {}, {1, 0, 0, {std::numeric_limits<int>::max(), 0, 0}, {7, 0, 0}}), Texel{});
}

TEST(Texture, GatherGoesAroundFromTheLowerLeft) {
    TestImage plane(ChannelFormat::U32, 4, 2);
    plane.level<std::uint32_t>(4, 4, 1, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    const Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, false);
    // Elements (1,1), (2,1), (1,2), (2,2) begin at 20, 24, 36, 40.
    for (std::uint32_t c = 0; c < 4; ++c)
        EXPECT_EQ(gather(plane.image, sampler, at(2, 2, 2), c), (Texel{36 + c, 40 + c, 24 + c, 20 + c}));
}

// --- mipmaps ---------------------------------------------------------------------------------------------------------

TestImage pyramid() {
    TestImage image(ChannelFormat::F32, 1, 2);
    for (std::uint32_t size = 8, level = 0; size != 0; size /= 2, ++level)
        image.level<float>(size, size, 1, [=](std::size_t) { return static_cast<float>(level * 10); });
    return image;
}

float at_level(const Sampler& sampler, float level) {
    Fetch fetch = at(2, 0.5F, 0.5F);
    fetch.level_mode = LevelMode::Given;
    fetch.level = level;
    return first(pyramid(), sampler, fetch);
}

TEST(Texture, Levels) {
    Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, true);
    sampler.max_level = 100;
    EXPECT_EQ(at_level(sampler, 0.49F), 0);
    EXPECT_EQ(at_level(sampler, 0.5F), 10);
    EXPECT_EQ(at_level(sampler, 2.4F), 20);
    EXPECT_EQ(at_level(sampler, 99), 30);
    EXPECT_EQ(at_level(sampler, -3), 0);
    EXPECT_EQ(at_level(sampler, std::nanf("")), 0);
    sampler.mipmap_filter = Filter::Linear;
    EXPECT_EQ(at_level(sampler, 1.25F), 12.5F);
    EXPECT_EQ(at_level(sampler, 1 + 3.9F / 256), 10 + 30.0F / 256);
    EXPECT_EQ(at_level(sampler, 3.5F), 30);
    sampler.mipmap_bias = 0.5F;
    EXPECT_EQ(at_level(sampler, 1), 15);
    sampler.min_level = 2;
    EXPECT_EQ(at_level(sampler, 0), 20);
    sampler.max_level = 2.5F;
    EXPECT_EQ(at_level(sampler, 9), 25);
}

// Recorded on a card: sums are exact and rounded once, ties away from zero; halves to halves, integers to 1/65535.
TEST(Texture, SumsAreRoundedAsOnACard) {
    const Sampler linear = sampler_of(AddressMode::Clamp, Filter::Linear, false);
    const TestImage floats = line<float>(ChannelFormat::F32, {1, 1 + 0x1p-23F});
    EXPECT_EQ(first(floats, linear, at(1, 1)), 1 + 0x1p-23F);
    const TestImage halves = line<std::uint16_t>(ChannelFormat::F16, {0x3c00, 0x3c01});
    EXPECT_EQ(first(halves, linear, at(1, 1)), 1 + 0x1p-10F);
    EXPECT_EQ(first(halves, linear, at(1, 0.5F + 0.25F)), 1);
    Sampler normalized = linear;
    normalized.normalized_read = true;
    EXPECT_EQ(first(line<std::uint16_t>(ChannelFormat::U16, {0, 1}), normalized, at(1, 0.75F)), 0);
    EXPECT_EQ(first(line<std::uint16_t>(ChannelFormat::U16, {0, 1}), normalized, at(1, 1)), 1.0F / 65535);
    EXPECT_EQ(first(line<std::int16_t>(ChannelFormat::S16, {0, -1}), normalized, at(1, 1)), 0);
}

// Weights of four elements are in 1/256 too.
TEST(Texture, ProductsOfWeightsHaveEightBits) {
    TestImage plane(ChannelFormat::F32, 1, 2);
    plane.level<float>(2, 2, 1, [](std::size_t i) { return i == 3 ? 256.0F : 0.0F; });
    const Sampler linear = sampler_of(AddressMode::Clamp, Filter::Linear, false);
    EXPECT_EQ(first(plane, linear, at(2, 0.5F + 16.0F / 256, 0.5F + 8.0F / 256)), 1) << "1/2, upwards";
    EXPECT_EQ(first(plane, linear, at(2, 0.5F + 15.0F / 256, 0.5F + 8.0F / 256)), 0);
}

TEST(Texture, NormalizedCoordinatesHaveTwentyOneBits) {
    const TestImage image = line<float>(ChannelFormat::F32, {0, 1, 2, 3});
    const Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, true);
    EXPECT_EQ(first(image, sampler, at(1, 0.25F)), 1);
    const TestImage three = line<float>(ChannelFormat::F32, {0, 1, 2});
    EXPECT_EQ(first(three, sampler, at(1, 0x1.555556p-2F)), 0) << "a bit more than a third, cut";
}

TEST(Texture, LevelsFromGradients) {
    Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Point, true);
    sampler.max_level = 100;
    sampler.mipmap_filter = Filter::Linear;
    Fetch fetch = at(2, 0.5F, 0.5F);
    fetch.level_mode = LevelMode::Gradients;
    fetch.dx = {0.25F, 0, 0};
    fetch.dy = {0, 0.125F, 0};
    EXPECT_EQ(first(pyramid(), sampler, fetch), 10);
    fetch.dx = {0, 0.5F, 0};
    EXPECT_EQ(first(pyramid(), sampler, fetch), 20);
    fetch.dx = fetch.dy = {0, 0, 0};
    EXPECT_EQ(first(pyramid(), sampler, fetch), 0);
}

// --- cubes -----------------------------------------------------------------------------------------------------------

TEST(Texture, FacesOfACube) {
    const std::array<Direction, 6> axes = {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    for (std::uint32_t i = 0; i < 6; ++i) {
        const FacePoint point = face_of(axes.at(i));
        EXPECT_EQ(point.face, i);
        EXPECT_EQ(point.s, 0.5);
        EXPECT_EQ(point.t, 0.5);
    }
    // The guide's table: on +x s is -z and t is -y; on -z s is -x.
    EXPECT_EQ(face_of({1, 0.5, 0.25}).s, (-0.25 + 1) / 2);
    EXPECT_EQ(face_of({1, 0.5, 0.25}).t, (-0.5 + 1) / 2);
    EXPECT_EQ(face_of({0.25, 0.5, -1}).s, (-0.25 + 1) / 2);
    EXPECT_EQ(face_of({0.25, 1, 0.5}).t, (0.5 + 1) / 2);
}

TEST(Texture, NeighboursOverEdgesAreMutual) {
    constexpr std::uint32_t size = 5;
    for (std::uint32_t face = 0; face < 6; ++face) {
        for (std::int64_t i = 0; i < size; ++i) {
            const std::array<std::array<std::int64_t, 4>, 4> edges = {
                {{-1, i, 0, i}, {size, i, size - 1, i}, {i, -1, i, 0}, {i, size, i, size - 1}}};
            for (const auto& [x, y, inner_x, inner_y] : edges) {
                const FaceElement other = over_edge(face, x, y, size);
                EXPECT_NE(other.face, face);
                // One of the four steps from there leads back.
                unsigned back = 0;
                for (const auto& [dx, dy] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
                    const FaceElement again = over_edge(other.face, other.x + dx, other.y + dy, size);
                    if (!again.is_corner && again.face == face && again.x == inner_x && again.y == inner_y) ++back;
                }
                EXPECT_EQ(back, 1U);
            }
        }
    }
}

TEST(Texture, CubesWithAndWithoutSeams) {
    TestImage cube(ChannelFormat::F32, 1, 2);
    cube.image.cube = true;
    cube.level<float>(2, 2, 1, [](std::size_t i) {
        const std::size_t face = i / 4;
        return static_cast<float>(face);
    });
    Sampler sampler = sampler_of(AddressMode::Clamp, Filter::Linear, true);
    Fetch fetch = at(3, 1, 0, 1);  // on the edge of +z and +x
    fetch.cube = true;
    EXPECT_EQ(first(cube, sampler, fetch), 4);
    sampler.seamless_cube = true;
    EXPECT_EQ(first(cube, sampler, fetch), 2);
    fetch.at = {1, 1, 1};  // the corner of +x, +y and +z
    EXPECT_FLOAT_EQ(first(cube, sampler, fetch), (0 + 2 + 4) / 3.0F);
}

// --- everything at once ----------------------------------------------------------------------------------------------

// Whatever the coordinates are: only elements of the image are read, and a filter does not leave their range.
TEST(Texture, AnyCoordinates) {
    std::mt19937 engine(18);  // NOLINT(cert-msc51-cpp): the same every time
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    const std::vector<float> special = {0,        -0.0F,         0.5F,         1,
                                        -1,       1e30F,         -1e30F,       std::numeric_limits<float>::infinity(),
                                        1e-40F,   16777216.0F,   -16777216.0F, -std::numeric_limits<float>::infinity(),
                                        1 / 3.0F, 2147483648.0F, 5e9F,         std::numeric_limits<float>::quiet_NaN()};
    const auto any = [&] { return special[random() % special.size()]; };
    for (unsigned i = 0; i < 20'000; ++i) {
        const bool is_cube = random() % 4 == 0;
        TestImage image(ChannelFormat::F32, 1, is_cube ? 2 : static_cast<std::uint8_t>(1 + random() % 3));
        image.image.cube = is_cube;
        image.image.layered = image.image.dimensions != 3 && random() % 2 == 0;
        if (image.image.layered) image.image.layers = 1 + random() % 3;
        const std::uint32_t height = image.image.dimensions > 1 ? 3 : 1;
        const std::uint32_t depth = image.image.dimensions > 2 ? 2 : 1;
        image.level<float>(3, height, depth, [&](std::size_t) { return static_cast<float>(random() % 256); });
        image.level<float>(1, 1, 1, [](std::size_t) { return 255.0F; });
        Sampler sampler =
            sampler_of(static_cast<AddressMode>(random() % 4), static_cast<Filter>(random() % 2), random() % 2 == 0);
        sampler.mipmap_filter = static_cast<Filter>(random() % 2);
        sampler.max_level = any();
        sampler.min_level = any();
        sampler.mipmap_bias = any();
        sampler.seamless_cube = random() % 2 == 0;
        Fetch fetch = at(1 + random() % 3, any(), any(), any());
        fetch.layered = random() % 2 == 0;
        fetch.cube = fetch.dimensions == 3 && random() % 2 == 0;
        fetch.layer = random() % 5;
        fetch.level_mode = static_cast<LevelMode>(random() % 3);
        fetch.level = any();
        fetch.dx = fetch.dy = {any(), any(), any()};
        fetch.offset = {static_cast<std::int32_t>(random() % 16) - 8, 7, -8};
        const float value = first(image, sampler, fetch);
        ASSERT_GE(value, 0);
        ASSERT_LE(value, 255);
        gather(image.image, sampler, fetch, random() % 4);
    }
}

TEST(Texture, WrapIsPeriodic) {
    const TestImage image = line<float>(ChannelFormat::F32, {3, 1, 4, 1, 5});
    for (const Filter filter : {Filter::Point, Filter::Linear}) {
        const Sampler sampler = sampler_of(AddressMode::Wrap, filter, true);
        for (int i = 0; i < 64; ++i) {
            const float x = static_cast<float>(i) / 64;
            EXPECT_EQ(first(image, sampler, at(1, x)), first(image, sampler, at(1, x + 3)));
            EXPECT_EQ(first(image, sampler, at(1, x)), first(image, sampler, at(1, x - 7)));
        }
    }
}

}  // namespace
}  // namespace ringfence::softgpu::math
