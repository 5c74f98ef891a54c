#include <array>

#include "../harness.h"

using namespace ringfence::kernels;

namespace {

__extension__ using Wide = unsigned __int128;

constexpr u32 n = 128;
constexpr u32 limbs = 8;

std::vector<u32> products(const std::vector<u32>& a, const std::vector<u32>& b) {
    std::vector<u32> out(n * 2 * limbs);
    for (u32 i = 0; i < n; ++i) {
        u32* to = &out[i * 2 * limbs];
        for (u32 x = 0; x < limbs; ++x) {
            u64 carry = 0;
            for (u32 y = 0; y < limbs; ++y) {
                carry += u64{a[i * limbs + x]} * b[i * limbs + y] + to[x + y];
                to[x + y] = static_cast<u32>(carry);
                carry >>= 32;
            }
            to[x + limbs] = static_cast<u32>(carry);
        }
    }
    return out;
}

void subtraction(Test& test, const std::vector<u32>& a, const std::vector<u32>& b) {
    std::vector<u32> expected(n * 4);
    std::vector<u32> borrows(n);
    for (u32 i = 0; i < n; ++i) {
        u64 borrow = 0;
        for (u32 k = 0; k < 4; ++k) {
            const u64 difference = u64{a[4 * i + k]} - b[4 * i + k] - borrow;
            expected[4 * i + k] = static_cast<u32>(difference);
            borrow = difference >> 63;
        }
        borrows[i] = borrow != 0 ? 0xffffffff : 0;
    }
    const auto out = test.zeros<u32>(n * 4);
    const auto out_borrows = test.zeros<u32>(n);
    test.launch("subtract", {{n / 32}, {32}}, test.upload(a), test.upload(b), out, out_borrows);
    test.equal("difference", test.download(out), expected);
    test.equal("borrow", test.download(out_borrows), borrows);
}

u64 power(u64 base, u64 exponent, u64 modulus) {
    u64 result = 1;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result = static_cast<u64>(Wide{result} * base % modulus);
        base = static_cast<u64>(Wide{base} * base % modulus);
    }
    return result;
}

}  // namespace

KERNEL_TEST(big_integer) {
    auto a = random_words(n * limbs, 86);
    const auto b = random_words(n * limbs, 87);
    for (u32 i = 0; i < 2 * limbs; ++i)
        a[i] = 0xffffffff;  // every carry there is
    const auto expected = products(a, b);
    const auto left = test.upload(a);
    const auto right = test.upload(b);
    for (const char* kernel : {"multiply32", "multiply64"}) {
        const auto out = test.zeros<u32>(expected.size());
        test.launch(kernel, {{n / 64}, {64}}, left, right, out);
        test.equal(kernel, test.download(out), expected);
    }
    subtraction(test, a, b);

    constexpr u64 modulus = 0xffffffffffffffc5;  // the largest prime below 2^64
    constexpr u64 exponent = 0x123456789abcdef1;
    std::vector<u64> bases;
    std::vector<u64> powers;
    Random random(88);
    for (u32 i = 0; i < n; ++i) {
        bases.push_back(random.bits());
        powers.push_back(power(bases[i] % modulus, exponent, modulus));
    }
    const auto out = test.zeros<u64>(n);
    test.launch("power", {{n / 32}, {32}}, test.upload(bases), out, exponent, modulus);
    test.equal("power", test.download(out), powers);
}
