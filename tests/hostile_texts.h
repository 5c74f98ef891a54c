// Texts that are made to keep the guard busy, or to take memory, as long as one likes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace ringfence::test {

struct HostileText {
    std::string name;
    std::function<std::string(int count)> text;  // so many times what it is made of
};

inline std::string many(int count, const std::function<std::string(int)>& one) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += one(i);
    return all;
}

inline std::string hostile_kernel(const std::string& body) {
    return ".entry k(.param .u64 p)\n{\n.reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<9>;\n"
           "ld.param.u64 %rd1, [p]; mov.u64 %rd2, %rd1; mov.u32 %r1, %tid.x; mov.u32 %r2, %r1;\n" +
           body + "ret;\n}\n";
}

inline std::vector<HostileText> hostile_texts() {
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const auto of_kernel = [head](const std::function<std::string(int)>& one, const std::string& last = "") {
        return [=](int count) { return head + hostile_kernel(many(count, one) + last); };
    };
    return {
        {"tiny functions",
         [head](int count) {
             return head + many(count, [](int i) { return fmt::format(".func f{}(){{ret;}}\n", i); }) +
                    ".entry k(){ret;}\n";
         }},
        {"tiny kernels",
         [head](int count) {
             return head + many(count, [](int i) {
                        return fmt::format(
                            ".entry k{}(.param .u64 p){{.reg .b64 a;.reg .b32 b;ld.param.u64 a,[p];"
                            "ld.global.u32 b,[a];ret;}}\n",
                            i);
                    });
         }},
        {"calls of calls",
         [head](int count) {
             return head +
                    many(count,
                         [](int i) {
                             return fmt::format(".func f{}(){{{} ret;}}\n", i,
                                                i == 0 ? "" : fmt::format("call f{};", i - 1));
                         }) +
                    ".entry k(){ret;}\n";
         }},
        {"a long chain", of_kernel([](int) { return "add.s64 %rd1, %rd1, 4;\n"; }, "ld.global.u32 %r1, [%rd1];\n")},
        {"many accesses", of_kernel([](int i) {
             return fmt::format("ld.global.u32 %r1, [%rd1+{}]; add.s64 %rd1, %rd1, 4;\n", i % 64 * 4);
         })},
        {"loops and joins",
         of_kernel(
             [](int i) {
                 return fmt::format(
                     "L{0}: ld.global.u32 %r3, [%rd1+4]; @%p1 add.s64 %rd2, %rd2, 4; add.s32 %r1, %r1, "
                     "1; @%p2 bra L{0}; setp.lt.s32 %p1, %r1, 100; @%p1 bra M{0}; mov.u64 %rd2, "
                     "%rd1;\nM{0}:\n",
                     i);
             },
             "ld.global.u32 %r1, [%rd2];\n")},
        {"loops in loops",
         [head](int count) {
             return head +
                    hostile_kernel(many(count, [](int i) { return fmt::format("L{}: add.s32 %r1, %r1, 1;\n", i); }) +
                                   "add.s64 %rd2, %rd2, 4; ld.global.u32 %r3, [%rd2];\n" + many(count, [&](int i) {
                                       return fmt::format("setp.lt.s32 %p1, %r1, 100; @%p1 bra L{};\n", count - 1 - i);
                                   }));
         }},
        {"guesses", of_kernel([](int i) {
             return fmt::format(
                 "L{0}: xor.b32 %r1, %r1, 1; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; "
                 "ld.global.u32 %r3, [%rd3]; setp.eq.s32 %p1, %r3, 0; @%p1 bra L{0};\n",
                 i);
         })},
        {"barriers behind choices", of_kernel([](int i) {
             return fmt::format("setp.eq.s32 %p1, %r1, {0}; @%p1 bra B{0}; bar.sync 0;\nB{0}:\n", i);
         })},
        {"counted loops before a barrier",
         of_kernel(
             [](int i) {
                 return fmt::format("L{0}: add.s32 %r2, %r2, -1; setp.ne.s32 %p1, %r2, %r1; @%p1 bra L{0};\n", i);
             },
             "bar.sync 0;\n")},
        {"waits before a matrix",
         of_kernel(
             [](int i) {
                 return fmt::format("setp.eq.s32 %p1, %r1, {0}; @%p1 bra B{0}; bar.warp.sync -1;\nB{0}:\n", i);
             },
             "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7},"
             "{%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7},{%r0,%r1,%r2,%r3,%r4,%r5,%r6,%r7},"
             "{%f0,%f1,%f2,%f3,%f4,%f5,%f6,%f7};\n")},
        {"tables of jumps", of_kernel([](int i) {
             return fmt::format(
                 "T{0}: .branchtargets A{0}, B{0};\nbrx.idx %r1, T{0};\nA{0}: add.s32 %r1, %r1, 1;\n"
                 "B{0}:\n",
                 i);
         })},
        {"one place, many ways", of_kernel([](int) { return "@%p1 bra E;\n"; }, "E:\n")},
        {"addresses that go round",
         [head](int count) {
             return head + hostile_kernel("L:\n" + many(count, [](int i) {
                                              return fmt::format(
                                                  "ld.global.u32 %r{0}, [%rd1]; mul.wide.s32 %rd{1}, %r{0}, 4; "
                                                  "add.s64 %rd1, %rd{1}, %rd1; @%p{2} bra L;\n",
                                                  i % 9, 2 + i % 9, i % 8);
                                          }));
         }},
        {"local variables that are moved",
         [head](int count) {
             return head + ".func f(.param .b64 a)\n{\n.reg .b64 %a; ld.param.b64 %a, [a]; st.u32 [%a], 1; ret;\n}\n" +
                    hostile_kernel(
                        ".local .align 8 .b8 l[64]; mov.u64 %rd3, l; cvta.local.u64 %rd4, %rd3;\n" +
                        many(count, [](int) { return "{ .param .b64 q; st.param.b64 [q], %rd4; call f, (q); }\n"; }));
         }},
        {"software barriers",
         [](int count) {
             return ".version 8.0\n.target sm_90\n.address_size 64\n.shared .align 8 .b64 b;\n" +
                    hostile_kernel(many(count, [](int) { return "mbarrier.init.shared.b64 [b], 1;\n"; }));
         }},
        {"initial contents",
         [head](int count) {
             return head + fmt::format(".global .u32 a[{}] = {{1}};\n.global .u32 b = 1;\n.entry k(){{ret;}}\n",
                                       count * 10000);
         }},
    };
}

}  // namespace ringfence::test
