// Buffers, textures and video surfaces of other APIs, by copies; the statuses of misuse.
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "fake_gl.h"
#include "worker_process.h"

namespace ringfence::runtime {
namespace {

using test::fake_gl;
using test::FakeTexture;

constexpr unsigned target_2d = 0x0DE1;
constexpr unsigned target_3d = 0x806F;
constexpr unsigned read_only = cudaGraphicsRegisterFlagsReadOnly;
constexpr unsigned write_discard = cudaGraphicsRegisterFlagsWriteDiscard;

class Graphics : public test::WithWorker {
protected:
    void SetUp() override { fake_gl() = {}; }

    static std::vector<std::byte> counted(std::size_t count, int first = 1) {
        std::vector<std::byte> bytes(count);
        for (std::size_t i = 0; i < count; ++i)
            bytes[i] = static_cast<std::byte>(first + static_cast<int>(i));
        return bytes;
    }
};

TEST_F(Graphics, ABufferIsReadWhenMappedAndWrittenWhenUnmapped) {
    fake_gl().buffers[7] = counted(64);
    fake_gl().values[0x8F36] = 0;
    cudaGraphicsResource_t resource = nullptr;
    ASSERT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 7, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    void* pointer = nullptr;
    std::size_t bytes = 0;
    ASSERT_EQ(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, resource), cudaSuccess);
    EXPECT_EQ(bytes, 64U);
    std::vector<std::byte> seen(64);
    ASSERT_EQ(cudaMemcpy(seen.data(), pointer, 64, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(seen, counted(64));
    ASSERT_EQ(cudaMemset(pointer, 0x5a, 32), cudaSuccess);
    EXPECT_EQ(fake_gl().buffers[7], counted(64));
    ASSERT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    auto expected = counted(64);
    std::fill_n(expected.begin(), 32, std::byte{0x5a});
    EXPECT_EQ(fake_gl().buffers[7], expected);
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaSuccess);
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaErrorInvalidResourceHandle);
}

TEST_F(Graphics, FlagsSaveCopies) {
    fake_gl().buffers[1] = counted(16);
    cudaGraphicsResource_t resource = nullptr;
    ASSERT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 1, read_only), cudaSuccess);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    void* pointer = nullptr;
    ASSERT_EQ(cudaGraphicsResourceGetMappedPointer(&pointer, nullptr, resource), cudaSuccess);
    ASSERT_EQ(cudaMemset(pointer, 0, 16), cudaSuccess);
    ASSERT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    EXPECT_EQ(fake_gl().buffers[1], counted(16));  // read only: nothing is written back
    ASSERT_EQ(cudaGraphicsResourceSetMapFlags(resource, write_discard), cudaSuccess);
    fake_gl().buffers[1] = counted(16, 100);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    ASSERT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    EXPECT_EQ(fake_gl().buffers[1], std::vector<std::byte>(16));  // nothing was read
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaSuccess);
}

TEST_F(Graphics, TexturesAreArraysWithTheirLevels) {
    FakeTexture texture{0x8058, 4, 8, 4, 0, {counted(128), counted(32, 40), counted(8, 80), counted(4, 90)}};
    fake_gl().textures[3] = texture;
    fake_gl().values[0x0D05] = fake_gl().values[0x0CF5] = 4;
    fake_gl().values[0x88ED] = 11;
    fake_gl().bound_texture = 3;
    cudaGraphicsResource_t resource = nullptr;
    ASSERT_EQ(cudaGraphicsGLRegisterImage(&resource, 3, target_2d, 0), cudaSuccess);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    for (unsigned level = 0; level < 4; ++level) {
        cudaArray_t array = nullptr;
        ASSERT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, level), cudaSuccess);
        const std::size_t row = std::max(8U >> level, 1U) * 4;
        const std::size_t rows = std::max(4U >> level, 1U);
        std::vector<std::byte> seen(row * rows);
        ASSERT_EQ(cudaMemcpy2DFromArray(seen.data(), row, array, 0, 0, row, rows, cudaMemcpyDeviceToHost), cudaSuccess);
        EXPECT_EQ(seen, texture.levels[level]) << level;
        std::reverse(seen.begin(), seen.end());
        ASSERT_EQ(cudaMemcpy2DToArray(array, 0, 0, seen.data(), row, row, rows, cudaMemcpyHostToDevice), cudaSuccess);
        std::reverse(texture.levels[level].begin(), texture.levels[level].end());
    }
    cudaMipmappedArray_t all = nullptr;
    EXPECT_EQ(cudaGraphicsResourceGetMappedMipmappedArray(&all, resource), cudaSuccess);
    cudaArray_t none = nullptr;
    EXPECT_EQ(cudaGraphicsSubResourceGetMappedArray(&none, resource, 0, 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsSubResourceGetMappedArray(&none, resource, 1, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsResourceGetMappedPointer(nullptr, nullptr, resource), cudaErrorNotMappedAsPointer);
    ASSERT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    EXPECT_EQ(fake_gl().textures[3].levels, texture.levels);
    // The program's own settings are restored.
    EXPECT_EQ(fake_gl().values[0x0D05], 4);
    EXPECT_EQ(fake_gl().values[0x0CF5], 4);
    EXPECT_EQ(fake_gl().values[0x88ED], 11);
    EXPECT_EQ(fake_gl().bound_texture, 3U);
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaSuccess);
}

