// Particles, options, random numbers, sparse matrices, graphs, sorting.
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include "program.h"

namespace {

__global__ void attract(int count, float step, const float4* in, float4* velocity, float4* out) {
    __shared__ float4 others[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = in[i];
    float3 force = make_float3(0, 0, 0);
    for (int first = 0; first < count; first += 256) {
        others[threadIdx.x] = in[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j) {
            const float dx = others[j].x - me.x, dy = others[j].y - me.y, dz = others[j].z - me.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            const float pull = others[j].w * inverse * inverse * inverse;
            force.x += pull * dx;
            force.y += pull * dy;
            force.z += pull * dz;
        }
        __syncthreads();
    }
    float4 v = velocity[i];
    v.x += step * force.x;
    v.y += step * force.y;
    v.z += step * force.z;
    velocity[i] = v;
    out[i] = make_float4(me.x + step * v.x, me.y + step * v.y, me.z + step * v.z, me.w);
}

__device__ float normal(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__global__ void price(int count, const float* stock, const float* strike, const float* years, float* call, float* put) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const float root = sqrtf(years[i] + 0.1f);
        const float d1 = (logf((stock[i] + 1) / (strike[i] + 1)) + 0.065f * root * root) / (0.3f * root);
        const float discount = expf(-0.02f * root * root);
        call[i] = (stock[i] + 1) * normal(d1) - (strike[i] + 1) * discount * normal(d1 - 0.3f * root);
        put[i] = call[i] - stock[i] + strike[i] * discount;
    }
}

__global__ void throw_darts(unsigned long long seed, int each, unsigned long long* hits) {
    unsigned long long state = seed + (blockIdx.x * blockDim.x + threadIdx.x) * 6364136223846793005ull;
    unsigned inside = 0;
    for (int i = 0; i < each; ++i) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const float x = static_cast<float>(state >> 40) / 16777216.0f;
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const float y = static_cast<float>(state >> 40) / 16777216.0f;
        inside += x * x + y * y < 1;
    }
    inside = __reduce_add_sync(~0u, inside);
    if ((threadIdx.x & 31) == 0) atomicAdd(hits, static_cast<unsigned long long>(inside));
}

__global__ void sparse_product(int rows, const int* begins, const int* columns, const float* values, const float* x, float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = begins[row]; i < begins[row + 1]; ++i) sum += values[i] * x[columns[i]];
    y[row] = sum;
}

// A level of a breadth-first search.
__global__ void visit(int nodes, int level, const int* begins, const int* targets, int* levels, int* is_changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || levels[node] != level) return;
    for (int i = begins[node]; i < begins[node + 1]; ++i) {
        if (levels[targets[i]] >= 0) continue;
        levels[targets[i]] = level + 1;
        *is_changed = 1;
    }
}

__global__ void sort_block(unsigned* values) {
    __shared__ unsigned part[1024];
    part[threadIdx.x] = values[blockIdx.x * 1024 + threadIdx.x];
    __syncthreads();
    for (unsigned size = 2; size <= 1024; size <<= 1) {
        for (unsigned stride = size >> 1; stride > 0; stride >>= 1) {
            const unsigned partner = threadIdx.x ^ stride;
            if (partner > threadIdx.x) {
                const unsigned a = part[threadIdx.x], b = part[partner];
                if ((a > b) == ((threadIdx.x & size) == 0)) {
                    part[threadIdx.x] = b;
                    part[partner] = a;
                }
            }
            __syncthreads();
        }
    }
    values[blockIdx.x * 1024 + threadIdx.x] = part[threadIdx.x];
}

struct Graph {
    std::vector<int> begins, targets;
};

Graph random_graph(int nodes, int each) {
    Graph graph;
    unsigned state = 7;
    for (int i = 0; i < nodes; ++i) {
        graph.begins.push_back(i * each);
        for (int j = 0; j < each; ++j)
            graph.targets.push_back(static_cast<int>(((state = state * 1664525 + 1013904223) >> 4) % static_cast<unsigned>(nodes)));
    }
    graph.begins.push_back(nodes * each);
    return graph;
}

std::function<double()> prepare_bodies() {
    const int count = 16384;
    std::vector<float> numbers = random_floats(4 * count);
    std::vector<float4> places(count);
    std::memcpy(places.data(), numbers.data(), count * sizeof(float4));
    float4* a = device_copy(places);
    float4* b = device_array<float4>(count);
    float4* const velocity = device_array<float4>(count);
    return [=]() mutable {
        for (int i = 0; i < 5; ++i) {
            attract<<<count / 256, 256>>>(count, 1e-4f, a, velocity, b);
            std::swap(a, b);
        }
        CHECK(cudaDeviceSynchronize());
        return 5.0 * count * count / 1e9;
    };
}

