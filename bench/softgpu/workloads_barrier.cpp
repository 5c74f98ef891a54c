#include <algorithm>

#include "data.h"
#include "workloads.h"

namespace ringfence::bench {
namespace {

constexpr std::uint32_t group = 256;  // GROUP in the kernels

std::vector<std::uint32_t> words(std::uint64_t seed, std::size_t count, std::uint32_t mask) {
    Random random(seed);
    std::vector<std::uint32_t> values(count);
    std::generate(values.begin(), values.end(), [&] { return random.word() & mask; });
    return values;
}

// Element i is added to sum part_of(i).
template <typename PartOf>
Workload reduction(const char* kernel, std::uint32_t groups, PartOf part_of) {
    constexpr std::uint32_t count = 8 << 20;
    Random random(6);
    const std::vector<float> values = random.numbers(count, 0, 1);
    std::vector<double> sums(groups);
    for (std::uint32_t i = 0; i < count; ++i)
        sums[part_of(i)] += values[i];
    return {"8Mi",
            barrier_limit,
            {to_bytes(values), zeros(groups)},
            {{kernel, {groups, 1}, {group, 1}, {std::int32_t{count}, BufferIndex{0}, BufferIndex{1}}}},
            {{1, true, std::move(sums), 1, 1e-5}}};
}

}  // namespace

Workload matmul_tiled() {
    return matrix_product("matmul_tiled", barrier_limit);
}

Workload reduce() {
    return reduction("reduce", (8 << 20) / (2 * group), [](std::uint32_t i) { return i / (2 * group); });
}

Workload reduce_strided() {
    constexpr std::uint32_t groups = 512;
    return reduction("reduce_strided", groups, [](std::uint32_t i) { return i / group % groups; });
}

Workload histogram() {
    constexpr std::uint32_t count = 8 << 20;
    constexpr std::uint32_t groups = 512;
    const std::vector<std::uint32_t> values = words(7, count, 0xffff);
    std::vector<double> bins(256);
    for (const std::uint32_t value : values)
        bins[value & 255] += 1;
    return {"8Mi",
            general_limit,
            {to_bytes(values), zeros(256)},
            {{"histogram", {groups, 1}, {group, 1}, {std::int32_t{count}, BufferIndex{0}, BufferIndex{1}}}},
            {{1, false, std::move(bins), 1, 0}}};
}

Workload transpose() {
    constexpr std::uint32_t size = 2048;
    Random random(8);
    const std::vector<float> values = random.numbers(std::size_t{size} * size, 0, 1);
    std::vector<double> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        result[i % size * size + i / size] = values[i];
    return {"2048 x 2048",
            general_limit,
            {to_bytes(values), zeros(values.size())},
            {{"transpose",
              {size / 32, size / 32},
              {32, 8},
              {std::int32_t{size}, std::int32_t{size}, BufferIndex{0}, BufferIndex{1}}}},
            {{1, true, std::move(result), 1, 0}}};
}

Workload scan() {
    constexpr std::uint32_t count = 4 << 20;
    const std::vector<std::uint32_t> values = words(9, count, 0xffff);
    std::vector<double> sums(count);
    for (std::size_t i = 0; i < count; ++i)
        sums[i] = values[i] + (i % group == 0 ? 0 : sums[i - 1]);
    return {"4Mi",
            general_limit,
            {to_bytes(values), zeros(count)},
            {{"scan", {count / group, 1}, {group, 1}, {std::int32_t{count}, BufferIndex{0}, BufferIndex{1}}}},
            {{1, false, std::move(sums), 1, 0}}};
}

}  // namespace ringfence::bench
