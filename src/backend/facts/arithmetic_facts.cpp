// Arithmetic agrees with the ranges of guard/conditions/range.cpp and the checker's operations.cpp.
//
// Each operation is one line of PTX, and its expected result is computed here in plain C++, without the guard's code.
#include <bit>
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

struct Input {
    std::uint32_t a, b;
    std::uint64_t c, d;
};

// The inputs, one for each thread: zeros, ones, edges of signs and widths, and shifts by the width and more.
constexpr Input inputs[] = {
    {0, 0, 0, 0},
    {1, 1, 1, 1},
    {7, 3, 0x1'0000'0000, 3},
    {0xffffffff, 1, UINT64_MAX, 1},
    {0x80000000, 0xffffffff, 0x8000'0000'0000'0000, UINT64_MAX},
    {0x7fffffff, 2, INT64_MAX, 2},
    {0xdeadbeef, 31, 0xdead'beef'cafe'babe, 63},
    {0xdeadbeef, 32, 0xdead'beef'cafe'babe, 64},
    {0x8000ff80, 33, 0x8000'ff80'8000'ff80, 65},
    {0x12345678, 0x80000001, 0x1234'5678'9abc'def0, 0x1'0000'0001},
    {0xfffffff9, 3, 0xffff'ffff'ffff'fff9, 3},
    {100, 0xfffffff9, 100, 0xffff'ffff'ffff'fff9},
};

// An operation on %a, %b (32 bits) and %c, %d (64 bits); its result is %x (64 bits), for 32-bit ones by way of %y.
struct Operation {
    const char* ptx;
    std::uint64_t (*gives)(const Input& in);
    bool (*is_defined)(const Input& in) = nullptr;  // null: always. If undefined, any result is accepted.
};

std::int32_t s32(std::uint32_t value) {
    return static_cast<std::int32_t>(value);
}
std::int64_t s64(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}
std::uint64_t u64(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}
std::uint64_t low(std::int64_t value) {
    return static_cast<std::uint32_t>(value);
}

constexpr Operation shifts[] = {
    {"shl.b32 %y, %a, %b;",
     [](const Input& i) -> std::uint64_t { return i.b >= 32 ? 0 : low(std::int64_t{i.a} << i.b); }},
    {"shr.u32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.b >= 32 ? 0 : i.a >> i.b; }},
    {"shr.s32 %y, %a, %b;", [](const Input& i) { return low(s32(i.a) >> (i.b >= 32 ? 31 : i.b)); }},
    {"shl.b64 %x, %c, %b;", [](const Input& i) -> std::uint64_t { return i.b >= 64 ? 0 : i.c << i.b; }},
    {"shr.u64 %x, %c, %b;", [](const Input& i) -> std::uint64_t { return i.b >= 64 ? 0 : i.c >> i.b; }},
    {"shr.s64 %x, %c, %b;", [](const Input& i) { return u64(s64(i.c) >> (i.b >= 64 ? 63 : i.b)); }},
};

constexpr auto b_is_positive = [](const Input& i) { return s32(i.b) > 0; };
constexpr auto d_is_positive = [](const Input& i) { return s64(i.d) > 0; };
constexpr Operation divisions[] = {
    {"div.u32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a / i.b; }, b_is_positive},
    {"div.s32 %y, %a, %b;", [](const Input& i) { return low(s32(i.a) / s32(i.b)); }, b_is_positive},
    {"rem.u32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a % i.b; }, b_is_positive},
    {"rem.s32 %y, %a, %b;", [](const Input& i) { return low(s32(i.a) % s32(i.b)); }, b_is_positive},
    {"div.u64 %x, %c, %d;", [](const Input& i) { return i.c / i.d; }, d_is_positive},
    {"div.s64 %x, %c, %d;", [](const Input& i) { return u64(s64(i.c) / s64(i.d)); }, d_is_positive},
    {"rem.u64 %x, %c, %d;", [](const Input& i) { return i.c % i.d; }, d_is_positive},
    {"rem.s64 %x, %c, %d;", [](const Input& i) { return u64(s64(i.c) % s64(i.d)); }, d_is_positive},
};

constexpr Operation sums[] = {
    {"add.s32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a + i.b; }},
    {"sub.s32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a - i.b; }},
    {"add.s64 %x, %c, %d;", [](const Input& i) { return i.c + i.d; }},
    {"sub.s64 %x, %c, %d;", [](const Input& i) { return i.c - i.d; }},
    {"neg.s32 %y, %a;", [](const Input& i) -> std::uint64_t { return 0 - i.a; }},
    {"neg.s64 %x, %c;", [](const Input& i) { return 0 - i.c; }},
    {"mul.lo.s32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return std::uint32_t{i.a * i.b}; }},
    {"mul.lo.s64 %x, %c, %d;", [](const Input& i) { return i.c * i.d; }},
    {"mul.wide.u32 %x, %a, %b;", [](const Input& i) { return std::uint64_t{i.a} * i.b; }},
    {"mul.wide.s32 %x, %a, %b;", [](const Input& i) { return u64(std::int64_t{s32(i.a)} * s32(i.b)); }},
    {"mad.lo.s32 %y, %a, %b, %a;", [](const Input& i) -> std::uint64_t { return i.a * i.b + i.a; }},
    {"mad.wide.u32 %x, %a, %b, %c;", [](const Input& i) { return std::uint64_t{i.a} * i.b + i.c; }},
    {"mad.wide.s32 %x, %a, %b, %c;", [](const Input& i) { return u64(std::int64_t{s32(i.a)} * s32(i.b)) + i.c; }},
};

constexpr Operation comparisons[] = {
    {"min.u32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a < i.b ? i.a : i.b; }},
    {"max.u32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a > i.b ? i.a : i.b; }},
    {"min.s32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return s32(i.a) < s32(i.b) ? i.a : i.b; }},
    {"max.s32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return s32(i.a) > s32(i.b) ? i.a : i.b; }},
    {"min.u64 %x, %c, %d;", [](const Input& i) { return i.c < i.d ? i.c : i.d; }},
    {"max.s64 %x, %c, %d;", [](const Input& i) { return s64(i.c) > s64(i.d) ? i.c : i.d; }},
    {"setp.lt.u32 %p, %a, %b;\nselp.b64 %x, 1, 0, %p;", [](const Input& i) { return std::uint64_t{i.a < i.b}; }},
    {"setp.lt.s32 %p, %a, %b;\nselp.b64 %x, 1, 0, %p;",
     [](const Input& i) { return std::uint64_t{s32(i.a) < s32(i.b)}; }},
    {"setp.ge.u64 %p, %c, %d;\nselp.b64 %x, 1, 0, %p;", [](const Input& i) { return std::uint64_t{i.c >= i.d}; }},
    {"setp.gt.s64 %p, %c, %d;\nselp.b64 %x, 1, 0, %p;",
     [](const Input& i) { return std::uint64_t{s64(i.c) > s64(i.d)}; }},
    {"setp.ne.u32 %p, %a, %b;\nselp.b64 %x, 1, 0, %p;", [](const Input& i) { return std::uint64_t{i.a != i.b}; }},
};

constexpr Operation conversions[] = {
    {"cvt.u32.u64 %y, %c;", [](const Input& i) { return i.c & 0xffff'ffff; }},
    {"cvt.s32.s64 %y, %c;", [](const Input& i) { return i.c & 0xffff'ffff; }},
    {"cvt.u64.u32 %x, %a;", [](const Input& i) -> std::uint64_t { return i.a; }},
    {"cvt.s64.s32 %x, %a;", [](const Input& i) { return u64(s32(i.a)); }},
    {"cvt.u64.s32 %x, %a;", [](const Input& i) { return u64(s32(i.a)); }},
    {"cvt.s64.u32 %x, %a;", [](const Input& i) -> std::uint64_t { return i.a; }},
    {"cvt.u8.u32 %y, %a;", [](const Input& i) -> std::uint64_t { return i.a & 0xff; }},
    {"cvt.s8.s32 %y, %a;", [](const Input& i) { return low(static_cast<std::int8_t>(i.a)); }},
    {"cvt.u16.u32 %y, %a;", [](const Input& i) -> std::uint64_t { return i.a & 0xffff; }},
    {"cvt.s16.s32 %y, %a;", [](const Input& i) { return low(static_cast<std::int16_t>(i.a)); }},
    {"cvt.u32.u16 %y, %a;", [](const Input& i) -> std::uint64_t { return i.a & 0xffff; }},
    {"cvt.s32.s8 %y, %a;", [](const Input& i) { return low(static_cast<std::int8_t>(i.a)); }},
    {"mov.b64 {%y, %z}, %c;", [](const Input& i) { return i.c & 0xffff'ffff; }},
    {"mov.b64 {%z, %y}, %c;", [](const Input& i) { return i.c >> 32; }},
    {"mov.b64 %x, {%a, %b};", [](const Input& i) { return std::uint64_t{i.b} << 32 | i.a; }},
};

constexpr Operation bits[] = {
    {"and.b32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a & i.b; }},
    {"or.b32 %y, %a, %b;", [](const Input& i) -> std::uint64_t { return i.a | i.b; }},
    {"xor.b64 %x, %c, %d;", [](const Input& i) { return i.c ^ i.d; }},
    {"not.b64 %x, %c;", [](const Input& i) { return ~i.c; }},
    {"popc.b64 %y, %c;", [](const Input& i) { return static_cast<std::uint64_t>(std::popcount(i.c)); }},
    {"clz.b32 %y, %a;", [](const Input& i) { return static_cast<std::uint64_t>(std::countl_zero(i.a)); }},
    {"clz.b64 %y, %c;", [](const Input& i) { return static_cast<std::uint64_t>(std::countl_zero(i.c)); }},
    {"bfi.b32 %y, %a, %b, 4, 8;", [](const Input& i) -> std::uint64_t { return (i.b & ~0xff0U) | (i.a & 0xff) << 4; }},
    {"bfi.b32 %y, %a, %b, 28, 8;", [](const Input& i) -> std::uint64_t { return (i.b & 0x0fff'ffff) | i.a << 28; }},
    {"bfi.b32 %y, %a, %b, 0, 255;", [](const Input& i) -> std::uint64_t { return i.a; }},
    {"bfi.b64 %x, %c, %d, 40, 16;",
     [](const Input& i) -> std::uint64_t { return (i.d & ~(0xffffULL << 40)) | (i.c & 0xffff) << 40; }},
    {"bfi.b64 %x, %c, %d, 60, 200;", [](const Input& i) { return (i.d & 0x0fff'ffff'ffff'ffff) | i.c << 60; }},
};

// A loaded value is extended to the register by the sign of its type. %at is the address of a, b, c, d.
constexpr Operation loads[] = {
    {"ld.global.u8 %y, [%at];", [](const Input& i) -> std::uint64_t { return i.a & 0xff; }},
    {"ld.global.s8 %y, [%at];", [](const Input& i) { return low(static_cast<std::int8_t>(i.a)); }},
    {"ld.global.u16 %y, [%at];", [](const Input& i) -> std::uint64_t { return i.a & 0xffff; }},
    {"ld.global.s16 %y, [%at];", [](const Input& i) { return low(static_cast<std::int16_t>(i.a)); }},
    {"ld.global.u32 %x, [%at];", [](const Input& i) -> std::uint64_t { return i.a; }},
    {"ld.global.s32 %x, [%at];", [](const Input& i) { return u64(s32(i.a)); }},
    {"ld.global.s8 %x, [%at];", [](const Input& i) { return u64(static_cast<std::int8_t>(i.a)); }},
};

struct Family {
    const char* kernel;
    std::span<const Operation> operations;
};
constexpr Family families[] = {
    {"fact_shifts", shifts},
    {"fact_divisions", divisions},
    {"fact_sums", sums},
    {"fact_comparisons", comparisons},
    {"fact_conversions", conversions},
    {"fact_bits", bits},
    {"fact_loads", loads},
};

constexpr std::size_t input_bytes = sizeof(Input);
static_assert(input_bytes == 24);

// Thread t takes input t, and writes the results of operation o at (o * threads + t) * 8 behind the inputs.
std::string kernel_of(const Family& family) {
    const std::size_t threads = std::size(inputs);
    std::string text = std::string("\n.visible .entry ") + family.kernel + R"((.param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %a, %b, %y, %z, %t;
    .reg .b64 %c, %d, %x, %at, %to;
    ld.param.u64 %to, [out];
    mov.u32 %t, %tid.x;
    mad.wide.u32 %at, %t, 24, %to;
    mad.wide.u32 %to, %t, 8, %to;
    ld.global.u32 %a, [%at];
    ld.global.u32 %b, [%at+4];
    ld.global.u64 %c, [%at+8];
    ld.global.u64 %d, [%at+16];
)";
    std::size_t place = threads * input_bytes;
    for (const Operation& operation : family.operations) {
        const std::string line = operation.ptx;
        text += line + "\n";
        // An operation with a 32-bit result.
        if (line.find("%y") != std::string::npos) text += "mov.b64 %x, {%y, 0};\n";
        text += "st.global.u64 [%to+" + std::to_string(place) + "], %x;\n";
        place += threads * 8;
    }
    return text + "ret;\n}\n";
}

Result<void> measure_family(FactBench& bench, const Family& family) {
    const std::size_t threads = std::size(inputs);
    Words before;
    for (const Input& in : inputs) {
        before.insert(before.end(),
                      {in.a, in.b, static_cast<std::uint32_t>(in.c), static_cast<std::uint32_t>(in.c >> 32),
                       static_cast<std::uint32_t>(in.d), static_cast<std::uint32_t>(in.d >> 32)});
    }
    FactBench::Run run = {quick_text(), family.kernel};
    run.launch.block = {static_cast<std::uint32_t>(threads), 1, 1};
    run.before = before;
    RF_TRY(const Words words, bench.run(run, before.size() + family.operations.size() * threads * 2));
    std::size_t place = before.size();
    for (const Operation& operation : family.operations) {
        for (std::size_t t = 0; t < threads; ++t, place += 2) {
            if (operation.is_defined != nullptr && !operation.is_defined(inputs[t])) continue;
            const std::uint64_t is = std::uint64_t{words[place + 1]} << 32 | words[place];
            RF_RETURN_IF_ERROR(expect_equal(std::string("'") + operation.ptx + "' of input " + std::to_string(t), is,
                                            operation.gives(inputs[t])));
        }
    }
    return {};
}

Result<void> measure_family(FactBench& bench, std::string_view kernel) {
    for (const Family& family : families)
        if (family.kernel == kernel) return measure_family(bench, family);
    return Error::internal("there is no such family of operations");
}

}  // namespace

std::string arithmetic_kernels() {
    std::string text;
    for (const Family& family : families)
        text += kernel_of(family);
    return text;
}

Result<void> measure_shifts(FactBench& bench) {
    return measure_family(bench, "fact_shifts");
}
Result<void> measure_divisions(FactBench& bench) {
    return measure_family(bench, "fact_divisions");
}
Result<void> measure_sums(FactBench& bench) {
    return measure_family(bench, "fact_sums");
}
Result<void> measure_comparisons(FactBench& bench) {
    return measure_family(bench, "fact_comparisons");
}
Result<void> measure_conversions(FactBench& bench) {
    return measure_family(bench, "fact_conversions");
}
Result<void> measure_bits(FactBench& bench) {
    return measure_family(bench, "fact_bits");
}
Result<void> measure_loads(FactBench& bench) {
    return measure_family(bench, "fact_loads");
}

}  // namespace ringfence::backend
