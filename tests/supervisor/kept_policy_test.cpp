// The file of a policy that was kept, as somebody may have left it.
#include "supervisor/kept_policy.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/memory_file.h"

namespace ringfence::supervisor {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

struct KeptPolicy : ::testing::Test {
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "ringfence-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        path = folder / "policy";
        const UniqueFd object = memory_file_of("policy", "an object").take();
        const ShelvedPolicy policy = shelve(object.get(), "name", {}, "root").take();
        ASSERT_TRUE(keep_policy(path, &policy).ok());
        std::ifstream file(path, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(file), {});
    }
    void TearDown() override { fs::remove_all(folder); }

    // The file with another number.
    Result<std::optional<ShelvedPolicy>> with(const std::string& key, const std::string& value) const {
        std::string changed = text;
        const std::size_t at = changed.find("\"" + key + "\":") + key.size() + 3;
        changed.replace(at, changed.find_first_of(",}", at) - at, value);
        std::ofstream(path, std::ios::binary) << changed;
        return read_kept_policy(path);
    }

    fs::path folder;
    fs::path path;
    std::string text;
};

TEST_F(KeptPolicy, ComesBack) {
    const auto kept = read_kept_policy(path);
    ASSERT_TRUE(kept.ok()) << kept.error().text();
    EXPECT_EQ(kept.value()->name, "name");
    const auto other = with("most_wrong", "7");
    ASSERT_TRUE(other.ok()) << other.error().text();
    EXPECT_EQ(other.value()->watch.most_wrong, 7U);
}

TEST_F(KeptPolicy, HasWholeNumbersThatFit) {
    const std::pair<const char*, const char*> cases[] = {{"budget", "1.5"},
                                                         {"budget", "1e300"},
                                                         {"budget", "-1"},
                                                         {"most_wrong", "4294967297"},
                                                         {"most_wrong", "\"7\""},
                                                         {"patience_ns", "null"},
                                                         {"patience_ns", "18446744073709551615"}};
    for (const auto& [key, value] : cases) {
        const auto kept = with(key, value);
        ASSERT_FALSE(kept.ok()) << key << " " << value;
        EXPECT_THAT(kept.error().text(), HasSubstr("is not a policy that a daemon has kept")) << key << " " << value;
    }
}

}  // namespace
}  // namespace ringfence::supervisor
