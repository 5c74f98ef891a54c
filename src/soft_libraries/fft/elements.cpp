#include "soft_libraries/fft/elements.h"

#include <bit>
#include <cstring>

#include "softgpu/math/number.h"

namespace ringfence::soft_libraries::fft {

namespace {

namespace math = softgpu::math;

// How a number lies in memory (Stored), and what FFTW computes with (Computed).
template <class T>
struct Same {
    using Stored = T;
    using Computed = T;
    static T load(T value) { return value; }
    static T store(T value) { return value; }
};

template <const math::Format& format>
struct Narrow {
    using Stored = std::uint16_t;
    using Computed = float;
    static float load(std::uint16_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(math::pack(math::unpack(bits, format), math::f32, {})));
    }
    static std::uint16_t store(float value) {
        const math::Number number = math::unpack(std::bit_cast<std::uint32_t>(value), math::f32);
        return static_cast<std::uint16_t>(math::pack(number, format, {}));
    }
};

// Calls f(offset on one side, offset on the other side), in numbers.
template <class Function>
void for_each_number(const Side& a, const Side& b, Function f) {
    for (std::int64_t i = 0; i < a.count[0]; ++i) {
        for (std::int64_t j = 0; j < a.count[1]; ++j) {
            std::int64_t in_a = (i * a.stride[0] + j * a.stride[1]) * a.numbers;
            std::int64_t in_b = (i * b.stride[0] + j * b.stride[1]) * b.numbers;
            for (std::int64_t k = 0; k < a.count[2]; ++k) {
                for (int part = 0; part < a.numbers; ++part)
                    f(in_a + part, in_b + part);
                in_a += a.stride[2] * a.numbers;
                in_b += b.stride[2] * b.numbers;
            }
        }
    }
}

// The application decides over addresses and strides, so numbers may lie at any address: hence memcpy.
template <class As>
void gather_as(const std::byte* memory, const Side& side, typename As::Computed* packed, const Side& packed_side) {
    for_each_number(side, packed_side, [&](std::int64_t from, std::int64_t to) {
        typename As::Stored value;
        std::memcpy(&value, memory + from * static_cast<std::int64_t>(sizeof value), sizeof value);
        packed[to] = As::load(value);
    });
}

template <class As>
void scatter_as(const typename As::Computed* packed, const Side& packed_side, std::byte* memory, const Side& side) {
    for_each_number(packed_side, side, [&](std::int64_t from, std::int64_t to) {
        const typename As::Stored value = As::store(packed[from]);
        std::memcpy(memory + to * static_cast<std::int64_t>(sizeof value), &value, sizeof value);
    });
}

template <class Function>
auto with_number(Number number, Function f) {
    switch (number) {
        case Number::Half: return f(Narrow<math::f16>());
        case Number::Bfloat: return f(Narrow<math::bf16>());
        case Number::Single: break;
        case Number::Double: return f(Same<double>());
    }
    return f(Same<float>());
}

}  // namespace

void gather(Number number, const void* memory, const Side& side, void* packed, const Side& packed_side) {
    with_number(number, [&](auto as) {
        using As = decltype(as);
        gather_as<As>(static_cast<const std::byte*>(memory), side, static_cast<typename As::Computed*>(packed),
                      packed_side);
    });
}

void scatter(Number number, const void* packed, const Side& packed_side, void* memory, const Side& side) {
    with_number(number, [&](auto as) {
        using As = decltype(as);
        scatter_as<As>(static_cast<const typename As::Computed*>(packed), packed_side, static_cast<std::byte*>(memory),
                       side);
    });
}

std::size_t bytes_of(Number number) {
    return with_number(number, [](auto as) { return sizeof(typename decltype(as)::Stored); });
}

std::size_t packed_bytes_of(Number number) {
    return with_number(number, [](auto as) { return sizeof(typename decltype(as)::Computed); });
}

}  // namespace ringfence::soft_libraries::fft
