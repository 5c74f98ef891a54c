// Arrays, textures and surfaces of the cuda backend, against a driver that needs no card (fake_cuda_arrays.cpp).
#include <dlfcn.h>

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/cuda/driver_api.h"

namespace ringfence::backend {
namespace {

class CudaArrays : public ::testing::Test {
protected:
    void SetUp() override {
        Result<std::unique_ptr<Device>> opened = open_cuda_at(FAKE_DRIVER);
        ASSERT_TRUE(opened.ok()) << opened.error().text();
        device = opened.take();
        stream = device->create_stream().take();
        space = device->create_texture_space().take();
        memory = device->allocate(bytes).take();
    }
    void TearDown() override {
        space.reset();
        stream.reset();
        device.reset();
    }

    // Arrays, textures, surfaces.
    static std::array<std::size_t, 3> counts() {
        void* const driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
        auto* const count = reinterpret_cast<void (*)(std::size_t*)>(::dlsym(driver, "fake_count_arrays"));
        std::array<std::size_t, 3> result = {};
        count(result.data());
        return result;
    }

    static cuda::ViewDescription last_view() {
        void* const driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
        auto* const tell = reinterpret_cast<void (*)(cuda::ViewDescription*)>(::dlsym(driver, "fake_last_view"));
        cuda::ViewDescription view;
        tell(&view);
        return view;
    }

    std::vector<std::uint16_t> read(const std::shared_ptr<Array>& array, std::uint32_t level, std::uint64_t width,
                                    std::uint64_t height, std::uint64_t depth) {
        const std::uint64_t row = width * 2;
        EXPECT_TRUE(device
                        ->copy_array(*stream, Box{memory, row, row * height}, ArrayPlace{array, level, 0, 0, 0},
                                     {row, height, depth})
                        .ok());
        std::vector<std::uint16_t> values(width * height * depth);
        device->copy_to_host(*stream, std::as_writable_bytes(std::span(values)), memory).value();
        stream->synchronize().value();
        return values;
    }

