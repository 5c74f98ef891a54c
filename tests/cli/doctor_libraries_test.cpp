#include "cli/doctor_libraries.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace ringfence::cli {
namespace {

namespace fs = std::filesystem;

class DoctorLibrariesTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = "/tmp/ringfence-doctor-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        base_ = name;
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
    std::string settings() const {
        std::ifstream file(base_ + "/ringfence/ringfence.toml");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::string base_;
};

TEST_F(DoctorLibrariesTest, TheFirstFolderThatHasALibraryCounts) {
    const std::string wheel = make_folder("wheel");
    const std::string toolkit = make_folder("toolkit");
    const std::string copy = make_folder("copy");
    make_file(wheel + "/libcudnn.so.9");
    make_file(toolkit + "/libcufft.so.12.0.0.61");
    fs::create_symlink("libcufft.so.12.0.0.61", toolkit + "/libcufft.so.12");
    make_file(copy + "/libcufft.so.12");
    const LibrarySurvey survey = survey_libraries({wheel, toolkit, copy});
    ASSERT_EQ(survey.libraries.size(), 3U);
    EXPECT_EQ(survey.libraries[0].version, "9");
    EXPECT_EQ(survey.libraries[1].version, "12.0.0.61");
    EXPECT_EQ(libraries_setting(survey), "libraries = [\"" + wheel + "\", \"" + toolkit + "\"]");
    EXPECT_EQ(survey.missing.size(), 5U);
}

TEST_F(DoctorLibrariesTest, WhatOthersCanWriteIsShownAndNotNamed) {
    const std::string open = make_folder("open");
    make_file(open + "/libcufft.so.12", fs::perms::owner_all | fs::perms::others_write);
    const LibrarySurvey survey = survey_libraries({open});
    ASSERT_EQ(survey.libraries.size(), 1U);
    EXPECT_NE(survey.libraries[0].problem.find("can be changed by others"), std::string::npos);
    EXPECT_TRUE(survey.folders.empty());
}

TEST_F(DoctorLibrariesTest, PackagesOfAnEnvironmentAreFoundByTheirPlace) {
    const std::string folder = make_folder("lib/python3.12/site-packages/nvidia/cu13/lib");
    ::setenv("VIRTUAL_ENV", base_.c_str(), 1);
    const std::vector<std::string> found = python_library_folders();
    ::unsetenv("VIRTUAL_ENV");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), folder);
}

TEST_F(DoctorLibrariesTest, TheSettingTakesThePlaceOfTheOneThatIsThere) {
    const std::string folder = make_folder("lib");
    make_file(folder + "/libcufft.so.12");
    make_folder("ringfence");
    std::ofstream{base_ + "/ringfence/ringfence.toml"}
        << "backend = \"cuda\"\nlibraries = [\"/old\"]\n\n[soft]\nworkers = 1\n";
    ::setenv("XDG_CONFIG_HOME", base_.c_str(), 1);
    const auto written = write_libraries_setting(survey_libraries({folder}));
    ASSERT_TRUE(written.ok()) << written.error().text();
    EXPECT_EQ(settings(), "libraries = [\"" + folder + "\"]\nbackend = \"cuda\"\n\n[soft]\nworkers = 1\n");
    std::ofstream{base_ + "/ringfence/ringfence.toml"} << "libraries = [\n  \"/old\"]\n";
    EXPECT_FALSE(write_libraries_setting(survey_libraries({folder})).ok());
    ::unsetenv("XDG_CONFIG_HOME");
}

// Files in which the line is not what it looks like, and a folder whose name would end the text that it stands in.
TEST_F(DoctorLibrariesTest, NothingElseInTheFileIsChanged) {
    const std::string folder = make_folder("lib");
    make_file(folder + "/libcufft.so.12");
    const std::string odd = make_folder("a\", \"b");
    make_file(odd + "/libcufft.so.12");
    make_folder("ringfence");
    ::setenv("XDG_CONFIG_HOME", base_.c_str(), 1);
    for (const char* text : {"[soft]\nlibraries = [\"/other\"]\n", "\"libraries\" = [\"/old\"]\n",
                             "libraries = [\"/a]b\",\n\"/c\"]\n", "this is no TOML\n"}) {
        std::ofstream{base_ + "/ringfence/ringfence.toml"} << text;
        EXPECT_FALSE(write_libraries_setting(survey_libraries({folder})).ok()) << text;
        EXPECT_EQ(settings(), text);
    }
    fs::remove(base_ + "/ringfence/ringfence.toml");
    EXPECT_FALSE(write_libraries_setting(survey_libraries({odd})).ok());
    EXPECT_EQ(settings(), "");
    ::unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace ringfence::cli
