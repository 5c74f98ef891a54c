#include <algorithm>
#include <numeric>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 256;

std::vector<s32> group_sums(const std::vector<s32>& in, u32 size) {
    std::vector<s32> sums(n);
    for (u32 i = 0; i < n; ++i) {
        const auto begin = in.begin() + i / size * size;
        sums[i] = std::accumulate(begin, begin + size, 0);
    }
    return sums;
}

struct Place {
    s32 rank_and_size;
    s32 leader;
};

// The threads of each warp whose values are odd.
std::vector<Place> odd_ones(const std::vector<s32>& in) {
    std::vector<Place> places(n, {-1, -1});
    for (u32 warp = 0; warp < n; warp += 32) {
        std::vector<u32> odd;
        for (u32 i = warp; i < warp + 32; ++i) {
            if (in[i] % 2 != 0) odd.push_back(i);
        }
        for (u32 rank = 0; rank < odd.size(); ++rank) {
            places[odd[rank]] = {static_cast<s32>(rank * 1000 + odd.size()), in[odd[0]]};
        }
    }
    return places;
}

u32 label(const std::vector<s32>& in, u32 i) {
    u32 size = 0;
    u32 rank = 0;
    for (u32 k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) {
        if (static_cast<u32>(in[k]) % 5 != static_cast<u32>(in[i]) % 5) continue;
        ++size;
        if (k < i) ++rank;
    }
    return size << 16 | rank << 8 | size;
}

void collectives(Test& test, const std::vector<s32>& in) {
    std::vector<s32> largest(n);
    std::vector<s32> scans(n);
    std::vector<u32> labels(n);
    for (u32 i = 0; i < n; ++i) {
        const auto begin = in.begin() + i / 32 * 32;
        largest[i] = *std::max_element(begin, begin + 32);
        scans[i] = std::accumulate(begin, in.begin() + i, 0);
        labels[i] = label(in, i);
    }
    const auto out_largest = test.zeros<s32>(n);
    const auto out_scans = test.zeros<s32>(n);
    const auto out_labels = test.zeros<u32>(n);
    test.launch("collectives", {{2}, {n / 2}}, test.upload(in), out_largest, out_scans, out_labels);
    test.equal("largest", test.download(out_largest), largest);
    test.equal("scan", test.download(out_scans), scans);
    test.equal("label", test.download(out_labels), labels);
}

}  // namespace

KERNEL_TEST(cooperative_tiles) {
    const auto in = random_values<s32>(n, -1000, 1000, 69);
    const auto values = test.upload(in);
    const auto sums4 = test.zeros<s32>(n);
    const auto sums16 = test.zeros<s32>(n);
    const auto sums32 = test.zeros<s32>(n);
    test.launch("tile_sums", {{2}, {n / 2}}, values, sums4, sums16, sums32);
    test.equal("sum of 4", test.download(sums4), group_sums(in, 4));
    test.equal("sum of 16", test.download(sums16), group_sums(in, 16));
    test.equal("sum of 32", test.download(sums32), group_sums(in, 32));

    const auto places = test.zeros<Place>(n);
    test.launch("together", {{2}, {n / 2}}, values, places);
    test.equal("place", test.download(places), odd_ones(in));
    collectives(test, in);
}