TEST_F(Graphics, TexturesOfThreeDimensions) {
    fake_gl().textures[5] = {0x822E, 4, 4, 3, 2, {counted(96)}};
    cudaGraphicsResource_t resource = nullptr;
    ASSERT_EQ(cudaGraphicsGLRegisterImage(&resource, 5, target_3d, cudaGraphicsRegisterFlagsSurfaceLoadStore),
              cudaSuccess);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0), cudaSuccess);
    cudaChannelFormatDesc format = {};
    cudaExtent extent = {};
    unsigned flags = 0;
    ASSERT_EQ(cudaArrayGetInfo(&format, &extent, &flags, array), cudaSuccess);
    EXPECT_EQ(format.f, cudaChannelFormatKindFloat);
    EXPECT_EQ(extent.depth, 2U);
    EXPECT_EQ(flags, 2U);  // for surfaces
    std::vector<std::byte> seen(96);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = {seen.data(), 16, 4, 3};
    copy.extent = {4, 3, 2};
    copy.kind = cudaMemcpyDeviceToHost;
    ASSERT_EQ(cudaMemcpy3D(&copy), cudaSuccess);
    EXPECT_EQ(seen, counted(96));
    EXPECT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaSuccess);
}

TEST_F(Graphics, MisuseHasTheDocumentedStatuses) {
    fake_gl().buffers[1] = counted(16);
    fake_gl().textures[2] = {0x8051, 3, 4, 4, 0, {counted(48)}};  // GL_RGB8: three channels
    cudaGraphicsResource_t resource = nullptr;
    EXPECT_EQ(cudaGraphicsGLRegisterBuffer(nullptr, 1, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 99, 0), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 1, 16), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 1, read_only | write_discard), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsGLRegisterImage(&resource, 2, target_2d, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsGLRegisterImage(&resource, 9, target_2d, 0), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaGraphicsGLRegisterImage(&resource, 2, 1, 0), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsGLRegisterImage(&resource, 2, 0x8513, 0), cudaErrorNotSupported);
    ASSERT_EQ(cudaGraphicsGLRegisterBuffer(&resource, 1, 0), cudaSuccess);
    void* pointer = nullptr;
    cudaArray_t array = nullptr;
    EXPECT_EQ(cudaGraphicsResourceGetMappedPointer(&pointer, nullptr, resource), cudaErrorNotMapped);
    EXPECT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaErrorNotMapped);
    EXPECT_EQ(cudaGraphicsResourceSetMapFlags(resource, 3), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsMapResources(0, &resource, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsMapResources(-1, &resource, nullptr), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsMapResources(1, nullptr, nullptr), cudaErrorInvalidValue);
    cudaGraphicsResource_t twice[] = {resource, resource};
    EXPECT_EQ(cudaGraphicsMapResources(2, twice, nullptr), cudaErrorAlreadyMapped);
    ASSERT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaSuccess);
    EXPECT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaErrorAlreadyMapped);
    EXPECT_EQ(cudaGraphicsResourceSetMapFlags(resource, 1), cudaErrorAlreadyMapped);
    EXPECT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0), cudaErrorNotMappedAsArray);
    ASSERT_EQ(cudaGraphicsUnmapResources(1, &resource, nullptr), cudaSuccess);
    // A buffer that was made anew is no longer the one that was registered; nor is one without a context to be had.
    fake_gl().buffers[1] = counted(8);
    EXPECT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaErrorInvalidResourceHandle);
    fake_gl().buffers[1] = counted(16);
    fake_gl().has_context = false;
    EXPECT_EQ(cudaGraphicsMapResources(1, &resource, nullptr), cudaErrorInvalidGraphicsContext);
    cudaGraphicsResource_t other = nullptr;
    EXPECT_EQ(cudaGraphicsGLRegisterBuffer(&other, 1, 0), cudaErrorInvalidGraphicsContext);
    unsigned count = 0;
    int devices[2] = {-1, -1};
    EXPECT_EQ(cudaGLGetDevices(&count, devices, 2, 1), cudaErrorInvalidGraphicsContext);
    fake_gl().has_context = true;
    EXPECT_EQ(cudaGLGetDevices(&count, devices, 2, 1), cudaSuccess);
    EXPECT_EQ(count, 1U);
    EXPECT_EQ(devices[0], 0);
    EXPECT_EQ(devices[1], -1);
    EXPECT_EQ(cudaGLGetDevices(&count, devices, 2, 4), cudaErrorInvalidValue);
    EXPECT_EQ(cudaGraphicsUnregisterResource(resource), cudaSuccess);
}