    static constexpr std::uint64_t bytes = 4096;
    std::unique_ptr<Device> device;
    std::unique_ptr<Stream> stream;
    std::shared_ptr<TextureSpace> space;
    Address memory = 0;
};

TEST_F(CudaArrays, BeginWithZerosAndKeepWhatIsCopiedThere) {
    const ArrayShape shape{6, 4, 3, array_format::uint16, 1, 0, 0};
    std::shared_ptr<Array> array = device->create_array(shape).take();
    EXPECT_EQ(read(array, 0, 6, 4, 3), std::vector<std::uint16_t>(72, 0)) << "the driver gave them as others left them";
    std::vector<std::uint16_t> values(72);
    std::iota(values.begin(), values.end(), std::uint16_t{1});
    device->copy_to_device(*stream, memory, std::as_bytes(std::span(values))).value();
    ASSERT_TRUE(device->copy_array(*stream, ArrayPlace{array, 0, 0, 0, 0}, Box{memory, 12, 48}, {12, 4, 3}).ok());
    EXPECT_EQ(read(array, 0, 6, 4, 3), values);
    const std::shared_ptr<Array> other = device->create_array(shape).take();
    ASSERT_TRUE(
        device->copy_array(*stream, ArrayPlace{other, 0, 2, 1, 1}, ArrayPlace{array, 0, 4, 2, 0}, {4, 1, 1}).ok());
    const std::vector<std::uint16_t> copied = read(other, 0, 6, 4, 3);
    EXPECT_EQ(copied[24 + 6 + 1], values[12 + 2]);
    EXPECT_EQ(copied[24 + 6 + 2], values[12 + 3]);
    EXPECT_FALSE(device->copy_array(*stream, ArrayPlace{array, 0, 0, 1, 0}, Box{memory, 12, 48}, {12, 4, 3}).ok());
    EXPECT_EQ(counts()[0], 2u);
    array.reset();
    EXPECT_EQ(counts()[0], 1u);
}

TEST_F(CudaArrays, LevelsOfMipmapsAreArrays) {
    const ArrayShape shape{8, 8, 0, array_format::uint16, 1, array_flag::surface, 4};
    std::shared_ptr<Array> array = device->create_array(shape).take();
    EXPECT_EQ(read(array, 1, 4, 4, 1), std::vector<std::uint16_t>(16, 0));
    EXPECT_EQ(read(array, 3, 1, 1, 1), std::vector<std::uint16_t>(1, 0));
    EXPECT_FALSE(device->copy_array(*stream, Box{memory, 16, 16}, ArrayPlace{array, 4, 0, 0, 0}, {2, 1, 1}).ok());
    array.reset();
    EXPECT_EQ(counts()[0], 0u);
}

TEST_F(CudaArrays, TexturesAndSurfacesHaveTheDriversNumbersAndKeepTheirArray) {
    std::shared_ptr<Array> array =
        device->create_array({8, 8, 0, array_format::uint16, 1, array_flag::surface, 0}).take();
    Texture texture;
    texture.resource = ArrayLevelResource{array, 0};
    std::unique_ptr<TextureObject> object = space->create_texture(texture).take();
    std::unique_ptr<TextureObject> surface = space->create_surface({array, 0}).take();
    EXPECT_NE(object->number(), 0u);
    EXPECT_NE(surface->number(), object->number());
    texture.resource = LinearResource{memory, array_format::uint16, 1, 100};
    const std::unique_ptr<TextureObject> linear = space->create_texture(texture).take();
    EXPECT_EQ(counts(), (std::array<std::size_t, 3>{1, 2, 1}));
    array.reset();
    texture = {};
    object.reset();
    EXPECT_EQ(counts(), (std::array<std::size_t, 3>{1, 1, 1})) << "the surface still has it";
    surface.reset();
    EXPECT_EQ(counts(), (std::array<std::size_t, 3>{0, 1, 0}));
}

// Whatever a driver makes of levels behind the last, or of one row of a line: it hears of none.
TEST_F(CudaArrays, ViewsTellTheDriverNothingThatTheArrayDoesNotHave) {
    Texture texture;
    texture.resource = ArrayLevelResource{device->create_array({8, 0, 0, array_format::uint16, 1, 0, 0}).take(), 0};
    constexpr std::uint32_t one_uint16 = 7;
    texture.view = TextureView{.format = one_uint16, .width = 8, .height = 1, .depth = 1, .last_level = 9};
    ASSERT_TRUE(check_texture(texture).ok());
    ASSERT_TRUE(space->create_texture(texture).ok());
    EXPECT_EQ(last_view().height, 0u);
    EXPECT_EQ(last_view().depth, 0u);
    EXPECT_EQ(last_view().last_level, 0u);
    const std::shared_ptr<Array> mipmap = device->create_array({8, 4, 0, array_format::uint16, 1, 0, 4}).take();
    texture.resource = MipmapResource{mipmap};
    texture.view = TextureView{.format = one_uint16, .width = 8, .height = 4, .first_level = 1, .last_level = 9};
    ASSERT_TRUE(space->create_texture(texture).ok());
    EXPECT_EQ(last_view().height, 4u);
    EXPECT_EQ(last_view().last_level, 3u);
    // Its third level has one row, not none.
    texture.resource = ArrayLevelResource{mipmap, 3};
    texture.view = TextureView{.format = one_uint16, .width = 1, .height = 0};
    EXPECT_FALSE(check_texture(texture).ok());
    texture.view->height = 1;
    EXPECT_TRUE(check_texture(texture).ok());
    texture.resource =
        ArrayLevelResource{device->create_array({8, 4, 3, array_format::uint16, 1, array_flag::layered, 0}).take(), 0};
    texture.view = TextureView{.format = one_uint16, .width = 8, .height = 4, .depth = 4, .last_layer = 2};
    EXPECT_FALSE(check_texture(texture).ok()) << "more layers than there are";
    texture.view->depth = 3;
    EXPECT_TRUE(check_texture(texture).ok());
}

}  // namespace
}  // namespace ringfence::backend
