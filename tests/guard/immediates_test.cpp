// Numbers in the text: what the checker takes them for is what ptxas makes of them. Two texts that must mean the same
// give the same machine code.
#include <string>
#include <utility>
#include <vector>

#include "checker_support.h"
#include "cubin.h"

namespace ringfence::guard::test {
namespace {

struct Pair {
    std::string written;
    std::string meant;
};

const std::vector<Pair>& pairs() {
    // A number is cut to the bits of the instruction's type; a shift by the width or more is one by the width; an
    // address and its offset are added in 64 bits.
    static const std::vector<Pair> all = {
        {"shl.b32 %r2, %r1, 0x100000001", "shl.b32 %r2, %r1, 1"},
        {"shl.b32 %r2, %r1, -1", "mov.u32 %r2, 0"},
        {"shl.b32 %r2, %r1, 33", "mov.u32 %r2, 0"},
        {"shr.s32 %r2, %r1, 40", "shr.s32 %r2, %r1, 31"},
        {"shr.u32 %r2, %r1, 40", "mov.u32 %r2, 0"},
        {"shl.b64 %d3, %d2, 64", "mov.u64 %d3, 0"},
        {"shl.b16 %h2, %h1, 17", "mov.u16 %h2, 0"},
        {"and.b32 %r2, %r1, 0x10000000f", "and.b32 %r2, %r1, 15"},
        {"and.b64 %d3, %d2, -16", "and.b64 %d3, %d2, 0xfffffffffffffff0"},
        {"add.s32 %r2, %r1, 0x100000001", "add.s32 %r2, %r1, 1"},
        {"min.u32 %r2, %r1, 0x100000003", "min.u32 %r2, %r1, 3"},
        {"min.s32 %r2, %r1, 0xfffffff0", "min.s32 %r2, %r1, -16"},
        {"min.u16 %h2, %h1, 0x10003", "min.u16 %h2, %h1, 3"},
        {"div.u32 %r2, %r1, 0x100000002", "div.u32 %r2, %r1, 2"},
        {"rem.u32 %r2, %r1, 0x100000002", "rem.u32 %r2, %r1, 2"},
        {"mul.wide.u16 %r2, %h1, -1", "mul.wide.u16 %r2, %h1, 65535"},
        {"mul.wide.s16 %r2, %h1, 65535", "mul.wide.s16 %r2, %h1, -1"},
        {"mul.wide.s32 %d3, %r1, 0xffffffff", "mul.wide.s32 %d3, %r1, -1"},
        {"mul.wide.u32 %d3, %r1, -1", "mul.wide.u32 %d3, %r1, 0xffffffff"},
        {"mul.wide.u32 %d3, %r1, 0x100000002", "mul.wide.u32 %d3, %r1, 2"},
        {"mov.u32 %r2, 0x1000000ff", "mov.u32 %r2, 255"},
        {"mov.u16 %h2, 0x1ffff", "mov.u16 %h2, -1"},
        {"bfi.b32 %r2, %r1, 7, 30, 8", "shl.b32 %r3, %r1, 30; or.b32 %r2, %r3, 7"},
        {"cvt.u64.s32 %d3, 0xffffffff", "mov.s64 %d3, -1"},
        {"cvt.u64.u32 %d3, 0x100000005", "mov.u64 %d3, 5"},
        {"setp.lt.u32 %p1, %r1, 0x100000005", "setp.lt.u32 %p1, %r1, 5"},
        {"setp.lt.s32 %p1, %r1, 0xffffffff", "setp.lt.s32 %p1, %r1, -1"},
        {"setp.lt.u16 %p1, %h1, 0x10005", "setp.lt.u16 %p1, %h1, 5"},
        {"setp.lt.s16 %p1, %h1, 0xffff", "setp.lt.s16 %p1, %h1, -1"},
        {"setp.lt.s64 %p1, %d2, 0xffffffffffffffff", "setp.lt.s64 %p1, %d2, -1"},
        {"st.global.u32 [%d1+0x100000004], %r1", "add.s64 %d4, %d1, 0x100000004; st.global.u32 [%d4], %r1"},
        {"st.global.u32 [%d1+0x80000000], %r1", "add.s64 %d4, %d1, 0x80000000; st.global.u32 [%d4], %r1"},
        {"st.global.u32 [%d1+-2147483652], %r1", "add.s64 %d4, %d1, -2147483652; st.global.u32 [%d4], %r1"},
    };
    return all;
}

// Each instruction in a kernel of its own, with whatever it writes stored.
std::string kernel_with(const std::string& name, const std::string& instruction) {
    return ".visible .entry " + name +
           "(.param .u64 p, .param .u32 n, .param .u64 w, .param .u16 h)\n{\n.reg .b32 %r<9>; .reg .b64 %d<9>; .reg "
           ".b16 "
           "%h<9>; .reg .pred %p<4>;\nld.param.u64 %d1, [p]; ld.param.u32 %r1, [n]; ld.param.u64 %d2, [w]; "
           "ld.param.u16 %h1, [h];\nmov.u32 %r2, 0; mov.u64 %d3, 0; mov.u16 %h2, 0; setp.ne.u32 %p1, %r2, %r2;\n" +
           instruction +
           ";\nselp.u32 %r4, 1, 0, %p1; st.global.u32 [%d1], %r2; st.global.u64 [%d1+8], %d3; st.global.u16 [%d1+16], "
           "%h2; st.global.u32 [%d1+20], %r4;\nret;\n}\n";
}

std::string code_of(const std::string& cubin, const std::string& kernel) {
    const auto header = ringfence::test::read_at<Elf64_Ehdr>(cubin, 0);
    const std::uint64_t names = ringfence::test::section_at(cubin, header.e_shstrndx).sh_offset;
    for (unsigned number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr section = ringfence::test::section_at(cubin, number);
        if (".text." + kernel == cubin.c_str() + names + section.sh_name)
            return cubin.substr(section.sh_offset, section.sh_size);
    }
    return {};
}

TEST(Immediates, MeanToPtxasWhatTheyMeanHere) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    std::string text = module_head();
    for (std::size_t i = 0; i < pairs().size(); ++i)
        text += kernel_with("written" + std::to_string(i), pairs()[i].written) +
                kernel_with("meant" + std::to_string(i), pairs()[i].meant);
    const auto cubin = ringfence::test::assemble(text, "sm_90");
    ASSERT_TRUE(cubin.has_value());
    for (std::size_t i = 0; i < pairs().size(); ++i) {
        const std::string written = code_of(*cubin, "written" + std::to_string(i));
        EXPECT_FALSE(written.empty());
        EXPECT_TRUE(written == code_of(*cubin, "meant" + std::to_string(i))) << pairs()[i].written;
    }
}

// A range is what the checker gets by reading the first text; the second says it without a doubt.
TEST(Immediates, MeanHereWhatTheyMeanToPtxas) {
    for (const Pair& pair : pairs()) {
        const auto conditions_of = [](const std::string& instruction) {
            const Checked checked(
                module_head() +
                kernel_with("k", instruction + "; cvt.u64.u32 %d5, %r2; add.s64 %d5, %d5, %d3; cvt.u64.u16 %d6, "
                                               "%h2; add.s64 %d5, %d5, %d6; add.s64 %d6, %d1, %d5; ld.global.u8 "
                                               "%r5, [%d6]"));
            return checked.report.is_safe() ? checked.report.kernels[0].conditions.text() : checked.findings();
        };
        if (pair.written.starts_with("bfi")) continue;  // of what it is made of, other nodes come
        EXPECT_EQ(conditions_of(pair.written), conditions_of(pair.meant)) << pair.written;
    }
}

}  // namespace
}  // namespace ringfence::guard::test
