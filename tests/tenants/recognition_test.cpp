// Recognises real processes under other users and in control groups. That takes root; the other tests run for
// everybody.
#include "tenants/recognition.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <gmock/gmock.h>

namespace ringfence::tenants {
namespace {

using testing::HasSubstr;

struct Recognition : testing::Test {
    void SetUp() override {
        std::filesystem::create_directories(folder);
        ::chmod(folder.c_str(), 0755);
        listener = listen_at(path).take();
        ::chmod(path.c_str(), 0777);
    }
    void TearDown() override {
        for (const pid_t child : children) {
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
        }
        std::filesystem::remove_all(folder);
    }

    // The daemon's end of a connection from a process that prepares itself first, and then lives until the test ends.
    UniqueFd visit(const std::function<bool()>& prepare) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (!prepare()) ::_exit(1);
            const Result<UniqueFd> socket = connect_to(path);
            while (socket.ok())
                ::pause();
            ::_exit(2);
        }
        children.push_back(child);
        return accept_from(listener.get()).take();
    }
    static bool become(uid_t uid, gid_t gid, const std::vector<gid_t>& groups) {
        return ::setgroups(groups.size(), groups.data()) == 0 && ::setresgid(gid, gid, gid) == 0 &&
               ::setresuid(uid, uid, uid) == 0;
    }
    static std::string name_of_peer(const Registry& registry, const UniqueFd& socket, const std::string& cgroup = "/") {
        PeerFacts facts = look_at_peer(socket.get()).take();
        facts.cgroup = cgroup;
        const Result<const Tenant*> tenant = recognise(registry, facts);
        return tenant.ok() ? tenant.value()->name : tenant.error().message;
    }
    void end_last_child() {
        ::kill(children.back(), SIGKILL);
        ::waitpid(children.back(), nullptr, 0);
        children.pop_back();
    }

    std::string folder = testing::TempDir() + "ringfence-recognition-" + std::to_string(::getpid());
    std::string path = folder + "/socket";
    UniqueFd listener;
    std::vector<pid_t> children;
};

const Registry& three_tenants() {
    static const Registry registry = Registry::parse(R"(
        [tenant.alice]
        uids = [61001]
        [tenant.bob]
        uids = [61002]
        gids = [62000]
        [tenant.container]
        cgroups = ["/ringfence-test*"]
    )",
                                                     "f")
                                         .take();
    return registry;
}

TEST_F(Recognition, ByUserAndGroupsOfRealProcesses) {
    if (::getuid() != 0) GTEST_SKIP() << "other users' processes can only be made by root";
    EXPECT_EQ(name_of_peer(three_tenants(), visit([] { return become(61001, 61001, {}); })), "alice");
    EXPECT_EQ(name_of_peer(three_tenants(), visit([] { return become(61002, 61002, {}); })), "bob");
    EXPECT_EQ(name_of_peer(three_tenants(), visit([] { return become(61003, 62000, {}); })), "bob");
    EXPECT_EQ(name_of_peer(three_tenants(), visit([] { return become(61003, 61003, {5, 62000, 7}); })), "bob");
    EXPECT_EQ(name_of_peer(three_tenants(), visit([] { return become(61001, 62000, {}); })), "alice")
        << "the user says more than a group";
    EXPECT_THAT(name_of_peer(three_tenants(), visit([] {
                                 return become(61003, 61003, {5, 7});
                             })),
                HasSubstr("nobody knows user 61003, group 61003"));
    // Root is nobody either, unless it is named.
    EXPECT_THAT(name_of_peer(three_tenants(), visit([] { return true; })), HasSubstr("nobody knows user 0"));
}

TEST_F(Recognition, ManyGroupsAreAllSeen) {
    if (::getuid() != 0) GTEST_SKIP() << "groups can only be set by root";
    std::vector<gid_t> groups;
    for (gid_t gid = 63000; gid < 64000; ++gid)
        groups.push_back(gid);
    groups.push_back(62000);
    EXPECT_EQ(name_of_peer(three_tenants(), visit([&] { return become(61003, 61003, groups); })), "bob");
}

