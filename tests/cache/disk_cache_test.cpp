#include "cache/disk_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "cache/digest.h"

namespace ringfence::cache {
namespace {

using ::testing::HasSubstr;

class Folder {
public:
    Folder() { path_ = ::mkdtemp(template_.data()); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::filesystem::remove_all(path_);
        std::filesystem::remove(path_ + ".secret");
    }
    const std::string& path() const { return path_; }
    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string template_ = ::testing::TempDir() + "disk_cache.XXXXXX";
    std::string path_;
};

constexpr Secret some_secret = {1, 2, 3};

std::string key(std::string_view text) {
    const std::string_view parts[] = {text};
    return key_of(parts);
}

DiskCacheOptions options_for(const std::string& folder, std::uint64_t limit = 1 << 20) {
    return {.folder = folder, .limit = limit, .secret_file = folder + ".secret"};
}

std::unique_ptr<DiskCache> opened(const std::string& folder, std::uint64_t limit = 1 << 20) {
    auto cache = DiskCache::open(options_for(folder, limit));
    EXPECT_TRUE(cache.ok()) << cache.error().text();
    return cache.take();
}

TEST(Digest, KnowsWhereOneTextEnds) {
    const std::string_view one[] = {"ab", "c"};
    const std::string_view other[] = {"a", "bc"};
    EXPECT_NE(key_of(one), key_of(other));
    EXPECT_EQ(key_of(one).size(), 64U);
}

TEST(DiskCache, GivesWhatWasKept) {
    const Folder folder;
    const auto cache = opened(folder.path());
    EXPECT_FALSE(cache->find(key("a")).has_value());
    cache->keep(key("a"), "code");
    EXPECT_EQ(cache->find(key("a")), "code");
    cache->keep(key("a"), "other code");
    EXPECT_EQ(opened(folder.path())->find(key("a")), "other code");
    cache->keep(key("b"), "");
    EXPECT_EQ(cache->find(key("b")), "");
}

TEST(DiskCache, MakesItsFolderForItsUserAlone) {
    const Folder folder;
    const auto cache = opened(folder.file("deep/in/it"));
    struct stat info {};
    ASSERT_EQ(::stat(folder.file("deep/in/it").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0700U);
    cache->keep(key("a"), "code");
    ASSERT_EQ(::stat(folder.file("deep/in/it/" + key("a")).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST(DiskCache, RefusesAFolderThatOthersCanUse) {
    const Folder folder;
    for (const unsigned mode : {0770U, 0702U, 0750U}) {
        ASSERT_EQ(::chmod(folder.path().c_str(), mode), 0);
        const auto cache = DiskCache::open(options_for(folder.path()));
        ASSERT_FALSE(cache.ok());
        EXPECT_THAT(cache.error().text(), HasSubstr("others can use it"));
        EXPECT_THAT(cache.error().text(), HasSubstr("chmod 700"));
    }
}

TEST(DiskCache, RefusesAFolderOfSomebodyElse) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
    const Folder folder;
    ASSERT_EQ(::chown(folder.path().c_str(), 1, 1), 0);
    const auto cache = DiskCache::open(options_for(folder.path()));
    ASSERT_FALSE(cache.ok());
    EXPECT_THAT(cache.error().text(), HasSubstr("it belongs to the user 1"));
}

TEST(DiskCache, RefusesLinksAndFiles) {
    const Folder folder;
    std::filesystem::create_directory(folder.file("real"));
    ASSERT_EQ(::chmod(folder.file("real").c_str(), 0700), 0);
    std::filesystem::create_symlink(folder.file("real"), folder.file("link"));
    EXPECT_FALSE(DiskCache::open(options_for(folder.file("link"))).ok());
    ASSERT_TRUE(write_file_atomically(folder.file("file"), "x").ok());
    EXPECT_FALSE(DiskCache::open(options_for(folder.file("file"))).ok());
}

TEST(DiskCache, DoesNotFollowLinksToFiles) {
    const Folder folder;
    const auto cache = opened(folder.path());
    cache->keep(key("a"), "code");
    std::filesystem::rename(folder.file(key("a")), folder.file("elsewhere"));
    std::filesystem::create_symlink(folder.file("elsewhere"), folder.file(key("a")));
    EXPECT_FALSE(cache->find(key("a")).has_value());
}

TEST(DiskCache, DamagedFilesAreAsGoodAsNone) {
    const Folder folder;
    const auto cache = opened(folder.path());
    const std::string file = DiskCache::packed(some_secret, key("a"), "some code");
    for (std::size_t bit = 0; bit < file.size() * 8; ++bit) {
        std::string damaged = file;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1U << (bit % 8)));
        EXPECT_FALSE(DiskCache::unpacked(some_secret, key("a"), damaged).has_value()) << bit;
    }
    for (std::size_t size = 0; size < file.size(); ++size)
        EXPECT_FALSE(DiskCache::unpacked(some_secret, key("a"), std::string_view(file).substr(0, size)).has_value())
            << size;
    EXPECT_FALSE(DiskCache::unpacked(some_secret, key("a"), file + "x").has_value());
    ASSERT_TRUE(write_file_atomically(folder.file(key("a")), file.substr(0, 60)).ok());
    EXPECT_FALSE(cache->find(key("a")).has_value());
    cache->keep(key("a"), "some code");
    EXPECT_EQ(cache->find(key("a")), "some code");
}

TEST(DiskCache, AFileUnderAnotherNameIsNoGood) {
    const Folder folder;
    const auto cache = opened(folder.path());
    cache->keep(key("a"), "code");
    std::filesystem::rename(folder.file(key("a")), folder.file(key("b")));
    EXPECT_FALSE(cache->find(key("b")).has_value());
}

TEST(DiskCache, WhoDoesNotKnowTheSecretCannotForge) {
    const Folder folder;
    std::vector<std::string> told;
    DiskCacheOptions options = options_for(folder.path());
    options.on_disbelief = [&](const std::string& text) { told.push_back(text); };
    const auto cache = DiskCache::open(options).take();
    cache->keep(key("a"), "code");
    // All that the folder shows is how a file looks; the secret it does not show.
    ASSERT_TRUE(write_file_atomically(folder.file(key("b")), DiskCache::packed({}, key("b"), "evil code")).ok());
    EXPECT_FALSE(cache->find(key("b")).has_value());
    EXPECT_EQ(cache->disbelieved(), 1U);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_THAT(told[0], HasSubstr(key("b")));
    EXPECT_THAT(told[0], HasSubstr("was not written with this user's secret"));
    EXPECT_EQ(cache->find(key("a")), "code");
    EXPECT_FALSE(cache->find(key("none")).has_value());
    EXPECT_EQ(cache->disbelieved(), 1U);
}

TEST(DiskCache, AnotherSecretBelievesNothing) {
    const Folder folder;
    opened(folder.path())->keep(key("a"), "code");
    std::filesystem::remove(folder.path() + ".secret");
    const auto cache = opened(folder.path());
    EXPECT_FALSE(cache->find(key("a")).has_value());
    cache->keep(key("a"), "code");
    EXPECT_EQ(opened(folder.path())->find(key("a")), "code");
}

TEST(DiskCache, TellsOfTheFirstForgeriesOnly) {
    const Folder folder;
    unsigned told = 0;
    DiskCacheOptions options = options_for(folder.path());
    options.on_disbelief = [&](const std::string&) { ++told; };
    const auto cache = DiskCache::open(options).take();
    ASSERT_TRUE(write_file_atomically(folder.file(key("b")), DiskCache::packed({}, key("b"), "evil code")).ok());
    for (int i = 0; i < 100; ++i)
        EXPECT_FALSE(cache->find(key("b")).has_value());
    EXPECT_EQ(told, 16U);
    EXPECT_EQ(cache->disbelieved(), 100U);
}

TEST(Secret, IsMadeOnceAndForItsUserAlone) {
    const Folder folder;
    const std::string file = folder.file("state/deep/secret");
    auto made = load_secret(file, folder.file("cache"));
    ASSERT_TRUE(made.ok()) << made.error().text();
    EXPECT_NE(made.value(), Secret());
    EXPECT_EQ(load_secret(file, folder.file("cache")).value(), made.value());
    EXPECT_NE(load_secret(folder.file("other"), folder.file("cache")).value(), made.value());
    struct stat info {};
    ASSERT_EQ(::stat(file.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("state/deep")), {}), 1);
}

TEST(Secret, IsRefusedWhereOthersCouldKnowIt) {
    const Folder folder;
    const std::string file = folder.file("secret");
    ASSERT_TRUE(load_secret(file, folder.file("cache")).ok());
    ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
    EXPECT_THAT(load_secret(file, folder.file("cache")).error().text(), HasSubstr("not this user's alone"));
    ASSERT_EQ(::chmod(file.c_str(), 0600), 0);
    ASSERT_TRUE(write_file_atomically(file, "short").ok());
    EXPECT_THAT(load_secret(file, folder.file("cache")).error().text(), HasSubstr("5 bytes instead of 32"));
    for (const char* inside : {"cache/secret", "cache/deep/secret", "cache/../cache/secret"}) {
        EXPECT_THAT(load_secret(folder.file(inside), folder.file("cache")).error().text(),
                    HasSubstr("in the folder that it protects"));
    }
    EXPECT_TRUE(load_secret(folder.file("cache.secret"), folder.file("cache")).ok());
    EXPECT_THAT(load_secret("", folder.file("cache")).error().text(), HasSubstr("RINGFENCE_CACHE_SECRET"));
}

void make_older(const std::string& path, std::time_t seconds) {
    const timespec times[2] = {{std::time(nullptr) - seconds, 0}, {std::time(nullptr) - seconds, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST(DiskCache, TheOldestGoWhenThereIsTooMuch) {
    const Folder folder;
    ASSERT_TRUE(write_file_atomically(folder.file("notes.txt"), std::string(100'000, 'x')).ok());
    const auto cache = opened(folder.path(), 100'000);
    const std::string code(15'000, 'c');
    for (int i = 0; i < 6; ++i) {
        cache->keep(key(std::to_string(i)), code);
        make_older(folder.file(key(std::to_string(i))), 100'000 - i);
    }
    // Used: no longer the oldest.
    EXPECT_TRUE(cache->find(key("0")).has_value());
    cache->keep(key("new"), code);
    EXPECT_TRUE(cache->find(key("0")).has_value());
    EXPECT_TRUE(cache->find(key("new")).has_value());
    EXPECT_FALSE(cache->find(key("1")).has_value());
    EXPECT_TRUE(cache->find(key("5")).has_value());
    // Files that are not the cache's stay.
    EXPECT_TRUE(std::filesystem::exists(folder.file("notes.txt")));
}

TEST(DiskCache, WhatIsTooLargeIsNotKept) {
    const Folder folder;
    const auto cache = opened(folder.path(), 1000);
    cache->keep(key("a"), std::string(500, 'x'));
    EXPECT_FALSE(cache->find(key("a")).has_value());
}

}  // namespace
}  // namespace ringfence::cache
