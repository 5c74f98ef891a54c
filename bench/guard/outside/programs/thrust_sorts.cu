// Thrust: sorting, searching, sets, removing.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/inner_product.h>
#include <thrust/merge.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include "cached.h"
#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;

static auto ints(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i) >> 1); });
}
static auto rising(std::size_t size, int step) {
    return Ints(size, [=](auto i) { return static_cast<int>(i) * step; });
}

struct Greater {
    __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(program::workload("thrust_sort_greater", std::function([n] { return std::tuple(ints(n)); }),
                                        std::function([n](Ints& data) {
                                            thrust::sort(program::policy(), data.data(), data.data() + n, Greater());
                                        })));
        all.push_back(program::workload(
            "thrust_lower_bound", std::function([n] { return std::tuple(rising(n, 37), ints(n), ints(n)); }),
            std::function([n](Ints& sorted, Ints& keys, Ints& out) {
                thrust::lower_bound(program::policy(), sorted.data(), sorted.data() + n, keys.data(), keys.data() + n,
                                    out.data());
            })));
        all.push_back(program::workload(
            "thrust_merge", std::function([n] { return std::tuple(rising(n / 2, 3), rising(n / 2, 5), ints(n)); }),
            std::function([n](Ints& a, Ints& b, Ints& out) {
                thrust::merge(program::policy(), a.data(), a.data() + n / 2, b.data(), b.data() + n / 2, out.data());
            })));
        all.push_back(program::workload(
            "thrust_set_union", std::function([n] { return std::tuple(rising(n / 2, 3), rising(n / 2, 5), ints(n)); }),
            std::function([n](Ints& a, Ints& b, Ints& out) {
                thrust::set_union(program::policy(), a.data(), a.data() + n / 2, b.data(), b.data() + n / 2, out.data());
            })));
        all.push_back(program::workload("thrust_difference", std::function([n] { return std::tuple(ints(n), ints(n)); }),
                                        std::function([n](Ints& in, Ints& out) {
                                            thrust::adjacent_difference(program::policy(), in.data(), in.data() + n,
                                                                        out.data());
                                        })));
        return all;
    });
}
