// Textures of two dimensions: every address mode with and without a filter, normalised reads, vectors. Where a fetch is
// filtered its weights are quarters, so that what comes of it is exact.
#include <cmath>

#include "check.h"

namespace {

const int width = 8, height = 4;

float texel(int x, int y) {
    return float(x + 16 * y);
}

// Where an element lies that is outside; -1: nowhere.
int placed(int at, int size, cudaTextureAddressMode mode) {
    switch (mode) {
        case cudaAddressModeWrap: return ((at % size) + size) % size;
        case cudaAddressModeMirror: {
            const int period = ((at % (2 * size)) + 2 * size) % (2 * size);
            return period < size ? period : 2 * size - 1 - period;
        }
        case cudaAddressModeBorder: return at < 0 || at >= size ? -1 : at;
        default: return at < 0 ? 0 : at >= size ? size - 1 : at;
    }
}

const float border = 1000;

float element(int x, int y, cudaTextureAddressMode mode) {
    const int at_x = placed(x, width, mode), at_y = placed(y, height, mode);
    return at_x < 0 || at_y < 0 ? border : texel(at_x, at_y);
}

float expected(float x, float y, cudaTextureAddressMode mode, bool filters) {
    if (!filters) return element(int(std::floor(x)), int(std::floor(y)), mode);
    const float left = std::floor(x - 0.5f), top = std::floor(y - 0.5f);
    const float a = x - 0.5f - left, b = y - 0.5f - top;
    const int i = int(left), j = int(top);
    return (1 - a) * (1 - b) * element(i, j, mode) + a * (1 - b) * element(i + 1, j, mode) +
           (1 - a) * b * element(i, j + 1, mode) + a * b * element(i + 1, j + 1, mode);
}

template <typename T>
__global__ void fetch_all(cudaTextureObject_t texture, const float2* at, int count, T* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = tex2D<T>(texture, at[i].x, at[i].y);
}

template <typename T>
cudaArray_t make(const std::vector<T>& elements) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaArray_t array = nullptr;
    CHECK(cudaMallocArray(&array, &format, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, elements.data(), width * sizeof(T), width * sizeof(T), height,
                              cudaMemcpyHostToDevice));
    return array;
}

cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                 cudaTextureReadMode read, bool normalized) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = mode;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    description.borderColor[0] = border;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaTextureDesc found = {};
    CHECK(cudaGetTextureObjectTextureDesc(&found, texture));
    // The runtime keeps the driver's description and translates it back. What the driver does not need of it, such as
    // how floats are read and the colour of a border that is not there, need not come back.
    EXPECT(found.filterMode == filter && (found.normalizedCoords != 0) == normalized,
           "what was remembered is something else");
    cudaResourceDesc of = {};
    CHECK(cudaGetTextureObjectResourceDesc(&of, texture));
    EXPECT(of.resType == cudaResourceTypeArray && of.res.array.array == array, "another resource");
    return texture;
}

std::vector<float2> places(bool normalized) {
    std::vector<float2> at;
    for (int y = -3 * 4; y < (height + 3) * 4; ++y) {
        for (int x = -5 * 4; x < (width + 5) * 4; ++x) {
            const float2 place = {x / 4.0f, y / 4.0f};
            at.push_back(normalized ? float2{place.x / width, place.y / height} : place);
        }
    }
    return at;
}

void modes() {
    const auto elements = e2e::filled<float>(width * height, [](int i) { return texel(i % width, i / width); });
    cudaArray_t array = make(elements);
    for (const auto mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
        for (const bool filters : {false, true}) {
            for (const bool normalized : {false, true}) {
                // These two need normalised coordinates.
                const bool is_periodic = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
                if (is_periodic && !normalized) continue;
                const auto filter = filters ? cudaFilterModeLinear : cudaFilterModePoint;
                const cudaTextureObject_t texture =
                    make_texture(array, mode, filter, cudaReadModeElementType, normalized);
                const std::vector<float2> at = places(normalized);
                float2* const in = e2e::device_copy(at);
                float* const out = e2e::device_array<float>(at.size());
                fetch_all<float><<<unsigned(at.size() + 127) / 128, 128>>>(texture, in, int(at.size()), out);
                const std::vector<float> got = e2e::fetch(out, at.size());
                const std::vector<float2> plain = places(false);
                for (std::size_t i = 0; i < at.size(); ++i) {
                    const float wanted = expected(plain[i].x, plain[i].y, mode, filters);
                    EXPECT(got[i] == wanted, "mode %d, filter %d, normalized %d at (%g, %g): %g, expected %g", mode,
                           filters, normalized, plain[i].x, plain[i].y, got[i], wanted);
                }
                CHECK(cudaFree(in));
                CHECK(cudaFree(out));
                CHECK(cudaDestroyTextureObject(texture));
            }
        }
    }
    CHECK(cudaFreeArray(array));
}

void integers() {
    std::vector<uchar4> elements(width * height);
    for (int i = 0; i < width * height; ++i)
        elements[i] = make_uchar4(i, 255 - i, i % 2 * 255, 51);
    cudaArray_t array = make(elements);
    const std::vector<float2> at = {{0.5f, 0.5f}, {3.5f, 2.5f}, {7.5f, 3.5f}};
    float2* const in = e2e::device_copy(at);
    const int numbers[] = {0, 2 * width + 3, 3 * width + 7};

    cudaTextureObject_t texture =
        make_texture(array, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeElementType, false);
    uchar4* const out = e2e::device_array<uchar4>(3);
    fetch_all<uchar4><<<1, 32>>>(texture, in, 3, out);
    const std::vector<uchar4> got = e2e::fetch(out, 3);
    for (int i = 0; i < 3; ++i)
        EXPECT(got[i].x == numbers[i] && got[i].y == 255 - numbers[i] && got[i].w == 51, "element %d: %d %d", i,
               got[i].x, got[i].y);
    CHECK(cudaDestroyTextureObject(texture));

    texture = make_texture(array, cudaAddressModeClamp, cudaFilterModePoint, cudaReadModeNormalizedFloat, false);
    float4* const floats = e2e::device_array<float4>(3);
    fetch_all<float4><<<1, 32>>>(texture, in, 3, floats);
    const std::vector<float4> normalized = e2e::fetch(floats, 3);
    for (int i = 0; i < 3; ++i)
        EXPECT(normalized[i].x == numbers[i] / 255.0f && normalized[i].w == 0.2f, "element %d: %g %g", i,
               normalized[i].x, normalized[i].w);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
}

}  // namespace

int main() {
    modes();
    integers();
    return e2e::passed();
}
