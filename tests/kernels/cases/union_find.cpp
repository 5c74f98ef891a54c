#include <numeric>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

KERNEL_TEST(union_find) {
    constexpr u32 n = 5'000;
    constexpr u32 count = 4'000;
    struct Edge {
        u32 a;
        u32 b;
    };
    Random random(67);
    std::vector<Edge> edges;
    for (u32 i = 0; i < count; ++i)
        edges.push_back({random.below(n), random.below(n)});

    std::vector<u32> expected(n);
    std::iota(expected.begin(), expected.end(), 0U);
    const auto root = [&](u32 node) {
        while (expected[node] != node)
            node = expected[node];
        return node;
    };
    for (const Edge& edge : edges) {
        const auto [low, high] = std::minmax({root(edge.a), root(edge.b)});
        expected[high] = low;
    }
    for (u32 i = 0; i < n; ++i)
        expected[i] = root(i);

    const auto parents = test.zeros<u32>(n);
    const auto roots = test.zeros<u32>(n);
    test.launch("start", {{ceil_div(n, 256)}, {256}}, parents, n);
    test.launch("join", {{ceil_div(count, 128)}, {128}}, test.upload(edges), count, parents);
    test.launch("flatten", {{ceil_div(n, 256)}, {256}}, parents, roots, n);
    test.equal("root", test.download(roots), expected);
}
