// Thrust: maps, folds, gathers, on a stream and with temporary memory that is kept.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/transform_scan.h>

#include "cached.h"
#include "program.h"

using program::Array;
using program::scramble;
using Ints = Array<int>;
using Floats = Array<float>;

static auto ints(std::size_t size) {
    return Ints(size, [](auto i) { return static_cast<int>(scramble(i) % 1000); });
}
static auto places(std::size_t size) {
    return Ints(size, [=](auto i) { return static_cast<int>((i * 7919ULL) % size); });
}
static auto floats(std::size_t size) {
    return Floats(size, [](auto i) { return static_cast<float>(scramble(i) % 1024) / 64; });
}

struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};
struct Step {
    float* data;
    __device__ void operator()(int i) const { data[i] = sqrtf(data[i] + i % 3); }
};
struct Rotate {
    template <typename T>
    __host__ __device__ void operator()(T t) const {
        const float x = thrust::get<0>(t), y = thrust::get<1>(t);
        thrust::get<0>(t) = 0.6f * x - 0.8f * y;
        thrust::get<1>(t) = 0.8f * x + 0.6f * y;
    }
};

int main(int words, char** arguments) {
    return program::run(words, arguments, [] {
        const int n = program::count();
        std::vector<outside::Workload> all;
        all.push_back(program::workload("thrust_transform", std::function([n] { return std::tuple(floats(n), floats(n)); }),
                                        std::function([n](Floats& x, Floats& y) {
                                            thrust::transform(program::policy(), x.data(), x.data() + n, y.data(), y.data(),
                                                              Saxpy{0.25f});
                                        })));
        all.push_back(program::workload("thrust_for_each", std::function([n] { return std::tuple(floats(n)); }),
                                        std::function([n](Floats& x) {
                                            thrust::for_each(program::policy(), thrust::counting_iterator<int>(0),
                                                             thrust::counting_iterator<int>(n), Step{x.data()});
                                        })));
        all.push_back(program::workload(
            "thrust_zip", std::function([n] { return std::tuple(floats(n), floats(n)); }),
            std::function([n](Floats& x, Floats& y) {
                const auto first = thrust::make_zip_iterator(thrust::make_tuple(x.data(), y.data()));
                thrust::for_each(program::policy(), first, first + n, Rotate());
            })));
        all.push_back(program::workload("thrust_gather",
                                        std::function([n] { return std::tuple(places(n), ints(n), ints(n)); }),
                                        std::function([n](Ints& map, Ints& in, Ints& out) {
                                            thrust::gather(program::policy(), map.data(), map.data() + n, in.data(),
                                                           out.data());
                                        })));
        all.push_back(program::workload("thrust_scatter",
                                        std::function([n] { return std::tuple(places(n), ints(n), ints(n)); }),
                                        std::function([n](Ints& map, Ints& in, Ints& out) {
                                            thrust::scatter(program::policy(), in.data(), in.data() + n, map.data(),
                                                            out.data());
                                        })));
        all.push_back(program::workload("thrust_reverse", std::function([n] { return std::tuple(ints(n), ints(n)); }),
                                        std::function([n](Ints& in, Ints& out) {
                                            thrust::reverse_copy(program::policy(), in.data(), in.data() + n, out.data());
                                        })));
        all.push_back(program::workload("thrust_sequence", std::function([n] { return std::tuple(ints(n)); }),
                                        std::function([n](Ints& out) {
                                            thrust::sequence(program::policy(), out.data(), out.data() + n, 5, 3);
                                        })));
        all.push_back(program::workload(
            "thrust_scan", std::function([n] { return std::tuple(ints(n), ints(n)); }), std::function([n](Ints& in, Ints& out) {
                thrust::transform_inclusive_scan(program::policy(), in.data(), in.data() + n, out.data(),
                                                 cuda::std::negate<int>(), cuda::std::plus<int>());
            })));
        return all;
    });
}