TEST_F(Recognition, WhoTwoTenantsCouldClaimIsNobody) {
    const Registry registry = Registry::parse("[tenant.a]\ngids = [1]\n[tenant.b]\ngids = [2]", "f").take();
    PeerFacts peer;
    peer.process = {1, 61003, 1};
    peer.groups = {2};
    EXPECT_THAT(recognise(registry, peer).error().message, HasSubstr("tenants a and b both claim it"));
    peer.groups = {};
    EXPECT_EQ(recognise(registry, peer).value()->name, "a");
    const Registry nested =
        Registry::parse("[tenant.a]\ncgroups = ['/x']\n[tenant.b]\ncgroups = ['/x/y*']\nuids = [61003]", "f").take();
    EXPECT_THAT(recognise(nested, peer).error().message, HasSubstr("its control group is not known"));
    peer.cgroup = "/x/yz";
    EXPECT_FALSE(recognise(nested, peer).ok()) << "not even if its user would tell";
    peer.cgroup = "/x/z";
    EXPECT_EQ(recognise(nested, peer).value()->name, "a") << "a control group says more than a user";
}

// Where control groups of version 2 are, if they can be made.
std::string cgroup_folder() {
    std::ifstream mounts("/proc/mounts");
    for (std::string line; std::getline(mounts, line);) {
        if (line.find(" cgroup2 ") == std::string::npos) continue;
        const std::size_t begin = line.find(' ') + 1;
        return line.substr(begin, line.find(' ', begin) - begin);
    }
    return "";
}

TEST_F(Recognition, ByTheControlGroupOfARealProcess) {
    const std::string group = cgroup_folder() + "/ringfence-test-" + std::to_string(::getpid());
    if (::getuid() != 0 || ::mkdir(group.c_str(), 0755) != 0) GTEST_SKIP() << "no control group can be made here";
    const auto enter = [group] {
        std::ofstream(group + "/cgroup.procs") << ::getpid();
        return become(61003, 61003, {});
    };
    const UniqueFd inside = visit(enter);
    const Result<std::string> cgroup = cgroup_of_peer(inside.get());
    ASSERT_TRUE(cgroup.ok()) << cgroup.error().text();
    EXPECT_THAT(cgroup.value(), HasSubstr("/ringfence-test-"));
    EXPECT_EQ(name_of_peer(three_tenants(), inside, cgroup.value()), "container");
    const UniqueFd outside = visit([] { return become(61003, 61003, {}); });
    EXPECT_THAT(name_of_peer(three_tenants(), outside, cgroup_of_peer(outside.get()).value()),
                HasSubstr("nobody knows"));
    end_last_child();
    end_last_child();
    EXPECT_THAT(cgroup_of_peer(inside.get()).error().message, HasSubstr("ended")) << "whoever has its number now";
    // The kernel needs a moment to see that it is empty.
    for (int i = 0; i < 100 && ::rmdir(group.c_str()) != 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// A process whose child holds the socket, which has ended, and whose number somebody else has.
TEST_F(Recognition, ANumberThatIsAnothersByNowIsNotBelieved) {
    if (::getuid() != 0) GTEST_SKIP() << "only root can choose a process's number";
    const std::string next_number = "/proc/sys/kernel/ns_last_pid";
    const UniqueFd socket = visit([] { return true; });
    const pid_t number = look_at_peer(socket.get()).value().process.pid;
    ASSERT_TRUE(cgroup_of_peer(socket.get()).ok());
    end_last_child();
    for (int i = 0; i < 100; ++i) {
        std::ofstream(next_number) << number - 1;
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            while (true)
                ::pause();
        }
        children.push_back(child);
        if (child == number) break;
        end_last_child();
    }
    if (children.empty()) GTEST_SKIP() << "the kernel does not let us choose a process's number";
    EXPECT_EQ(look_at_peer(socket.get()).value().process.pid, number) << "the socket tells of the old one";
    EXPECT_FALSE(cgroup_of_peer(socket.get()).ok());
}

}  // namespace
}  // namespace ringfence::tenants
