// PTX in a program's text: bit fields, bytes, carries over 256 bits, caches, timers and numbers of lanes.
#include <cstdint>

#include "check.h"

constexpr int operations = 10;

__global__ void operate(const uint32_t* in, uint32_t* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const uint32_t x = in[i], y = in[(i + 1) % count];
    uint32_t* const r = out + i * operations;
    asm("bfe.u32 %0, %1, 5, 11;" : "=r"(r[0]) : "r"(x));
    asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r[1]) : "r"(x), "r"(y));
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r[2]) : "r"(x), "r"(y), "r"(i));
    asm("prmt.b32 %0, %1, %2, 0x6135;" : "=r"(r[3]) : "r"(x), "r"(y));
    asm("shf.l.wrap.b32 %0, %1, %2, 7;" : "=r"(r[4]) : "r"(x), "r"(y));
    asm("mad.hi.u32 %0, %1, %2, 3;" : "=r"(r[5]) : "r"(x), "r"(y));
    asm("{ .reg .pred p; setp.gt.s32 p, %1, %2; selp.b32 %0, %1, %2, p; }" : "=r"(r[6]) : "r"(x), "r"(y));
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(x), "r"(y), "r"(1));
    asm("sad.u32 %0, %1, %2, 9;" : "=r"(r[8]) : "r"(x), "r"(y));
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r[9]) : "r"(x), "r"(y), "r"(5));
}

std::vector<uint32_t> expected_results(uint32_t x, uint32_t y, uint32_t i) {
    const uint64_t both = uint64_t(y) << 32 | x;
    const auto byte = [&](int k) { return uint32_t(both >> 8 * k) & 255; };
    uint32_t products = 1, differences = 5;
    for (int k = 0; k < 4; ++k) {
        const uint32_t p = byte(k), q = byte(k + 4);
        products += p * q;
        differences += p > q ? p - q : q - p;
    }
    return {x >> 5 & 2047,
            (y & ~(0xfffu << 8)) | (x & 0xfff) << 8,
            x ^ y ^ i,
            byte(5) | byte(3) << 8 | byte(1) << 16 | byte(6) << 24,
            y << 7 | x >> 25,
            uint32_t((uint64_t(x) * y) >> 32) + 3,
            int32_t(x) > int32_t(y) ? x : y,
            products,
            (x > y ? x - y : y - x) + 9,
            differences};
}

__global__ void add_long(const uint32_t* a, const uint32_t* b, uint32_t* sum) {
    a += threadIdx.x * 4, b += threadIdx.x * 4, sum += threadIdx.x * 5;
    asm("add.cc.u32 %0, %5, %9;\n\taddc.cc.u32 %1, %6, %10;\n\taddc.cc.u32 %2, %7, %11;\n\t"
        "addc.cc.u32 %3, %8, %12;\n\taddc.u32 %4, 0, 0;"
        : "=r"(sum[0]), "=r"(sum[1]), "=r"(sum[2]), "=r"(sum[3]), "=r"(sum[4])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}

__global__ void load_and_store(const int* in, int* out) {
    int a, b, c, d, again;
    const int* const place = in + threadIdx.x * 4;
    asm("ld.global.nc.L1::no_allocate.v4.s32 {%0, %1, %2, %3}, [%4];"
        : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
        : "l"(place));
    asm volatile("ld.volatile.global.s32 %0, [%1 + 4];" : "=r"(again) : "l"(place));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(place));
    asm volatile("st.global.cs.s32 [%0], %1;" ::"l"(out + threadIdx.x), "r"(a + 2 * b + 3 * c + 4 * d + again)
                 : "memory");
    asm volatile("red.global.add.s32 [%0], 1;" ::"l"(out + 64) : "memory");
}

__global__ void look_around(uint64_t* times, unsigned* lanes) {
    uint64_t before, after;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(before));
    for (int i = 0; i < 100; ++i)
        asm volatile("nanosleep.u32 50;");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
    asm("mov.u32 %0, %%laneid;" : "=r"(lanes[threadIdx.x]));
    if (threadIdx.x == 0) times[0] = before, times[1] = after;
}

int main() {
    constexpr int count = 500;
    const auto in = e2e::filled<uint32_t>(count, [](auto i) { return e2e::scramble(i); });
    auto* results = e2e::device_array<uint32_t>(count * operations);
    operate<<<4, 128>>>(e2e::device_copy(in), results, count);
    e2e::expect_each("results", e2e::fetch(results, count * operations), [&](auto k) {
        const int i = int(k) / operations;
        return expected_results(in[i], in[(i + 1) % count], i)[k % operations];
    });

    const auto a = e2e::filled<uint32_t>(128, [](auto i) { return i / 4 % 2 ? ~0u : e2e::scramble(i); });
    const auto b = e2e::filled<uint32_t>(128, [](auto i) { return e2e::scramble(i + 5) | 1; });
    add_long<<<1, 32>>>(e2e::device_copy(a), e2e::device_copy(b), results);
    e2e::expect_each("sums", e2e::fetch(results, 32 * 5), [&](auto k) {
        uint64_t carry = 0;
        for (unsigned word = 0; word < k % 5; ++word)
            carry = (carry + a[k / 5 * 4 + word] + b[k / 5 * 4 + word]) >> 32;
        return k % 5 == 4 ? carry : carry + a[k / 5 * 4 + k % 5] + b[k / 5 * 4 + k % 5] & 0xffffffff;
    });

    const auto numbers = e2e::filled<int>(256, [](auto i) { return i * i; });
    int* stored = e2e::device_copy(std::vector<int>(65));
    load_and_store<<<1, 64>>>(e2e::device_copy(numbers), stored);
    e2e::expect_each("stored", e2e::fetch(stored, 65), [&](auto i) {
        if (i == 64) return 64;
        const int* const at = &numbers[4 * i];
        return at[0] + 3 * at[1] + 3 * at[2] + 4 * at[3];
    });

    auto* times = e2e::device_array<uint64_t>(2);
    look_around<<<1, 64>>>(times, results);
    const auto told = e2e::fetch(times, 2);
    EXPECT(told[0] < told[1], "the timer stands still");
    e2e::expect_each("lanes", e2e::fetch(results, 64), [](auto i) { return i % 32; });
    return e2e::passed();
}
