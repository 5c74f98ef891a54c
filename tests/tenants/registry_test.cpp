#include "tenants/registry.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>

#include "tenants/registry_file.h"

namespace ringfence::tenants {
namespace {

using testing::HasSubstr;

constexpr std::string_view two_tenants = R"(
[tenant.alice]
uids = [1001, 1002]
gids = [2000]
cgroups = ["/system.slice/docker-4f6d*", '/a\x2db.slice']
tokens = true
isolation = "private"
guard = "check"

[tenant.alice.limits]
device_memory = "4G"
sessions = 8
connections = 16

[tenant.bob]
uids = [1003]
)";

std::string complaint(std::string_view toml) {
    const Result<Registry> registry = Registry::parse(toml, "tenants.toml");
    return registry.ok() ? "none" : registry.error().text();
}

constexpr std::string_view two_vgpus = R"(
[tenant.alice]
uids = [1001]
vgpu = "web"

[tenant.bob]
uids = [1003]

[vgpu.web]
compute = "70%"
copy = "40%"
copy_from = "12.5%"
memory = "4G"
priority = 2

[vgpu.batch]
compute = "20%"
)";

TEST(Registry, KnowsVirtualGpus) {
    const Registry registry = Registry::parse(two_vgpus, "f").take();
    EXPECT_EQ(registry.find("alice")->vgpu, "web");
    const sched::VirtualGpu& web = *registry.find_vgpu("web");
    EXPECT_EQ(web.shares, (std::array<sched::Share, 3>{700'000, 400'000, 125'000}));
    EXPECT_EQ(web.memory, std::uint64_t{4} << 30);
    EXPECT_EQ(web.priority, 2U);
    EXPECT_EQ(Registry::parse(registry.text(), "f").value(), registry);
    EXPECT_TRUE(registry.check_bindings().ok());
    EXPECT_EQ(registry.vgpu_of(*registry.find("alice")), web);
    // The part that no virtual GPU has.
    const sched::VirtualGpu rest = registry.vgpu_of(*registry.find("bob"));
    EXPECT_EQ(rest.name, "default");
    EXPECT_EQ(rest.shares, (std::array<sched::Share, 3>{100'000, 600'000, 875'000}));
    EXPECT_EQ(Registry().default_vgpu().shares[0], sched::whole);
}

TEST(Registry, RefusesVirtualGpusThatCannotBe) {
    EXPECT_THAT(complaint("[vgpu.a]\ncompute = \"60%\"\n[vgpu.b]\ncompute = \"50%\""), HasSubstr("more than 100%"));
    EXPECT_THAT(complaint("[vgpu.a]\ncompute = \"0%\""), HasSubstr("tenants.toml:2:"));
    EXPECT_THAT(complaint("[vgpu.a]\nspeed = 3"), HasSubstr("speed"));
    EXPECT_THAT(complaint("[vgpu.a]\npriority = 8"), HasSubstr("priorities are from 0 to 7"));
    EXPECT_THAT(complaint("[vgpu.default]"), HasSubstr("bound to none"));
    EXPECT_THAT(complaint("[vgpu.none]"), HasSubstr("bound to none"));
    EXPECT_THAT(complaint("[vgpu.'a b']"), HasSubstr("no name for a virtual GPU"));
    EXPECT_THAT(complaint("vgpu = 3"), HasSubstr("vgpu"));
    EXPECT_THAT(complaint("[vgpu]\na = 3"), HasSubstr("[vgpu.NAME]"));
    EXPECT_THAT(complaint("[tenant.a]\nvgpu = \"a b\""), HasSubstr("no name for a virtual GPU"));
    // A part of a file says nothing about the whole.
    const Registry part = Registry::parse("[tenant.a]\nvgpu = \"web\"", "f").take();
    EXPECT_THAT(part.check_bindings().error().text(), HasSubstr("ringfence vgpu add web"));
}

TEST(Registry, MemoryOfAVirtualGpuIsOneTenants) {
    Registry registry = Registry::parse(two_vgpus, "f").take();
    Tenant bob = *registry.find("bob");
    bob.vgpu = "web";
    ASSERT_TRUE(registry.set(bob).ok());
    EXPECT_THAT(registry.check_bindings().error().text(), HasSubstr("bound to tenant alice and to tenant bob"));
    EXPECT_THAT(registry.remove_vgpu("web").error().text(), HasSubstr("is bound to virtual GPU web"));
    EXPECT_TRUE(registry.remove_vgpu("batch").ok());
    EXPECT_FALSE(registry.remove_vgpu("batch").ok());
}

TEST(Registry, IsReadAndWrittenAgain) {
    const Registry registry = Registry::parse(two_tenants, "f").take();
    ASSERT_EQ(registry.tenants().size(), 2U);
    const Tenant& alice = *registry.find("alice");
    EXPECT_EQ(alice.uids, (std::vector<uid_t>{1001, 1002}));
    EXPECT_EQ(alice.gids, std::vector<gid_t>{2000});
    EXPECT_EQ(alice.cgroups, (std::vector<std::string>{"/system.slice/docker-4f6d*", "/a\\x2db.slice"}));
    EXPECT_TRUE(alice.tokens);
    EXPECT_EQ(alice.isolation, Isolation::Private);
    EXPECT_EQ(alice.guard, Guard::Check);
    EXPECT_EQ(alice.limits[Limit::DeviceMemory], std::uint64_t{4} << 30);
    EXPECT_EQ(alice.limits[Limit::Sessions], 8U);
    const Tenant& bob = *registry.find("bob");
    EXPECT_FALSE(bob.tokens);
    EXPECT_EQ(bob.isolation, std::nullopt);
    EXPECT_EQ(registry.find("carol"), nullptr);
    EXPECT_EQ(Registry::parse(registry.text(), "f").value(), registry);
    EXPECT_EQ(Registry::parse("", "f").value(), Registry());
}

TEST(Registry, WhatIsNotUnderstoodIsAnErrorWithItsPlace) {
    EXPECT_THAT(complaint("[tenant.alice]\nuid = [1001]"), HasSubstr("tenants.toml:2:7: there is no setting 'uid'"));
    EXPECT_THAT(complaint("[tenants.alice]\nuids = [1001]"), HasSubstr("there is no setting 'tenants'"));
    EXPECT_THAT(complaint("[tenant.alice]\nuids = 1001"), HasSubstr("uids must be a list of numbers"));
    EXPECT_THAT(complaint("[tenant.alice]\nuids = [-1]"), HasSubstr("uids must be a list of numbers"));
    EXPECT_THAT(complaint("[tenant.alice]\nuids = [4294967296]"), HasSubstr("uids must be a list of numbers"));
    EXPECT_THAT(complaint("[tenant.alice]\ncgroups = [1]"), HasSubstr("cgroups must be a list of texts"));
    EXPECT_THAT(complaint("[tenant.alice]\ntokens = 1"), HasSubstr("tokens must be true or false"));
    EXPECT_THAT(complaint("[tenant.alice]\nisolation = \"none\""), HasSubstr("there is no isolation 'none'"));
    EXPECT_THAT(complaint("[tenant.alice]\nguard = \"on\""), HasSubstr("there is no guard 'on'"));
    EXPECT_THAT(complaint("[tenant.alice.limits]\nmemory = \"4G\""), HasSubstr("there is no limit 'memory'"));
    EXPECT_THAT(complaint("[tenant]\nalice = 3"), HasSubstr("tenant 'alice' must be a table"));
    EXPECT_THAT(complaint("[tenant.alice]\n[tenant.alice]"), HasSubstr("tenants.toml:2"));
    EXPECT_THAT(complaint("[&e$ant]"), HasSubstr("tenants.toml:1:2"));
    EXPECT_THAT(complaint("[[tenant]]\nuids = [1]"), HasSubstr("tenant must be a table"));
    // toml++ 3.3 does not know what to do with these.
    EXPECT_THAT(complaint("[tenant.alice]\nuids = [\xcf\x9d]"), HasSubstr("tenants.toml:2:9: only comments may have"));
    EXPECT_EQ(complaint("# f\xc3\xbcr Alice\n[tenant.alice]\n  # \xcf\x9d\nuids = [1]\n"), "none");
}

TEST(Registry, NobodyCanBeTwoTenants) {
    EXPECT_THAT(complaint("[tenant.a]\nuids = [7]\n[tenant.b]\nuids = [8, 7]"),
                HasSubstr("uid 7 belongs to tenant a and to tenant b"));
    EXPECT_THAT(complaint("[tenant.a]\ngids = [7]\n[tenant.b]\ngids = [7]"), HasSubstr("gid 7 belongs to"));
    EXPECT_THAT(complaint("[tenant.a]\ncgroups = ['/x']\n[tenant.b]\ncgroups = ['/x']"), HasSubstr("cgroup /x"));
    // Whoever the kernel has no number for would be this one's.
    EXPECT_THAT(complaint("[tenant.a]\nuids = [65534]"), HasSubstr("uid 65534 is what the kernel says"));
    Registry registry = Registry::parse(two_tenants, "f").take();
    const Registry before = registry;
    Tenant thief;
    thief.name = "thief";
    thief.uids = {5, 1003};
    EXPECT_FALSE(registry.set(thief).ok());
    EXPECT_EQ(registry, before);
    thief.name = "bob";
    EXPECT_TRUE(registry.set(thief).ok()) << "one's own one may keep";
    EXPECT_TRUE(registry.remove("bob"));
    EXPECT_FALSE(registry.remove("bob"));
}

TEST(Registry, NamesAreFitForFilesLogsAndTokens) {
    for (const char* name : {"a", "Alice", "team-7_x", "abcdefghijklmnopqrstuvwxyz012345"})
        EXPECT_TRUE(check_tenant_name(name).ok()) << name;
    for (const char* name :
         {"", "7a", "-a", "_a", "a.b", "a b", "a/b", "a\n", "\xc3\xa4", "a*", "abcdefghijklmnopqrstuvwxyz0123456"})
        EXPECT_FALSE(check_tenant_name(name).ok()) << name;
    EXPECT_THAT(complaint("[tenant.\"a.b\"]\n"), HasSubstr("'a.b' is no name for a tenant"));
}

struct RegistryOnDisk : testing::Test {
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }

    static Result<void> add(const std::string& path, const std::string& name, uid_t uid) {
        const Result<Registry> changed = change_registry(path, [&](Registry& registry) {
            Tenant tenant;
            tenant.name = name;
            tenant.uids = {uid};
            return registry.set(std::move(tenant));
        });
        return changed.ok() ? Result<void>() : changed.error();
    }

    std::string folder = testing::TempDir() + "ringfence-registry-" + std::to_string(::getpid());
    std::string path = folder + "/state/tenants.toml";
};

TEST_F(RegistryOnDisk, NoFileIsNotAnEmptyFile) {
    EXPECT_EQ(load_registry(path).value(), std::nullopt);
    ASSERT_TRUE(add(path, "alice", 1001).ok());
    struct stat info = {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U);
    EXPECT_EQ(load_registry(path).value()->tenants().size(), 1U);
    std::ofstream(path, std::ios::trunc) << "";
    EXPECT_EQ(load_registry(path).value(), Registry());
}

TEST_F(RegistryOnDisk, AChangeThatFailsChangesNothing) {
    ASSERT_TRUE(add(path, "alice", 1001).ok());
    const FileMark before = FileMark::of(path);
    EXPECT_FALSE(add(path, "bob", 1001).ok());
    EXPECT_EQ(FileMark::of(path), before);
    ASSERT_TRUE(add(path, "bob", 1002).ok());
    EXPECT_NE(FileMark::of(path), before);
    std::ofstream(path, std::ios::app) << "nonsense";
    EXPECT_FALSE(add(path, "carol", 1003).ok());
}

TEST_F(RegistryOnDisk, AFileThatOthersCanWriteIsNotBelieved) {
    ASSERT_TRUE(add(path, "alice", 1001).ok());
    ::chmod(path.c_str(), 0622);
    EXPECT_THAT(load_registry(path).error().text(), HasSubstr("others can write it"));
    ::chmod(path.c_str(), 0644);
    EXPECT_TRUE(load_registry(path).ok());
    if (::getuid() == 0) {
        ASSERT_EQ(::chown(path.c_str(), 4321, 4321), 0);
        EXPECT_THAT(load_registry(path).error().text(), HasSubstr("others can write it"));
    }
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    EXPECT_FALSE(load_registry(path).ok());
}

// The folder is the daemon's, which may have been taken over: root writes there, and nowhere else.
TEST_F(RegistryOnDisk, LinksAreNotFollowed) {
    const std::string elsewhere = folder + "/elsewhere";
    for (const std::string& link : {path, path + ".lock", path + ".new"}) {
        std::filesystem::remove_all(folder + "/state");
        std::filesystem::create_directories(folder + "/state");
        std::filesystem::create_symlink(elsewhere, link);
        static_cast<void>(add(path, "ann", 1));
        EXPECT_FALSE(std::filesystem::exists(elsewhere)) << link;
    }
    std::filesystem::remove_all(folder + "/state");
    EXPECT_TRUE(add(path, "bob", 2).ok());
}

TEST_F(RegistryOnDisk, WhatRootWritesTheDaemonCanChange) {
    if (::getuid() != 0) GTEST_SKIP() << "only root can write for others";
    constexpr uid_t daemon = 61001;
    std::filesystem::create_directories(folder + "/state");
    ASSERT_EQ(::chown((folder + "/state").c_str(), daemon, daemon), 0);
    ASSERT_TRUE(add(path, "ann", 1).ok());
    const pid_t child = ::fork();
    if (child == 0) {
        const bool is_daemon = ::setresgid(daemon, daemon, daemon) == 0 && ::setresuid(daemon, daemon, daemon) == 0;
        ::_exit(is_daemon && add(path, "bob", 2).ok() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(load_registry(path).value()->tenants().size(), 2U);
}

TEST_F(RegistryOnDisk, ChangesAtTheSameTimeAllCount) {
    std::vector<std::thread> threads;
    for (uid_t i = 0; i < 8; ++i) {
        threads.emplace_back([this, i] {
            for (uid_t j = 0; j < 10; ++j)
                EXPECT_TRUE(add(path, "t" + std::to_string(i) + "-" + std::to_string(j), 1000 + 10 * i + j).ok());
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(load_registry(path).value()->tenants().size(), 80U);
}

}  // namespace
}  // namespace ringfence::tenants
