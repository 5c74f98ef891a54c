// Which of NVIDIA's libraries a worker loads on a card, and from where.
#include "adapters/library_file.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "adapters/libraries.h"
#include "adapters/library_folders.h"

namespace ringfence::adapters {
namespace {

namespace fs = std::filesystem;
using testing::Test;

constexpr std::array<const char*, 1> needed = {"libcublasLt.so.13"};

class LibraryFileTest : public Test {
protected:
    void SetUp() override {
        std::string name = "/tmp/ringfence-libraries-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        base_ = name;
        folder_ = base_ + "/lib";
        fs::create_directory(folder_);
        fs::permissions(folder_, fs::perms::owner_all);
    }
    void TearDown() override { fs::remove_all(base_); }

    void put_libraries(const std::string& folder) const {
        fs::copy_file(FAKE_CUBLAS, folder + "/libcublas.so.13");
        fs::copy_file(FAKE_CUBLASLT, folder + "/libcublasLt.so.13");
        for (const char* name : {"/libcublas.so.13", "/libcublasLt.so.13"})
            fs::permissions(folder + name, fs::perms::owner_all);
    }
    std::string complaint(const std::vector<std::string>& folders) const {
        const auto opened = LibraryFile::open_for_card(folders, "libcublas.so.13", needed);
        return opened.ok() ? "" : opened.error().text();
    }

