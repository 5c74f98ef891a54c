#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "base/unique_fd.h"

namespace ringfence {
namespace {

namespace fs = std::filesystem;

class FileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "ringfence-file-test-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::ptrdiff_t files_in_folder() const { return std::distance(fs::directory_iterator(folder_), {}); }

    fs::path folder_;
};

TEST_F(FileTest, ReadsBackWhatWasWritten) {
    for (const std::size_t size : {0, 1, 65'535, 65'536, 65'537, 1'000'000}) {
        std::string contents(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            contents[i] = static_cast<char>(i * 31);
        ASSERT_TRUE(write_file_atomically(path("a"), contents).ok());
        EXPECT_EQ(read_file(path("a"), size).value(), contents);
    }
    EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(FileTest, RefusesWhatIsOverTheLimit) {
    ASSERT_TRUE(write_file_atomically(path("a"), "12345").ok());
    EXPECT_TRUE(read_file(path("a"), 5).ok());
    const Result<std::string> result = read_file(path("a"), 4);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, Error::Kind::bad_input);
    EXPECT_EQ(result.error().text(), path("a") + ": larger than the limit of 4 bytes");
}

TEST_F(FileTest, EndlessFilesStopAtTheLimit) {
    EXPECT_FALSE(read_file("/dev/zero", 100'000).ok());
    EXPECT_FALSE(read_file("/dev/zero", 0).ok());
}

TEST_F(FileTest, ReadsPipes) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::thread writer([&] {
        const UniqueFd fd(::open(path("pipe").c_str(), O_WRONLY));
        for (int i = 0; i < 3; ++i)
            ASSERT_EQ(::write(fd.get(), "abc", 3), 3);
    });
    EXPECT_EQ(read_file(path("pipe"), 100).value(), "abcabcabc");
    writer.join();
}

TEST_F(FileTest, ErrorsNameTheFile) {
    EXPECT_EQ(read_file(path("none"), 10).error().text(), path("none") + ": cannot open: No such file or directory");
    EXPECT_EQ(read_file(folder_.string(), 10).error().text(), folder_.string() + ": cannot read: Is a directory");
    EXPECT_FALSE(write_file_atomically(path("no/such/folder"), "x").ok());
}

TEST_F(FileTest, ReplacingKeepsPermissions) {
    ASSERT_TRUE(write_file_atomically(path("a"), "old").ok());
    // Whoever made it may have wanted to have a program of ours that runs as us.
    ASSERT_EQ(::chmod(path("a").c_str(), 06640), 0);
    ASSERT_TRUE(write_file_atomically(path("a"), "new").ok());
    struct stat info = {};
    ASSERT_EQ(::stat(path("a").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777, 0640U);
    EXPECT_EQ(read_file(path("a"), 10).value(), "new");
}

TEST_F(FileTest, WritesThroughLinks) {
    ASSERT_TRUE(write_file_atomically(path("target"), "old").ok());
    fs::create_symlink("target", path("link"));
    ASSERT_TRUE(write_file_atomically(path("link"), "new").ok());
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(read_file(path("target"), 10).value(), "new");
}

TEST_F(FileTest, DevicesAreWrittenNotReplaced) {
    ASSERT_TRUE(write_file_atomically("/dev/null", "x").ok());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace ringfence
