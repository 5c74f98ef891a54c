#include "cli/doctor_program.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace ringfence::cli {
namespace {

namespace fs = std::filesystem;
using Verdict = NeededLibrary::Verdict;

class DoctorProgramTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = "/tmp/ringfence-program-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        base_ = name;
        places_.shims = make_folder("shims");
        places_.folders = {make_folder("toolkit")};
        for (const char* shim : {"libcudart.so.13", "libcudart.so.12", "libcufft.so.12", "libcublas.so.13"})
            make_file(places_.shims + "/" + shim);
    }
    void TearDown() override { fs::remove_all(base_); }

    std::string make_folder(const std::string& name) const {
        fs::create_directories(base_ + "/" + name);
        fs::permissions(base_ + "/" + name, fs::perms::owner_all);
        return base_ + "/" + name;
    }
    static void make_file(const std::string& path, fs::perms permissions = fs::perms::owner_all) {
        std::ofstream{path} << "nothing";
        fs::permissions(path, permissions);
    }
    std::vector<NeededLibrary> judge(const std::vector<std::string>& needed) const {
        ElfSummary program;
        program.is_elf = true;
        program.needed = needed;
        return judge_program(program, places_);
    }

    std::string base_;
    LibraryPlaces places_;
};

TEST_F(DoctorProgramTest, WhatIsNotCudasIsLeftOut) {
    EXPECT_TRUE(judge({"libc.so.6", "libcudaless.so.1", "libm.so.6", "/opt/libcuda.so.1"}).empty());
}

TEST_F(DoctorProgramTest, WhatAWorkerWouldLoadIsNamedWithItsVersion) {
    make_file(places_.folders[0] + "/libcufft.so.12.0.0.61");
    fs::create_symlink("libcufft.so.12.0.0.61", places_.folders[0] + "/libcufft.so.12");
    const auto judged = judge({"libcudart.so.13", "libcufft.so.12", "libnvrtc.so.13"});
    ASSERT_EQ(judged.size(), 3U);
    for (const NeededLibrary& one : judged)
        EXPECT_EQ(one.verdict, Verdict::Fine) << one.text;
    EXPECT_NE(judged[1].text.find(places_.folders[0] + "/libcufft.so.12 (12.0.0.61)"), std::string::npos)
        << judged[1].text;
}

TEST_F(DoctorProgramTest, AnotherVersionIsExplained) {
    const auto judged = judge({"libcufft.so.11", "libcudart.so.11.0"});
    ASSERT_EQ(judged.size(), 2U);
    EXPECT_EQ(judged[0].verdict, Verdict::Broken);
    EXPECT_NE(judged[0].text.find("which is libcufft.so.12;"), std::string::npos) << judged[0].text;
    EXPECT_NE(judged[1].text.find("libcudart.so.12 and libcudart.so.13"), std::string::npos) << judged[1].text;
}

TEST_F(DoctorProgramTest, WhatAWorkerDoesNotHaveOrDoesNotBelieveIsSaid) {
    make_file(places_.folders[0] + "/libcublas.so.13", fs::perms::owner_all | fs::perms::others_write);
    const auto judged = judge({"libcufft.so.12", "libcublas.so.13", "libcusparseLt.so.0"});
    ASSERT_EQ(judged.size(), 3U);
    EXPECT_EQ(judged[0].verdict, Verdict::Doubtful);
    EXPECT_NE(judged[0].text.find("there is no libcufft.so.12 in"), std::string::npos) << judged[0].text;
    EXPECT_EQ(judged[1].verdict, Verdict::Broken);
    EXPECT_NE(judged[1].text.find("can be changed by others"), std::string::npos) << judged[1].text;
    EXPECT_EQ(judged[2].verdict, Verdict::Doubtful);
}

}  // namespace
}  // namespace ringfence::cli
