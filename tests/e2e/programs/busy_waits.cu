// Threads that wait for others of the same grid: a sparse triangular solution without levels, by a warp and by a thread
// for each row, and a scan in one pass whose blocks look back at those before.
#include <cmath>

#include "check.h"

struct Rows {
    const int* starts;
    const int* columns;
    const double* values;
    int count;
};

__global__ void warp_for_each(Rows rows, const double* right, volatile double* x, volatile int* done) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows.count) return;
    const int last = rows.starts[row + 1] - 1;
    double sum = 0;
    for (int k = rows.starts[row] + threadIdx.x % 32; k < last; k += 32) {
        while (done[rows.columns[k]] == 0) {
        }
        __threadfence();
        sum += rows.values[k] * x[rows.columns[k]];
    }
    for (int step = 16; step != 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 != 0) return;
    x[row] = (right[row] - sum) / rows.values[last];
    __threadfence();
    done[row] = 1;
}

__global__ void thread_for_each(Rows rows, const double* right, volatile double* x, volatile int* done) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows.count) return;
    double sum = 0;
    for (int k = rows.starts[row]; done[row] == 0;) {
        const int column = rows.columns[k];
        if (column == row) {
            x[row] = (right[row] - sum) / rows.values[k];
            __threadfence();
            done[row] = 1;
        } else if (done[column] != 0) {
            __threadfence();
            sum += rows.values[k++] * x[column];
        }
    }
}

__device__ unsigned next_tile;

// state: the upper half is 1 where the lower one is the tile's sum, 2 where it is that of all tiles up to there.
__global__ void scan(const unsigned* in, unsigned* out, int count, volatile unsigned long long* state) {
    __shared__ unsigned sums[256], tile, before;
    if (threadIdx.x == 0) tile = atomicAdd(&next_tile, 1);
    __syncthreads();
    const int i = tile * 256 + threadIdx.x;
    sums[threadIdx.x] = i < count ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        const unsigned other = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += other;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        before = 0;
        state[tile] = 1ull << 32 | sums[255];
        __threadfence();
        for (int other = int(tile) - 1; other >= 0; --other) {
            unsigned long long seen;
            while ((seen = state[other]) >> 32 == 0) {
            }
            before += unsigned(seen);
            if (seen >> 32 == 2) break;
        }
        state[tile] = 2ull << 32 | (before + sums[255]);
    }
    __syncthreads();
    if (i < count) out[i] = before + sums[threadIdx.x];
}

void check_solutions() {
    constexpr int count = 500;
    std::vector<int> starts{0}, columns;
    std::vector<double> values, expected(count);
    const auto right = e2e::filled<double>(count, [](auto i) { return i % 10; });
    for (int row = 0; row < count; ++row) {
        double sum = right[row];
        for (int column = 0; column < row; ++column) {
            if ((row * 31 + column * 17) % 97 != 0 && column != row - 1 - row % 5) continue;
            columns.push_back(column);
            values.push_back(0.1 * (column % 7));
            sum -= values.back() * expected[column];
        }
        columns.push_back(row);
        values.push_back(2 + row % 3);
        expected[row] = sum / values.back();
        starts.push_back(int(columns.size()));
    }
    const Rows rows{e2e::device_copy(starts), e2e::device_copy(columns), e2e::device_copy(values), count};
    const double* device_right = e2e::device_copy(right);
    for (const bool has_warps : {true, false}) {
        double* x = e2e::device_array<double>(count);
        int* done = e2e::device_copy(std::vector<int>(count));
        if (has_warps)
            warp_for_each<<<(count + 3) / 4, 128>>>(rows, device_right, x, done);
        else
            thread_for_each<<<(count + 63) / 64, 64>>>(rows, device_right, x, done);
        const std::vector<double> got = e2e::fetch(x, count);
        for (int i = 0; i < count; ++i)
            EXPECT(std::fabs(got[i] - expected[i]) < 1e-9 * (1 + std::fabs(expected[i])), "x[%d] is %g", i, got[i]);
    }
}

int main() {
    check_solutions();
    constexpr int count = 10000;
    const auto in = e2e::filled<unsigned>(count, [](auto i) { return e2e::scramble(i) % 100; });
    unsigned* out = e2e::device_array<unsigned>(count);
    scan<<<40, 256>>>(e2e::device_copy(in), out, count, e2e::device_copy(std::vector<unsigned long long>(40)));
    unsigned sum = 0;
    e2e::expect_each("scan", e2e::fetch(out, count), [&](auto i) { return sum += in[i]; });
    return e2e::passed();
}
