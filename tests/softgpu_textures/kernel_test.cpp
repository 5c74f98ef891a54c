// Texture and surface instructions in compiled kernels.
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "images.h"
#include "softgpu/gpu.h"
#include "softgpu/math/texture_sample.h"

namespace ringfence::softgpu::test {
namespace {

using math::ChannelFormat;
using math::Filter;
using testing::ElementsAre;
using testing::HasSubstr;

// Runs one thread of PTX with the handle in %t, floats 0.3, 0.6, 0.8 in %x, %y, %z and 1, 2, 3 in %i, %j, %k. What it
// leaves in %a0 … %a3 comes back.
class TextureKernel : public testing::Test {
protected:
    static constexpr std::uint32_t words = 4;

    static GpuOptions options() {
        GpuOptions options;
        options.memory_bytes = 64 << 20;
        options.workers = 1;
        options.use_cache = false;
        return options;
    }

    TextureKernel() : gpu_(Gpu::create(options()).take()) {}

    Result<std::vector<std::uint32_t>> run(const std::string& body, std::uint64_t handle) {
        const std::string ptx =
            ".version 9.0\n.target sm_90\n.address_size 64\n"
            ".visible .entry k(.param .u64 out, .param .u64 object)\n{\n"
            ".reg .b64 %out, %t, %d0, %d1;\n.reg .b32 %a<4>, %i, %j, %k;\n"
            ".reg .f32 %f<4>, %x, %y, %z;\n.reg .b16 %h<4>;\n.reg .pred %p;\n"
            "ld.param.u64 %out, [out];\nld.param.u64 %t, [object];\n"
            "mov.f32 %x, 0f3e99999a;\nmov.f32 %y, 0f3f19999a;\nmov.f32 %z, 0f3f4ccccd;\n"
            "mov.u32 %i, 1;\nmov.u32 %j, 2;\nmov.u32 %k, 3;\n"
            "mov.u32 %a0, 0;\nmov.u32 %a1, 0;\nmov.u32 %a2, 0;\nmov.u32 %a3, 0;\n" +
            body + "\nst.global.v4.b32 [%out], {%a0, %a1, %a2, %a3};\nret;\n}\n";
        RF_TRY(const std::unique_ptr<GpuModule> module, gpu_->load(ptx, "k.ptx"));
        RF_TRY(const Kernel* kernel, module->kernel("k", {1, 1, 1}));
        RF_TRY(const std::uint64_t out, gpu_->memory().allocate(words * sizeof(std::uint32_t)));
        const std::array<std::uint64_t, 2> parameters = {out, handle};
        LaunchRequest request;
        request.kernel = kernel;
        request.parameters = std::as_bytes(std::span(parameters));
        request.limit_ms = 60'000;
        request.textures = table_.snapshot();
        RF_RETURN_IF_ERROR(gpu_->executor().run(request));
        const auto* const first = reinterpret_cast<const std::uint32_t*>(out);
        return std::vector<std::uint32_t>(first, first + words);
    }

    std::vector<std::uint32_t> values(const std::string& body, std::uint64_t handle) {
        Result<std::vector<std::uint32_t>> result = run(body, handle);
        EXPECT_TRUE(result.ok()) << result.error().message;
        return result.ok() ? result.take() : std::vector<std::uint32_t>();
    }

    std::string failure(const std::string& body, std::uint64_t handle) {
        const Result<std::vector<std::uint32_t>> result = run(body, handle);
        return result.ok() ? "no failure" : result.error().message;
    }

    // An instruction must give the value that the arithmetic gives for the same fetch.
    void expect(const std::string& instruction, const TestImage& image, const math::Sampler& sampler,
                const math::Fetch& fetch) {
        SCOPED_TRACE(instruction);
        const std::uint64_t handle = add(image.object(TextureKind::Texture, sampler));
        const math::Texel texel = math::sample(image.image, sampler, fetch);
        EXPECT_THAT(values(instruction + " {%a0, %a1, %a2, %a3}, " + rest_, handle),
                    ElementsAre(texel[0], texel[1], texel[2], texel[3]));
    }

    std::uint64_t add(TextureObject object) { return table_.add(std::move(object)).take(); }

