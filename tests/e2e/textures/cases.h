// Runs cases: one line of output each, its name and a digest of what the fetches gave.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "images.h"
#include "kernels.h"

namespace textures {

// Coordinates: most of them anywhere in and around the image, in steps of 2^-20 of it (2^-16 of an element without
// normalised coordinates), the others exactly at elements, their edges and their centres.
inline std::vector<Point> points_for(const Shape& shape, bool normalized, unsigned count = 96) {
    std::vector<Point> points(count);
    std::uint32_t state = shape.width * 31 + shape.height * 17 + shape.depth;
    const auto next = [&](std::uint32_t below) { return hash(state++) % below; };
    const auto coordinate = [&](unsigned size, unsigned number) {
        const int elements = int(std::max(size, 1U));
        if (number % 4 == 0) {
            const auto halves = float(int(next(unsigned(4 * elements + 8))) - elements - 2) / 2.0F;
            return normalized ? halves / float(elements) : halves;
        }
        if (normalized) return float(int(next(5U << 19)) - (3 << 18)) / float(1 << 20);
        return float(int(next(unsigned(elements * 2) << 16)) - (elements << 15)) / float(1 << 16);
    };
    for (unsigned i = 0; i < count; ++i) {
        Point& p = points[i];
        p.x = coordinate(shape.width, i);
        p.y = coordinate(shape.cube ? shape.width : shape.height, i + 1);
        p.z = coordinate(shape.cube ? shape.width : shape.depth, i + 2);
        if (shape.cube) {
            p.x = p.x * 2 - 1;
            p.y = p.y * 2 - 1;
            p.z = p.z * 2 - 1;
        }
        p.layer = int(next(std::max(shape.layers, 1U) + 3));
        p.level = float(int(next(6U << 12)) - (1 << 12)) / float(1 << 12);
        for (int k = 0; k < 3; ++k) {
            // Powers of two: their logarithms are exact.
            p.dx[k] = 1 / float(1U << next(6));
            p.dy[k] = k == 0 ? 1 / float(1U << next(6)) : 0;
            const unsigned size = k == 0 ? shape.width : k == 1 ? shape.height : shape.depth;
            p.at[k] = int(next(std::max(size, 1U) + 4)) - 2;
        }
        for (int k = 1; k < 3; ++k)
            p.dx[k] = 0;
    }
    return points;
}

// Floats that are no coordinates: infinities, NaNs and the like.
inline std::vector<Point> special_points() {
    constexpr std::uint32_t bits[] = {0x00000000, 0x80000000, 0x00000001, 0x7f800000, 0xff800000, 0x7fc00000,
                                      0x4b000000, 0xcb000001, 0x5f000000, 0xdf000000, 0x3f7fffff, 0x3f800001,
                                      0xb3800000, 0x33800000, 0x7f7fffff, 0xff7fffff};
    std::vector<Point> points(16);
    for (unsigned i = 0; i < 16; ++i) {
        points[i] = {};
        std::memcpy(&points[i].x, &bits[i], 4);
        std::memcpy(&points[i].y, &bits[(i * 5 + 3) % 16], 4);
        std::memcpy(&points[i].z, &bits[(i * 11 + 7) % 16], 4);
        std::memcpy(&points[i].level, &bits[i], 4);
    }
    return points;
}

class Cases {
public:
    // `wanted`: a case whose words are printed too; null for none.
    explicit Cases(const char* wanted) : wanted_(wanted) {}

    unsigned count() const { return count_; }

    void status(const std::string& name, cudaError_t status) {
        ++count_;
        std::printf("%s status %d\n", name.c_str(), int(status));
        cudaGetLastError();
    }

    void digest(const std::string& name, const std::vector<std::uint32_t>& words) {
        ++count_;
        std::uint64_t sum = 0xcbf29ce484222325ULL;
        for (const std::uint32_t word : words) {
            for (unsigned i = 0; i < 4; ++i)
                sum = (sum ^ (word >> 8 * i & 0xff)) * 0x100000001b3ULL;
        }
        std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(sum));
        if (wanted_ == nullptr || name != wanted_) return;
        for (std::size_t i = 0; i < words.size(); ++i)
            std::printf("  %zu %08x\n", i, words[i]);
    }

    void bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) {
        std::vector<std::uint32_t> words((bytes.size() + 3) / 4);
        std::memcpy(words.data(), bytes.data(), bytes.size());
        digest(name, words);
    }

    using Kernel = void (*)(Handle, const Point*, int, uint4*);
    // Compares the first `channels` words of each fetch.
    void fetch(const std::string& name, Handle object, Kernel kernel, const std::vector<Point>& points, int channels) {
        Point* const in = e2e::device_array<Point>(points.size());
        uint4* const out = e2e::device_array<uint4>(points.size());
        CHECK(cudaMemcpy(in, points.data(), points.size() * sizeof(Point), cudaMemcpyHostToDevice));
        CHECK(cudaMemset(out, 0xee, points.size() * sizeof(uint4)));
        kernel<<<unsigned(points.size() + 31) / 32, 32>>>(object, in, int(points.size()), out);
        const cudaError_t result = cudaDeviceSynchronize();
        if (result != cudaSuccess) {
            status(name, result);
            std::exit(1);  // the context is gone
        }
        std::vector<uint4> got(points.size());
        CHECK(cudaMemcpy(got.data(), out, got.size() * sizeof(uint4), cudaMemcpyDeviceToHost));
        std::vector<std::uint32_t> words;
        for (const uint4& one : got) {
            const std::uint32_t all[4] = {one.x, one.y, one.z, one.w};
            words.insert(words.end(), all, all + channels);
        }
        digest(name, words);
        CHECK(cudaFree(in));
        CHECK(cudaFree(out));
    }

    // Makes a texture object for the fetches; what cannot be made is a case with its status.
    void texture(const std::string& name, const cudaResourceDesc& resource, const cudaTextureDesc& sampler,
                 Kernel kernel, const std::vector<Point>& points, int channels) {
        cudaTextureObject_t object = 0;
        const cudaError_t made = cudaCreateTextureObject(&object, &resource, &sampler, nullptr);
        if (made != cudaSuccess) return status(name, made);
        fetch(name, object, kernel, points, channels);
        CHECK(cudaDestroyTextureObject(object));
    }

    void texture(const std::string& name, const Shape& shape, const cudaTextureDesc& sampler, Kernel kernel) {
        const Array array(shape);
        if (array.status() != cudaSuccess) return status(name, array.status());
        texture(name, array.resource(), sampler, kernel, points_for(shape, sampler.normalizedCoords != 0),
                shape.channels);
    }

private:
    const char* wanted_;
    unsigned count_ = 0;
};

}  // namespace textures
