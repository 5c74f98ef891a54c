#include <algorithm>
#include <utility>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

constexpr u32 n = 3'000;

struct Lists {
    std::vector<u32> begins = {0};
    std::vector<u32> neighbours;
};

// Chords of a ring that goes round slowly, and some nodes that cannot be reached.
Lists random_graph() {
    Random random(66);
    Lists lists;
    for (u32 node = 0; node < n; ++node) {
        if (node % 10 != 9) lists.neighbours.push_back((node + 1 + random.below(40)) % n);
        if (node % 3 == 0) lists.neighbours.push_back((node + random.below(100)) % n);
        lists.begins.push_back(static_cast<u32>(lists.neighbours.size()));
    }
    return lists;
}

std::vector<s32> levels_of(const Lists& graph) {
    std::vector<s32> levels(n, -1);
    std::vector<u32> now = {0};
    levels[0] = 0;
    for (s32 level = 1; !now.empty(); ++level) {
        std::vector<u32> next;
        for (const u32 node : now) {
            for (u32 i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
                const u32 other = graph.neighbours[i];
                if (levels[other] != -1) continue;
                levels[other] = level;
                next.push_back(other);
            }
        }
        now = std::move(next);
    }
    return levels;
}

struct Graph {
    Address begins;
    Address neighbours;
};

struct Worklist {
    Buffer<u32> items;
    Buffer<u32> count;
};

struct WorklistArgument {
    Address items;
    Address count;
};

WorklistArgument argument(const Worklist& list) {
    return {list.items.address, list.count.address};
}

Worklist make_list(Test& test, u32 count) {
    return {test.zeros<u32>(n), test.upload(std::vector<u32>{count})};
}

Buffer<s32> start_levels(Test& test) {
    std::vector<s32> levels(n, -1);
    levels[0] = 0;
    return test.upload(levels);
}

}  // namespace

KERNEL_TEST(bfs) {
    const Lists lists = random_graph();
    const auto expected = levels_of(lists);
    const Graph graph = {test.upload(lists.begins).address, test.upload(lists.neighbours).address};

    Worklist now = make_list(test, 1);
    Worklist next = make_list(test, 0);
    const auto levels = start_levels(test);
    u32 count = 1;
    for (s32 level = 1; count > 0 && level < static_cast<s32>(n); ++level) {
        test.launch("bfs_level", {{ceil_div(count, 128)}, {128}}, graph, levels, level, argument(now), argument(next));
        std::swap(now, next);
        count = test.download(now.count)[0];
        test.write(next.count, {0});
    }
    test.equal("level", test.download(levels), expected);

    const auto whole = start_levels(test);
    const auto deepest = test.zeros<s32>(1);
    test.launch("bfs_whole", {{4}, {128}, 0, true}, graph, whole, argument(make_list(test, 1)),
                argument(make_list(test, 0)), deepest);
    test.equal("level of the whole search", test.download(whole), expected);
    test.equal("depth", test.download(deepest), {*std::max_element(expected.begin(), expected.end()) + 1});
}
