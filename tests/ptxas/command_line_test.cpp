#include "ptxas/command_line.h"

#include <gtest/gtest.h>

namespace ringfence::ptxas {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLine, TritonsIsUnderstood) {
    const CommandLine command = read_command_line(Words{"-lineinfo", "--fmad=false", "-v", "--opt-level", "0",
                                                        "--gpu-name=sm_90a", "/tmp/x.ptx", "-o", "/tmp/x.ptx.o"});
    EXPECT_EQ(command.inputs, Words{"/tmp/x.ptx"});
    EXPECT_EQ(command.output, "/tmp/x.ptx.o");
    EXPECT_EQ(command.gpu, "sm_90a");
    EXPECT_FALSE(command.is_debug);
    EXPECT_EQ(assembled_file(command), "/tmp/x.ptx");
}

TEST(CommandLine, ShortAndLongNamesWithAndWithoutEquals) {
    for (const Words& words :
         {Words{"-arch", "sm_80", "--output-file", "out", "in"}, Words{"-arch=sm_80", "-o=out", "in"},
          Words{"--gpu-name", "sm_80", "--output-file=out", "in"}}) {
        const CommandLine command = read_command_line(words);
        EXPECT_EQ(command.gpu, "sm_80");
        EXPECT_EQ(command.output, "out");
        EXPECT_EQ(assembled_file(command), "in");
    }
    EXPECT_TRUE(read_command_line(Words{"-g", "in"}).is_debug);
    EXPECT_TRUE(read_command_line(Words{"-V"}).asks_version);
}

TEST(CommandLine, DefaultsAreThoseOfPtxas) {
    const CommandLine command = read_command_line(Words{"in.ptx"});
    EXPECT_EQ(command.output, "elf.o");
    EXPECT_EQ(command.gpu, "sm_75");
}

TEST(CommandLine, ValueOfAnUnknownOptionIsNoFile) {
    EXPECT_EQ(assembled_file(read_command_line(Words{"--some-new-option", "7", "in.ptx"})), "in.ptx");
    EXPECT_EQ(assembled_file(read_command_line(Words{"a.ptx", "b.ptx"})), "");
}

TEST(CommandLine, WhatIsNotForAGpuIsLeftAlone) {
    for (const Words& words :
         {Words{"-c", "in.ptx"}, Words{"--help"}, Words{"--version"}, Words{"-arch=compute_90", "in.ptx"},
          Words{"--options-file", "options", "in.ptx"}, Words{"-ias", ".version 9.0", "in.ptx"}, Words{}})
        EXPECT_EQ(assembled_file(read_command_line(words)), "");
}

TEST(CommandLine, AnOptionAtTheEndHasNoValue) {
    EXPECT_EQ(read_command_line(Words{"in.ptx", "-o"}).output, "");
}

}  // namespace
}  // namespace ringfence::ptxas