    std::string base_;
    std::string folder_;
};

TEST_F(LibraryFileTest, WhatALibraryNeedsComesFromTheSameFolders) {
    put_libraries(folder_);
    const auto opened = LibraryFile::open_for_card({base_ + "/nothing", folder_}, "libcublas.so.13", needed);
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    EXPECT_EQ(opened.value().path(), folder_ + "/libcublas.so.13");
    EXPECT_TRUE(opened.value().is_for_card());
    auto* answer = opened.value().function<int()>("fake_answer");
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer(), 42);
}

TEST_F(LibraryFileTest, AFileThatOthersCanWriteIsRefused) {
    put_libraries(folder_);
    fs::permissions(folder_ + "/libcublas.so.13", fs::perms::others_write, fs::perm_options::add);
    EXPECT_NE(complaint({folder_}).find("libcublas.so.13 can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, WhatALibraryNeedsIsCheckedToo) {
    put_libraries(folder_);
    fs::permissions(folder_ + "/libcublasLt.so.13", fs::perms::others_write, fs::perm_options::add);
    EXPECT_NE(complaint({folder_}).find("libcublasLt.so.13 can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, AFolderThatOthersCanWriteIsRefused) {
    put_libraries(folder_);
    fs::permissions(folder_, fs::perms::others_write, fs::perm_options::add);
    EXPECT_NE(complaint({folder_}).find("/lib can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, AFolderAboveThatOthersCanWriteIsRefused) {
    put_libraries(folder_);
    fs::permissions(base_, fs::perms::others_write, fs::perm_options::add);
    EXPECT_NE(complaint({folder_}).find("can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, ALinkIsFollowedBeforeItIsChecked) {
    fs::create_directory(base_ + "/open");
    fs::permissions(base_ + "/open", fs::perms::all);
    put_libraries(base_ + "/open");
    fs::create_symlink(base_ + "/open/libcublas.so.13", folder_ + "/libcublas.so.13");
    EXPECT_NE(complaint({folder_}).find("/open can be changed by others"), std::string::npos);
}

// Links on the way may be anybody's: between check and loading they could come to lead elsewhere.
TEST_F(LibraryFileTest, WhatIsLoadedIsTheFileThatWasChecked) {
    put_libraries(folder_);
    fs::create_directory_symlink(folder_, base_ + "/link");
    const auto opened = LibraryFile::open_for_card({base_ + "/link"}, "libcublas.so.13", needed);
    ASSERT_TRUE(opened.ok()) << opened.error().text();
    Dl_info info{};
    ASSERT_NE(::dladdr(opened.value().find("fake_answer"), &info), 0);
    EXPECT_EQ(std::string(info.dli_fname), fs::canonical(folder_).string() + "/libcublas.so.13");
}

TEST_F(LibraryFileTest, AGroupThatOthersHaveTooIsNotTheUsersOwn) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can take another group";
    constexpr gid_t of_nobody = 65534;  // and of other users, on every Debian
    put_libraries(folder_);
    ASSERT_EQ(::chown(folder_.c_str(), 0, of_nobody), 0);
    fs::permissions(folder_, fs::perms::group_write, fs::perm_options::add);
    const gid_t before = ::getegid();
    ASSERT_EQ(::setegid(of_nobody), 0);
    const std::string text = complaint({folder_});
    ASSERT_EQ(::setegid(before), 0);
    EXPECT_NE(text.find("/lib can be changed by others"), std::string::npos) << text;
}

TEST_F(LibraryFileTest, RightsOfUsersByNameCount) {
    put_libraries(folder_);
    // Owner, user 65534, group and mask may all read and write; others nothing (acl(5), as the kernel keeps it).
    struct Entry {
        std::uint16_t tag, permissions;
        std::uint32_t id;
    };
    struct {
        std::uint32_t version = 2;
        Entry entries[5] = {{1, 7, ~0U}, {2, 7, 65534}, {4, 5, ~0U}, {16, 7, ~0U}, {32, 0, ~0U}};
    } list;
    if (::setxattr(folder_.c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0)
        GTEST_SKIP() << "this file system has no access lists";
    EXPECT_NE(complaint({folder_}).find("/lib can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, AFileOfAnotherUserIsRefused) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    put_libraries(folder_);
    constexpr uid_t somebody = 65534;
    ASSERT_EQ(::chown((folder_ + "/libcublas.so.13").c_str(), somebody, 0), 0);
    EXPECT_NE(complaint({folder_}).find("can be changed by others"), std::string::npos);
}

TEST_F(LibraryFileTest, ALibraryOfAnotherVersionIsNamed) {
    fs::copy_file(FAKE_CUBLAS, folder_ + "/libcublas.so.12");
    const std::string text = complaint({folder_});
    EXPECT_NE(text.find("there is no libcublas.so.13 in " + folder_), std::string::npos) << text;
    EXPECT_NE(text.find("of another version there is " + folder_ + "/libcublas.so.12"), std::string::npos) << text;
}

// A tenant may be anybody; how the machine is set up is the administrator's.
TEST_F(LibraryFileTest, TenantsAreToldOfNoFolders) {
    put_libraries(folder_);
    fs::permissions(folder_ + "/libcublas.so.13", fs::perms::others_write, fs::perm_options::add);
    fs::copy_file(FAKE_CUBLAS, folder_ + "/libcufft.so.11");
    std::string log;
    Libraries libraries({folder_}, [&](const std::string& text) { log += text + "\n"; });
    for (const auto library : {channel::Library::Cublas, channel::Library::Cufft}) {
        const auto found = libraries.find(library);
        ASSERT_FALSE(found.ok());
        EXPECT_EQ(found.error().text().find(base_), std::string::npos) << found.error().text();
        EXPECT_NE(found.error().text().find("ringfence doctor --libraries"), std::string::npos);
    }
    const std::string told = libraries.find(channel::Library::Cufft).error().text();
    EXPECT_NE(told.find("of another version there is libcufft.so.11"), std::string::npos) << told;
    EXPECT_NE(log.find(folder_ + "/libcublas.so.13 can be changed by others"), std::string::npos) << log;
    EXPECT_NE(log.find("there is no libcufft.so.12 in " + folder_), std::string::npos) << log;
}

TEST_F(LibraryFileTest, OurOwnLibrariesAreNotNvidias) {
    put_libraries(folder_);
    fs::copy_file(FAKE_CUBLAS, folder_ + "/libringfence-client.so");
    EXPECT_NE(complaint({folder_}).find("Ringfence's own library"), std::string::npos);
}

TEST_F(LibraryFileTest, ALibraryThatIsNoCublasIsRefusedOnceAndForAll) {
    put_libraries(folder_);
    Libraries libraries({folder_}, nullptr);
    EXPECT_TRUE(libraries.are_on_card());
    for (int i = 0; i < 2; ++i) {
        const auto found = libraries.find(channel::Library::Cublas);
        ASSERT_FALSE(found.ok());
        EXPECT_NE(found.error().text().find("this is no cuBLAS"), std::string::npos) << found.error().text();
    }
    EXPECT_FALSE(libraries.find(channel::Library::Cufft).ok());
}

}  // namespace
}  // namespace ringfence::adapters
