#include "tenants/cgroup.h"

#include <gmock/gmock.h>

namespace ringfence::tenants {
namespace {

TEST(Cgroup, APatternNamesAGroupAndAllBeneath) {
    EXPECT_TRUE(is_in_cgroup("/system.slice/docker-4f6d.scope", "/system.slice/docker-4f6d.scope"));
    EXPECT_TRUE(is_in_cgroup("/system.slice/docker-4f6d.scope/init", "/system.slice/docker-4f6d.scope"));
    EXPECT_TRUE(is_in_cgroup("/system.slice/docker-4f6d.scope", "/system.slice/docker-4f*"));
    EXPECT_TRUE(is_in_cgroup("/kubepods/pod7/c1", "/kubepods/pod7"));
    EXPECT_TRUE(is_in_cgroup("/a/xyz", "/a/*z"));
    EXPECT_TRUE(is_in_cgroup("/a/xyzz/b", "/a/x*z/*"));
    EXPECT_TRUE(is_in_cgroup("/a/x", "/a/x***"));
}

TEST(Cgroup, NothingElseIsInIt) {
    EXPECT_FALSE(is_in_cgroup("/system.slice/docker-4f6e.scope", "/system.slice/docker-4f6d.scope"));
    EXPECT_FALSE(is_in_cgroup("/system.slice", "/system.slice/docker-4f*"));
    EXPECT_FALSE(is_in_cgroup("/user.slice/system.slice/docker-4f", "/system.slice/docker-4f*"));
    EXPECT_FALSE(is_in_cgroup("/system.slice/docker-4/f", "/system.slice/docker-*f")) << "* ends at a /";
    EXPECT_FALSE(is_in_cgroup("/kubepods/pod70", "/kubepods/pod7"));
    EXPECT_FALSE(is_in_cgroup("/a", "/a/*"));
    EXPECT_FALSE(is_in_cgroup("/a/", "/a/*"));
    EXPECT_FALSE(is_in_cgroup("/", "/a"));
    EXPECT_FALSE(is_in_cgroup("", "/a"));
    EXPECT_FALSE(is_in_cgroup("a", "a"));
}

TEST(Cgroup, PatternsThatNameEverybodyOrNobodyAreRefused) {
    for (const char* pattern : {"/a", "/system.slice/docker-4f6d*", "/a\\x2db/*", "/*/pod7"})
        EXPECT_TRUE(check_cgroup_pattern(pattern).ok()) << pattern;
    for (const char* pattern : {"", "/", "/*", "/*/*", "a", "/a/", "//a", "/a//b", "/a/../b", "/.", "/a'b", "/a\nb"})
        EXPECT_FALSE(check_cgroup_pattern(pattern).ok()) << pattern;
    EXPECT_FALSE(check_cgroup_pattern("/" + std::string(600, 'a')).ok());
}

TEST(Cgroup, TheUnifiedHierarchyCounts) {
    EXPECT_EQ(unified_cgroup("4:memory:/evil\n0::/a/b\n").value(), "/a/b");
    EXPECT_EQ(unified_cgroup("0::/\n").value(), "/");
    EXPECT_FALSE(unified_cgroup("4:memory:/a\n").ok());
    EXPECT_FALSE(unified_cgroup("").ok());
    EXPECT_FALSE(unified_cgroup("0::/../../a\n").ok()) << "beside what the daemon sees";
    EXPECT_FALSE(unified_cgroup("0::/a/..\n").ok());
    EXPECT_FALSE(unified_cgroup("0::/a (deleted)\n").ok());
    EXPECT_FALSE(unified_cgroup("0::\n").ok());
}

}  // namespace
}  // namespace ringfence::tenants
