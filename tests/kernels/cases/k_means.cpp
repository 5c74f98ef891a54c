#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 5'000;
constexpr u32 centres = 8;

struct Point {
    s32 x;
    s32 y;
};

struct Sum {
    s64 x = 0;
    s64 y = 0;
    s32 count = 0;
    s32 unused = 0;
};

u8 nearest(const Point& point, const std::vector<Point>& centre) {
    u32 chosen = 0;
    s64 best = INT64_MAX;
    for (u32 c = 0; c < centres; ++c) {
        const s64 dx = point.x - centre[c].x;
        const s64 dy = point.y - centre[c].y;
        if (dx * dx + dy * dy >= best) continue;
        best = dx * dx + dy * dy;
        chosen = c;
    }
    return static_cast<u8>(chosen);
}

std::vector<u8> step(const std::vector<Point>& points, std::vector<Point>& centre) {
    std::vector<u8> chosen;
    std::array<Sum, centres> sums;
    for (const Point& point : points) {
        chosen.push_back(nearest(point, centre));
        Sum& sum = sums[chosen.back()];
        sum.x += point.x;
        sum.y += point.y;
        ++sum.count;
    }
    for (u32 c = 0; c < centres; ++c) {
        if (sums[c].count == 0) continue;
        centre[c] = {static_cast<s32>(sums[c].x / sums[c].count), static_cast<s32>(sums[c].y / sums[c].count)};
    }
    return chosen;
}

}  // namespace

KERNEL_TEST(k_means) {
    Random random(129);
    std::vector<Point> points;
    for (u32 i = 0; i < n; ++i) {
        const auto near = static_cast<s32>(random.below(6)) * 100'000 - 250'000;
        points.push_back(
            {near + static_cast<s32>(random.below(60'000)), static_cast<s32>(random.below(80'000)) - near / 2});
    }
    std::vector<Point> centre(points.begin(), points.begin() + centres);
    const auto data = test.upload(points);
    const auto centre_data = test.upload(centre);
    const auto chosen = test.zeros<u8>(n);
    const auto sums = test.zeros<Sum>(centres);
    for (int round = 0; round < 6; ++round) {
        const auto expected = step(points, centre);
        test.launch("assign", {{ceil_div(n, 256)}, {256}}, data, centre_data, chosen, sums, n);
        test.launch("update", {{1}, {centres}}, centre_data, sums);
        test.equal("nearest", test.download(chosen), expected);
    }
    test.equal("centre", test.download(centre_data), centre);
}