    std::string rest_;  // the instruction's sources
    std::unique_ptr<Gpu> gpu_;
    TextureTable table_;
};

TestImage floats(std::uint8_t dimensions, std::uint32_t layers, bool cube, unsigned levels = 1) {
    TestImage image(ChannelFormat::F32, 4, dimensions);
    image.image.layered = layers != 0;
    image.image.layers = std::max(layers, 1U);
    image.image.cube = cube;
    for (std::uint32_t size = 8, i = 0; i < levels; ++i, size /= 2) {
        image.level<float>(size, dimensions > 1 ? size : 1, dimensions > 2 ? size : 1,
                           [=](std::size_t number) { return static_cast<float>((number * 2654435761U + i) % 1000); });
    }
    return image;
}

math::Sampler linear() {
    math::Sampler sampler;
    sampler.filter = Filter::Linear;
    sampler.mipmap_filter = Filter::Linear;
    sampler.normalized_coordinates = true;
    sampler.max_level = 10;
    return sampler;
}

math::Fetch fetch_of(std::uint32_t dimensions, bool layered, bool cube) {
    math::Fetch fetch;
    fetch.dimensions = dimensions;
    fetch.layered = layered;
    fetch.cube = cube;
    fetch.layer = layered ? 1 : 0;
    fetch.at = {0.3F, 0.6F, 0.8F};
    return fetch;
}

struct Form {
    const char* geometry;
    const char* coordinates;
    const char* x_gradient;
    const char* y_gradient;
    std::uint32_t dimensions;
    bool layered;
    bool cube;
};

constexpr std::array<Form, 7> forms = {{
    {".1d", "{%x}", "{%x}", "{%y}", 1, false, false},
    {".2d", "{%x, %y}", "{%x, %y}", "{%y, %z}", 2, false, false},
    {".3d", "{%x, %y, %z, %z}", "{%x, %y, %z, %z}", "{%y, %z, %x, %x}", 3, false, false},
    {".a1d", "{%i, %x}", "{%x}", "{%y}", 1, true, false},
    {".a2d", "{%i, %x, %y, %y}", "{%x, %y}", "{%y, %z}", 2, true, false},
    {".cube", "{%x, %y, %z, %z}", "{%x, %y, %z, %z}", "{%y, %z, %x, %x}", 3, false, true},
    {".acube", "{%i, %x, %y, %z}", "{%x, %y, %z, %z}", "{%y, %z, %x, %x}", 3, true, true},
}};

TEST_F(TextureKernel, EveryGeometryAndWayToALevel) {
    for (const Form& form : forms) {
        const auto dimensions = static_cast<std::uint8_t>(form.cube ? 2 : form.dimensions);
        const TestImage image = floats(dimensions, form.layered ? 3 : 0, form.cube, 4);
        const std::string object = std::string("[%t, ") + form.coordinates + "]";
        const std::string end = std::string(form.geometry) + ".v4.f32.f32";
        math::Fetch fetch = fetch_of(form.dimensions, form.layered, form.cube);
        rest_ = object + ";";
        expect("tex" + end, image, linear(), fetch);
        expect("tex.base" + end, image, linear(), fetch);
        fetch.level_mode = math::LevelMode::Given;
        fetch.level = 0.8F;
        rest_ = object + ", %z;";
        expect("tex.level" + end, image, linear(), fetch);
        fetch.level_mode = math::LevelMode::Gradients;
        fetch.dx = {0.3F, 0.6F, 0.8F};
        fetch.dy = {0.6F, 0.8F, 0.3F};
        rest_ = object + ", " + form.x_gradient + ", " + form.y_gradient + ";";
        expect("tex.grad" + end, image, linear(), fetch);
    }
}

TEST_F(TextureKernel, OffsetsAndPredicates) {
    math::Fetch fetch = fetch_of(2, false, false);
    fetch.offset = {-3, 2, 0};
    rest_ = "[%t, {%x, %y}], {-3, %j};";
    expect("tex.2d.v4.f32.f32", floats(2, 0, false), linear(), fetch);
    const std::uint64_t handle = add(floats(2, 0, false).object(TextureKind::Texture));
    EXPECT_THAT(values("tex.2d.v4.f32.f32 {%f0, _, _, _}|%p, [%t, {%x, %y}];\nselp.u32 %a0, 7, 9, %p;", handle),
                ElementsAre(7, 0, 0, 0));
}

TEST_F(TextureKernel, IntegerCoordinates) {
    TestImage image(ChannelFormat::S16, 2, 2);
    image.level<std::int16_t>(4, 4, 1, [](std::size_t i) { return static_cast<std::int16_t>(i - 20); });
    const std::uint64_t handle = add(image.object(TextureKind::Texture));
    EXPECT_THAT(values("tex.2d.v4.s32.s32 {%a0, %a1, %a2, %a3}, [%t, {%i, %j}];", handle),
                ElementsAre(std::uint32_t(-2), std::uint32_t(-1), 0, 0));
    EXPECT_THAT(values("tex.2d.v4.s32.s32 {%a0, %a1, %a2, %a3}, [%t, {%i, 4}];", handle), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(values("tex.level.2d.v4.s32.s32 {%a0, %a1, %a2, %a3}, [%t, {%i, %j}], 0;", handle),
                ElementsAre(std::uint32_t(-2), std::uint32_t(-1), 0, 0));
}

TEST_F(TextureKernel, HalfPrecision) {
    TestImage image(ChannelFormat::F32, 4, 1);
    image.level<float>(1, 1, 1, [](std::size_t i) { return 1.5F + static_cast<float>(i); });
    const std::uint64_t handle = add(image.object(TextureKind::Texture));
    const std::string unpack =
        "cvt.u32.u16 %a0, %h0;\ncvt.u32.u16 %a1, %h1;\n"
        "cvt.u32.u16 %a2, %h2;\ncvt.u32.u16 %a3, %h3;";
    EXPECT_THAT(values("tex.1d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%t, {%x}];\n" + unpack, handle),
                ElementsAre(0x3e00, 0x4100, 0x4300, 0x4480));
    EXPECT_THAT(values("tex.1d.v2.f16x2.f32 {%a0, %a1}, [%t, {%x}];", handle),
                ElementsAre(0x4100'3e00, 0x4480'4300, 0, 0));
}

TEST_F(TextureKernel, Gather) {
    TestImage image(ChannelFormat::U32, 4, 2);
    image.level<std::uint32_t>(4, 4, 1, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    const std::uint64_t handle = add(image.object(TextureKind::Texture));
    const std::string end = ".2d.v4.u32.f32 {%a0, %a1, %a2, %a3}, [%t, {%f0, %f0}];";
    std::uint32_t component = 0;
    for (const char* name : {"r", "g", "b", "a"}) {
        EXPECT_THAT(values(std::string("mov.f32 %f0, 0f40000000;\ntld4.") + name + end, handle),
                    ElementsAre(36 + component, 40 + component, 24 + component, 20 + component));
        ++component;
    }
}

TEST_F(TextureKernel, Queries) {
    const std::uint64_t handle = add(floats(2, 3, false, 3).object(TextureKind::Texture, linear()));
    EXPECT_THAT(values("txq.width.b32 %a0, [%t];\ntxq.height.b32 %a1, [%t];\ntxq.num_mipmap_levels.b32 %a2, [%t];\n"
                       "txq.array_size.b32 %a3, [%t];",
                       handle),
                ElementsAre(0, 0, 0, 3))
        << "what a card says of sizes";
    EXPECT_THAT(values("txq.level.width.b32 %a0, [%t], 1;\ntxq.level.width.b32 %a1, [%t], 99;\n"
                       "txq.channel_order.b32 %a2, [%t];\ntxq.channel_data_type.b32 %a3, [%t];",
                       handle),
                ElementsAre(0, 0, 0x10b5, 0x10de));
    const std::uint64_t surface = add(floats(2, 0, false).object(TextureKind::Surface));
    EXPECT_THAT(values("suq.width.b32 %a0, [%t];\nistypep.surfref %p, %t;\nselp.u32 %a1, 1, 0, %p;\n"
                       "istypep.texref %p, %t;\nselp.u32 %a2, 1, 0, %p;\nistypep.samplerref %p, %t;\n"
                       "selp.u32 %a3, 1, 0, %p;",
                       surface),
                ElementsAre(8, 1, 0, 0));
}

TEST_F(TextureKernel, HandlesThatAreNoneAreFaults) {
    const std::string fetch = "tex.1d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%x}];";
    EXPECT_THAT(failure(fetch, 0), HasSubstr("use of 0x0 as a texture object, which it is not"));
    EXPECT_THAT(failure(fetch, 0x123456789), HasSubstr("at k.ptx:"));
    const std::uint64_t surface = add(floats(1, 0, false).object(TextureKind::Surface));
    EXPECT_THAT(failure(fetch, surface), HasSubstr("as a texture object"));
    EXPECT_THAT(failure("suld.b.1d.b32.trap {%a0}, [%t, {0}];", surface + (1 << 20)), HasSubstr("as a surface object"));
}

TEST_F(TextureKernel, LinearMemoryIsChecked) {
    const std::uint64_t memory = gpu_->memory().allocate(64).take();
    const auto texture = [&](std::uint32_t width) {
        const std::uint64_t bytes = std::uint64_t{width} * sizeof(std::uint32_t);
        TextureObject object;
        object.image.format = ChannelFormat::U32;
        object.image.levels.push_back({reinterpret_cast<std::byte*>(memory), width, 1, 1, bytes, bytes});
        object.checked_memory = true;
        object.linear_memory = true;
        return add(std::move(object));
    };
    reinterpret_cast<std::uint32_t*>(memory)[1] = 99;
    const std::string fetch = "tex.1d.v4.u32.s32 {%a0, %a1, %a2, %a3}, [%t, {%i}];";
    const std::uint64_t handle = texture(16);
    EXPECT_THAT(values(fetch, handle), ElementsAre(99, 0, 0, 0));
    EXPECT_THAT(failure(fetch, texture(17)), HasSubstr("load of 68 bytes outside any allocation"));
    ASSERT_TRUE(gpu_->memory().release(memory).ok());
    EXPECT_THAT(failure(fetch, handle), HasSubstr("in memory that was freed"));
}

// --- surfaces --------------------------------------------------------------------------------------------------------

TestImage numbers(std::uint8_t dimensions, std::uint32_t layers) {
    TestImage image(ChannelFormat::U32, 1, dimensions);
    image.image.layered = layers != 0;
    image.image.layers = std::max(layers, 1U);
    image.level<std::uint32_t>(4, dimensions > 1 ? 4 : 1, dimensions > 2 ? 4 : 1,
                               [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    return image;
}

std::uint32_t word_of(const TestImage& image, std::size_t index) {
    std::uint32_t word = 0;
    std::memcpy(&word, image.image.levels[0].base + index * 4, 4);
    return word;
}

TEST_F(TextureKernel, SurfaceGeometries) {
    const std::uint64_t line = add(numbers(1, 0).object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.1d.v2.b32.trap {%a0, %a1}, [%t, {8}];", line), ElementsAre(2, 3, 0, 0));
    const std::uint64_t plane = add(numbers(2, 0).object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.2d.v4.b32.trap {%a0, %a1, %a2, %a3}, [%t, {0, %k}];", plane),
                ElementsAre(12, 13, 14, 15));
    const std::uint64_t cuboid = add(numbers(3, 0).object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.3d.b32.trap {%a0}, [%t, {4, %j, %k, %k}];", cuboid), ElementsAre(57, 0, 0, 0));
    const std::uint64_t lines = add(numbers(1, 3).object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.a1d.b32.trap {%a0}, [%t, {%j, 4}];", lines), ElementsAre(9, 0, 0, 0));
    const std::uint64_t planes = add(numbers(2, 3).object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.a2d.b32.trap {%a0}, [%t, {%j, 4, %k, %k}];", planes), ElementsAre(45, 0, 0, 0));
}

TEST_F(TextureKernel, SurfaceBoundaries) {
    const TestImage image = numbers(2, 0);
    const std::uint64_t plane = add(image.object(TextureKind::Surface));
    EXPECT_THAT(values("suld.b.2d.b32.clamp {%a0}, [%t, {400, 9}];\nsuld.b.2d.b32.clamp {%a1}, [%t, {-4, -1}];\n"
                       "suld.b.2d.b32.zero {%a2}, [%t, {16, 0}];\nsuld.b.2d.b32.zero {%a3}, [%t, {4, 1}];",
                       plane),
                ElementsAre(15, 0, 0, 5));
    EXPECT_THAT(failure("suld.b.2d.b32.trap {%a0}, [%t, {16, 0}];", plane), HasSubstr("access outside a surface"));
    EXPECT_THAT(failure("sust.b.2d.b32.trap [%t, {0, -1}], {%a0};", plane), HasSubstr("access outside a surface"));
    EXPECT_THAT(failure("suld.b.2d.b32.zero {%a0}, [%t, {2, 0}];", plane), HasSubstr("byte coordinate"));
    values("sust.b.2d.b32.zero [%t, {16, 0}], {%j};\nsust.b.2d.b32.clamp [%t, {16, 0}], {%k};", plane);
    EXPECT_EQ(word_of(image, 3), 3U);
    EXPECT_EQ(word_of(image, 4), 4U);
}

TEST_F(TextureKernel, SurfaceWidths) {
    const TestImage image = numbers(1, 0);
    const std::uint64_t line = add(image.object(TextureKind::Surface));
    values(
        "mov.u16 %h0, 0xaabb;\nsust.b.1d.b8.trap [%t, {1}], {%h0};\nsust.b.1d.b16.trap [%t, {2}], {%h0};\n"
        "mov.u64 %d0, 0x1122334455667788;\nsust.b.1d.b64.trap [%t, {8}], %d0;",
        line);
    EXPECT_EQ(word_of(image, 0), 0xaabb'bb00U);
    EXPECT_EQ(word_of(image, 2), 0x5566'7788U);
    EXPECT_EQ(word_of(image, 3), 0x1122'3344U);
    EXPECT_THAT(values("suld.b.1d.v4.b8.trap {%h0, %h1, %h2, %h3}, [%t, {8}];\ncvt.u32.u16 %a0, %h0;\n"
                       "cvt.u32.u16 %a3, %h3;\nsuld.b.1d.v2.b64.trap {%d0, %d1}, [%t, {0}];\ncvt.u32.u64 %a1, %d1;",
                       line),
                ElementsAre(0x88, 0x5566'7788, 0, 0x55));
}

TEST_F(TextureKernel, SamplesAreFitted) {
    TestImage image(ChannelFormat::S8, 4, 1);
    image.level<std::int8_t>(2, 1, 1, [](std::size_t) { return std::int8_t{0}; });
    const std::uint64_t line = add(image.object(TextureKind::Surface));
    values(
        "mov.u32 %a0, 300;\nmov.u32 %a1, -300;\nmov.u32 %a2, -5;\n"
        "sust.p.1d.v4.b32.trap [%t, {1}], {%a0, %a1, %a2, %i};",
        line);
    EXPECT_EQ(word_of(image, 0), 0U);
    EXPECT_EQ(word_of(image, 1), 0x01fb'807fU);
}

TEST_F(TextureKernel, SurfaceReductions) {
    const TestImage image = numbers(2, 0);
    const std::uint64_t plane = add(image.object(TextureKind::Surface));
    values(
        "sured.b.add.2d.u32.trap [%t, {0, 1}], %k;\nsured.b.min.2d.s32.trap [%t, {4, 1}], -1;\n"
        "sured.b.max.2d.u32.trap [%t, {8, 1}], -1;\nsured.p.xor.2d.b32.trap [%t, {3, 1}], 1;\n"
        "sured.b.exch.2d.b32.trap [%t, {0, 2}], 77;\nsured.b.add.2d.u64.trap [%t, {8, 2}], 5;\n"
        "sured.b.add.2d.u32.zero [%t, {0, 9}], 1;",
        plane);
    const std::array<std::uint32_t, 8> expected = {7, ~0U, ~0U, 6, 77, 9, 15, 11};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_EQ(word_of(image, 4 + i), expected.at(i)) << i;
}

TEST_F(TextureKernel, WhatCudaProgramsCannotMakeIsRefused) {
    EXPECT_THAT(failure("tex.2dms.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%t, {%i, %i, %j, %j}];", 0),
                HasSubstr("multi-sample textures are not supported"));
    EXPECT_THAT(failure("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, {%x, %y}], %z;", 0),
                HasSubstr("depths to compare with are not supported"));
    EXPECT_THAT(failure("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%t, %t, {%x, %y}];", 0),
                HasSubstr("samplers apart from their textures are not supported"));
}

}  // namespace
}  // namespace ringfence::softgpu::test