std::function<double()> prepare_options() {
    const int count = 1 << 22;
    float* const stock = device_copy(random_floats(count));
    float* const strike = device_copy(random_floats(count));
    float* const years = device_copy(random_floats(count));
    float* const call = device_array<float>(count);
    float* const put = device_array<float>(count);
    return [=] {
        for (int i = 0; i < 50; ++i) price<<<528, 256>>>(count, stock, strike, years, call, put);
        CHECK(cudaDeviceSynchronize());
        return 50.0 * count / 1e9;
    };
}

std::function<double()> prepare_darts() {
    unsigned long long* const hits = device_array<unsigned long long>(1);
    return [=] {
        unsigned long long found = 0;
        CHECK(cudaMemset(hits, 0, sizeof found));
        throw_darts<<<1056, 256>>>(1, 1000, hits);
        CHECK(cudaMemcpy(&found, hits, sizeof found, cudaMemcpyDeviceToHost));
        const double pi = 4.0 * static_cast<double>(found) / (1056.0 * 256 * 1000);
        expect(pi > 3.13 && pi < 3.15, "pi");
        return 1056.0 * 256 * 1000 / 1e9;
    };
}

std::function<double()> prepare_sparse() {
    const int rows = 1 << 20;
    const Graph graph = random_graph(rows, 16);
    int* const begins = device_copy(graph.begins);
    int* const columns = device_copy(graph.targets);
    float* const values = device_copy(random_floats(graph.targets.size()));
    float* const x = device_copy(random_floats(rows));
    float* const y = device_array<float>(rows);
    const double entries = static_cast<double>(graph.targets.size());
    return [=] {
        for (int i = 0; i < 20; ++i) sparse_product<<<blocks_for(rows, 256), 256>>>(rows, begins, columns, values, x, y);
        CHECK(cudaDeviceSynchronize());
        return 20 * 2 * entries / 1e9;
    };
}

// Asks after every level whether there is another one.
std::function<double()> prepare_search() {
    const int nodes = 1 << 20;
    const Graph graph = random_graph(nodes, 8);
    int* const begins = device_copy(graph.begins);
    int* const targets = device_copy(graph.targets);
    int* const levels = device_array<int>(nodes);
    int* const is_changed = device_array<int>(1);
    return [=] {
        const int zero = 0;
        CHECK(cudaMemset(levels, 0xff, nodes * sizeof(int)));
        CHECK(cudaMemcpy(levels, &zero, sizeof zero, cudaMemcpyHostToDevice));
        int changed = 1;
        for (int level = 0; changed != 0; ++level) {
            CHECK(cudaMemset(is_changed, 0, sizeof(int)));
            visit<<<blocks_for(nodes, 256), 256>>>(nodes, level, begins, targets, levels, is_changed);
            CHECK(cudaMemcpy(&changed, is_changed, sizeof changed, cudaMemcpyDeviceToHost));
        }
        return 1.0;
    };
}

std::function<double()> prepare_block_sorts() {
    const int count = 1 << 22;
    std::vector<unsigned> numbers(count);
    unsigned state = 3;
    for (unsigned& number : numbers) number = state = state * 1664525 + 1013904223;
    unsigned* const values = device_copy(numbers);
    return [=] {
        for (int i = 0; i < 20; ++i) sort_block<<<count / 1024, 1024>>>(values);
        CHECK(cudaDeviceSynchronize());
        return 20.0 * count / 1e9;
    };
}

std::function<double()> prepare_sort() {
    const int count = 1 << 24;
    const std::vector<float> numbers = random_floats(count);
    float* const source = device_copy(numbers);
    float* const values = device_array<float>(count);
    return [=] {
        CHECK(cudaMemcpy(values, source, count * sizeof(float), cudaMemcpyDeviceToDevice));
        thrust::sort(thrust::device_pointer_cast(values), thrust::device_pointer_cast(values + count));
        return count / 1e9;
    };
}

std::function<double()> prepare_sums() {
    const int count = 1 << 24;
    float* const values = device_copy(random_floats(count));
    float* const sums = device_array<float>(count);
    return [=] {
        const auto begin = thrust::device_pointer_cast(values);
        thrust::inclusive_scan(begin, begin + count, thrust::device_pointer_cast(sums));
        expect(thrust::reduce(begin, begin + count) > 0, "a sum");
        return 1.0;
    };
}

}  // namespace

PROGRAMS_MAIN({"bodies", "Gpair", prepare_bodies}, {"options", "Goption", prepare_options}, {"darts", "Gdart", prepare_darts},
              {"sparse", "GFlop", prepare_sparse}, {"search", "searches", prepare_search},
              {"block_sorts", "Gelement", prepare_block_sorts}, {"thrust_sort", "Gelement", prepare_sort},
              {"thrust_sums", "scans", prepare_sums})