TEST_F(Graphics, BuffersByTheirNames) {
    fake_gl().buffers[4] = counted(32);
    EXPECT_EQ(cudaGLSetGLDevice(1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGLSetGLDevice(0), cudaSuccess);
    void* pointer = nullptr;
    EXPECT_EQ(cudaGLMapBufferObject(&pointer, 4), cudaErrorMapBufferObjectFailed);
    ASSERT_EQ(cudaGLRegisterBufferObject(4), cudaSuccess);
    EXPECT_EQ(cudaGLSetBufferObjectMapFlags(4, 0), cudaSuccess);
    ASSERT_EQ(cudaGLMapBufferObject(&pointer, 4), cudaSuccess);
    ASSERT_EQ(cudaMemset(pointer, 0, 16), cudaSuccess);
    ASSERT_EQ(cudaGLUnmapBufferObject(4), cudaSuccess);
    EXPECT_EQ(fake_gl().buffers[4][15], std::byte{0});
    EXPECT_EQ(fake_gl().buffers[4][16], std::byte{17});
    EXPECT_EQ(cudaGLUnmapBufferObject(4), cudaErrorUnmapBufferObjectFailed);
    ASSERT_EQ(cudaGLMapBufferObjectAsync(&pointer, 4, nullptr), cudaSuccess);
    ASSERT_EQ(cudaGLUnmapBufferObjectAsync(4, nullptr), cudaSuccess);
    EXPECT_EQ(cudaGLUnregisterBufferObject(4), cudaSuccess);
    EXPECT_EQ(cudaGLUnregisterBufferObject(4), cudaErrorInvalidValue);
}

// A surface of VDPAU's: one for output, number 1, and one for video, number 2.
constexpr std::uint32_t surface_width = 8;
constexpr std::uint32_t surface_height = 4;
std::vector<std::byte> output_bytes;
std::vector<std::byte> luma;
std::vector<std::byte> chroma;

unsigned get_parameters(std::uint32_t surface, std::uint32_t* format, std::uint32_t* width, std::uint32_t* height) {
    *format = 0;
    *width = surface_width;
    *height = surface_height;
    return surface == 1 || surface == 2 ? 0 : 3;
}
unsigned get_output(std::uint32_t, const void*, void* const* planes, const std::uint32_t*) {
    std::memcpy(planes[0], output_bytes.data(), output_bytes.size());
    return 0;
}
unsigned put_output(std::uint32_t, const void* const* planes, const std::uint32_t*, const void*) {
    std::memcpy(output_bytes.data(), planes[0], output_bytes.size());
    return 0;
}
unsigned get_video(std::uint32_t, std::uint32_t, void* const* planes, const std::uint32_t*) {
    std::memcpy(planes[0], luma.data(), luma.size());
    std::memcpy(planes[1], chroma.data(), chroma.size());
    return 0;
}
unsigned put_video(std::uint32_t, std::uint32_t, const void* const* planes, const std::uint32_t*) {
    std::memcpy(luma.data(), planes[0], luma.size());
    std::memcpy(chroma.data(), planes[1], chroma.size());
    return 0;
}
unsigned find_vdpau_function(std::uint32_t, std::uint32_t number, void** function) {
    switch (number) {
        case 11:
        case 20: *function = reinterpret_cast<void*>(get_parameters); return 0;
        case 12: *function = reinterpret_cast<void*>(get_video); return 0;
        case 13: *function = reinterpret_cast<void*>(put_video); return 0;
        case 21: *function = reinterpret_cast<void*>(get_output); return 0;
        case 22: *function = reinterpret_cast<void*>(put_output); return 0;
        default: return 1;
    }
}

std::vector<std::byte> bytes_of_array(cudaArray_t array, std::size_t row, std::size_t rows) {
    std::vector<std::byte> bytes(row * rows);
    EXPECT_EQ(cudaMemcpy2DFromArray(bytes.data(), row, array, 0, 0, row, rows, cudaMemcpyDeviceToHost), cudaSuccess);
    return bytes;
}

TEST_F(Graphics, SurfacesOfVdpau) {
    cudaGraphicsResource_t output = nullptr;
    int device = -1;
    auto* const finder = reinterpret_cast<void*>(find_vdpau_function);
    EXPECT_EQ(cudaVDPAUGetDevice(&device, 1, finder), cudaSuccess);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(cudaVDPAUSetVDPAUDevice(5, 1, finder), cudaErrorInvalidDevice);
    ASSERT_EQ(cudaVDPAUSetVDPAUDevice(0, 1, finder), cudaSuccess);
    EXPECT_EQ(cudaGraphicsVDPAURegisterOutputSurface(&output, 9, 0), cudaErrorInvalidResourceHandle);
    output_bytes = counted(surface_width * surface_height * 4);
    ASSERT_EQ(cudaGraphicsVDPAURegisterOutputSurface(&output, 1, 0), cudaSuccess);
    luma = counted(surface_width * surface_height);
    chroma = counted(surface_width * surface_height / 2, 100);
    cudaGraphicsResource_t video = nullptr;
    ASSERT_EQ(cudaGraphicsVDPAURegisterVideoSurface(&video, 2, 0), cudaSuccess);
    cudaGraphicsResource_t both[] = {output, video};
    ASSERT_EQ(cudaGraphicsMapResources(2, both, nullptr), cudaSuccess);
    cudaArray_t array = nullptr;
    ASSERT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, output, 0, 0), cudaSuccess);
    EXPECT_EQ(bytes_of_array(array, surface_width * 4, surface_height), output_bytes);
    for (unsigned image = 0; image < 4; ++image) {
        ASSERT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, video, image, 0), cudaSuccess);
        const std::size_t rows = image < 2 ? 2 : 1;
        const auto& plane = image < 2 ? luma : chroma;
        std::vector<std::byte> expected;
        for (std::size_t row = image % 2; row < 2 * rows; row += 2)
            expected.insert(expected.end(), plane.begin() + static_cast<std::ptrdiff_t>(row * surface_width),
                            plane.begin() + static_cast<std::ptrdiff_t>((row + 1) * surface_width));
        EXPECT_EQ(bytes_of_array(array, surface_width, rows), expected) << image;
    }
    // The lower field's luma becomes zero: every second row, and nothing else.
    const std::vector<std::byte> zeros(2 * surface_width);
    ASSERT_EQ(cudaGraphicsSubResourceGetMappedArray(&array, video, 1, 0), cudaSuccess);
    ASSERT_EQ(cudaMemcpy2DToArray(array, 0, 0, zeros.data(), surface_width, surface_width, 2, cudaMemcpyHostToDevice),
              cudaSuccess);
    ASSERT_EQ(cudaGraphicsUnmapResources(2, both, nullptr), cudaSuccess);
    auto expected = counted(surface_width * surface_height);
    std::fill_n(expected.begin() + surface_width, surface_width, std::byte{0});
    std::fill_n(expected.begin() + 3 * std::ptrdiff_t{surface_width}, surface_width, std::byte{0});
    EXPECT_EQ(luma, expected);
    EXPECT_EQ(chroma, counted(surface_width * surface_height / 2, 100));
    EXPECT_EQ(cudaGraphicsUnregisterResource(output), cudaSuccess);
    EXPECT_EQ(cudaGraphicsUnregisterResource(video), cudaSuccess);
}

}  // namespace
}  // namespace ringfence::runtime
