#include "worker/ptx_lines.h"

#include <gtest/gtest.h>

namespace ringfence::worker {
namespace {

constexpr std::string_view lined_ptx =
    ".version 8.0\n"                                    // 1
    "\t.file\t1 \"/home/me/scale.cu\"\n"                // 2
    ".func  (.param .b32 func_retval0) helper(\n"       // 3
    "\t.param .b32 a\n"                                 // 4
    ")\n{\n"                                            // 5, 6
    "\tret;\n}\n"                                       // 7, 8
    ".visible .entry _Z5scalePf(.param .u64 values)\n"  // 9
    "{\n"                                               // 10
    "\tld.param.u64 %rd1, [values];\n"                  // 11
    "\t.loc\t1 5 11\n"                                  // 12
    "\tst.global.f32 [%rd1], %f1;\n"                    // 13
    "\tret;\n}\n";

TEST(PtxLines, ALineBelongsToAFunctionAndASourceLine) {
    const PtxLines lines(lined_ptx);
    EXPECT_EQ(lines.describe(1), "PTX line 1");
    EXPECT_EQ(lines.describe(7), "helper, PTX line 7");
    EXPECT_EQ(lines.describe(11), "_Z5scalePf, PTX line 11");
    EXPECT_EQ(lines.describe(13), "_Z5scalePf, PTX line 13 (/home/me/scale.cu:5)");
}

TEST(PtxLines, OddTextsAreNoTrouble) {
    for (const std::string_view odd :
         {"", "\n\n", ".", ".entry", ".func (", ".func ()", ".visible .entry (", ".loc", ".loc x y", ".loc 1",
          ".file 1", ".file 1 \"", ".file 1 \"\"", ".loc 99999999999 1", "....."}) {
        EXPECT_EQ(PtxLines(odd).describe(1), "PTX line 1") << odd;
    }
    EXPECT_EQ(PtxLines(".entry a\033b(").describe(1), "a\\x1bb, PTX line 1");
    EXPECT_EQ(PtxLines(".loc 7 3").describe(2), "PTX line 2 (line:3)");
}

}  // namespace
}  // namespace ringfence::worker
