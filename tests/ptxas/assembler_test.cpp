#include "ptxas/assembler.h"

#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace ringfence::ptxas {
namespace {

struct AssemblerTest : testing::Test {
    AssemblerTest() {
        std::string pattern = (std::filesystem::temp_directory_path() / "ptxas-test-XXXXXX").string();
        folder = ::mkdtemp(pattern.data());
    }
    ~AssemblerTest() override { std::filesystem::remove_all(folder); }

    std::string script(const std::string& name, const std::string& text, bool can_run = true) const {
        std::string path = folder / name;
        std::ofstream(path) << "#!/bin/sh\n" << text << "\n";
        if (can_run) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        return path;
    }

    std::filesystem::path folder;
};

TEST_F(AssemblerTest, FirstThatCanBeRunIsTaken) {
    const std::vector<std::string> places = {folder / "missing", folder, script("text", "", false),
                                             script("first", "exit 0"), script("second", "exit 0")};
    EXPECT_EQ(find_assembler(places), places[3]);
    EXPECT_EQ(find_assembler(std::span(places).first(3)), "");
}

// A setting that names ourselves must not make us call ourselves for ever.
TEST_F(AssemblerTest, ItselfIsNotTaken) {
    const std::string other_name = folder / "ptxas";
    std::filesystem::create_symlink("/proc/self/exe", other_name);
    const std::vector<std::string> places = {other_name, script("real", "exit 0")};
    EXPECT_EQ(find_assembler(places), places[1]);
}

TEST_F(AssemblerTest, WordsAndStatusArePassedOn) {
    const std::string program = script("ptxas", "[ \"$1\" = -v ] && [ \"$2\" = 'a b' ] && exit 7");
    const std::vector<std::string> words = {"-v", "a b"};
    EXPECT_EQ(WEXITSTATUS(run_assembler(program, words)), 7);
    const std::string crashes = script("crashes", "kill -SEGV $$");
    const int status = run_assembler(crashes, {});
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(run_assembler(folder / "missing", {}), -1);
}

// Two of ours that find each other as the ptxas to take.
TEST_F(AssemblerTest, OursDoNotCallEachOtherForEver) {
    const std::string tells = script("ptxas", "exit $RINGFENCE_PTXAS_LEVEL");
    ::unsetenv(level_setting);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(WEXITSTATUS(run_assembler(tells, {})), 1) << "a second call is no deeper one";
    ::setenv(level_setting, "3", 1);
    EXPECT_EQ(WEXITSTATUS(run_assembler(tells, {})), 4);
    for (const char* level : {"4", "5", "-1", "x", "99999999999999999999"}) {
        ::setenv(level_setting, level, 1);
        errno = 0;
        EXPECT_EQ(run_assembler(tells, {}), -1) << level;
        EXPECT_EQ(errno, ELOOP) << level;
    }
    ::unsetenv(level_setting);
}

TEST(TritonFolder, IsFoundByTheLibrary) {
    const std::string map =
        "7f00-7f01 r-xp 00000000 08:01 12 /usr/lib/libc.so.6\n"
        "7f02-7f03 r-xp 00000000 08:01 13                 /home/a "
        "b/lib/python3.11/site-packages/triton/_C/libtriton.so\n";
    EXPECT_EQ(triton_folder(map), "/home/a b/lib/python3.11/site-packages/triton/backends/nvidia/bin");
    EXPECT_EQ(triton_folder("7f00-7f01 r-xp 00000000 08:01 12 /usr/lib/libc.so.6\n"), "");
    EXPECT_EQ(triton_folder("_C/libtriton.so"), "");
    EXPECT_EQ(triton_folder(""), "");
}

TEST(AssemblerPlaces, OneThatWasNamedIsTheOnlyOne) {
    ::setenv(only_setting, "/opt/ptxas", 1);
    EXPECT_EQ(assembler_places(false), std::vector<std::string>{"/opt/ptxas"});
    ::unsetenv(only_setting);
}

TEST(AssemblerPlaces, WhatTheUserHadSetComesFirst) {
    ::unsetenv(only_setting);
    ::setenv(kept_setting, "/opt/ptxas", 1);
    ::setenv(kept_blackwell_setting, "/opt/newer/ptxas", 1);
    EXPECT_EQ(assembler_places(false).front(), "/opt/ptxas");
    EXPECT_EQ(assembler_places(true).front(), "/opt/newer/ptxas");
    ::unsetenv(kept_setting);
    ::unsetenv(kept_blackwell_setting);
}

}  // namespace
}  // namespace ringfence::ptxas
