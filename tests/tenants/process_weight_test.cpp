#include "tenants/process_weight.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/unique_fd.h"

namespace ringfence::tenants {
namespace {

using Class = ProcessStanding::Class;

constexpr std::uint32_t ten_times = 10 * usual_weight;

// `nice -n 19 cat` and the like. It has begun when this has.
class Running {
public:
    explicit Running(std::vector<std::string> words) {
        int to[2] = {-1, -1};
        int from[2] = {-1, -1};
        EXPECT_EQ(::pipe(to), 0);
        EXPECT_EQ(::pipe(from), 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            ::dup2(to[0], 0);
            ::dup2(from[1], 1);
            ::close(to[1]);
            words.insert(words.end(), "cat");
            std::vector<char*> arguments;
            arguments.reserve(words.size() + 1);
            for (std::string& word : words)
                arguments.push_back(word.data());
            arguments.push_back(nullptr);
            ::execvp(arguments[0], arguments.data());
            ::_exit(127);
        }
        ::close(to[0]);
        ::close(from[1]);
        input_.reset(to[1]);
        const UniqueFd output(from[0]);
        char answer = 0;
        EXPECT_EQ(::write(input_.get(), "x", 1), 1);
        EXPECT_EQ(::read(output.get(), &answer, 1), 1) << "cannot start " << words[0];
    }
    ~Running() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    [[nodiscard]] pid_t pid() const { return pid_; }

private:
    pid_t pid_ = 0;
    UniqueFd input_;
};

// A folder as the kernel shows control groups.
class Groups : public testing::Test {
protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "ringfence-groups-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void put(const std::string& group, const std::string& file, const std::string& text) {
        std::filesystem::create_directories(folder_ + group);
        std::ofstream(folder_ + group + "/" + file) << text;
    }
    [[nodiscard]] std::uint32_t weight(const std::string& proc_file) const { return cgroup_weight(proc_file, folder_); }

    std::string folder_;
};

TEST(ProcessWeight, IsTheKernelsOwn) {
    const auto of_nice = [](int nice) { return weight_of({Class::Usual, nice, usual_weight}, ten_times); };
    // Of sched_prio_to_weight, in which 1024 is the usual one.
    EXPECT_EQ(of_nice(0), usual_weight);
    EXPECT_NEAR(of_nice(1), 820e6 / 1024, 0.02 * 820e6 / 1024);
    EXPECT_NEAR(of_nice(10), 110e6 / 1024, 0.02 * 110e6 / 1024);
    EXPECT_NEAR(of_nice(19), 15e6 / 1024, 0.02 * 15e6 / 1024);
    EXPECT_NEAR(of_nice(-5), 3121e6 / 1024, 0.02 * 3121e6 / 1024);
    EXPECT_NEAR(weight_of({Class::Idle, -20, usual_weight}, ten_times), 3e6 / 1024, 10);
}

TEST(ProcessWeight, IsRaisedWithinTheAdministratorsBoundAlone) {
    EXPECT_EQ(weight_of({Class::Usual, -20, usual_weight}, usual_weight), usual_weight);
    EXPECT_EQ(weight_of({Class::RealTime, 0, usual_weight}, usual_weight), usual_weight);
    EXPECT_EQ(weight_of({Class::RealTime, 19, usual_weight}, ten_times), ten_times);
    EXPECT_EQ(weight_of({Class::Usual, -20, usual_weight}, ten_times), ten_times);
    // The privilege is within its control group.
    EXPECT_EQ(weight_of({Class::RealTime, 0, usual_weight / 4}, ten_times), ten_times / 4);
    EXPECT_EQ(weight_of({Class::Idle, 0, least_cgroup_weight}, usual_weight), least_weight);
}

TEST(ProcessWeight, IsSaidInWords) {
    EXPECT_EQ(text_of({}), "");
    EXPECT_EQ(text_of({Class::Usual, 19, 500'000}), "nice 19, control group 50%");
    EXPECT_EQ(text_of({Class::Idle, 5, usual_weight}), "idle class");
    EXPECT_EQ(text_of({Class::RealTime, 0, usual_weight}), "real-time class");
}

TEST(ProcessStanding, IsThatOfARealProcess) {
    const int own = ::getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(look_at_process(Running({"nice", "-n", "19"}).pid()).nice, 19);
    EXPECT_EQ(look_at_process(Running({"nice", "-n", "3"}).pid()).nice, std::min(own + 3, 19));
    EXPECT_EQ(look_at_process(Running({"chrt", "-i", "0"}).pid()).scheduling, Class::Idle);
    EXPECT_EQ(look_at_process(Running({"chrt", "-b", "0"}).pid()).scheduling, Class::Usual);
    const Running later({"env"});
    EXPECT_EQ(look_at_process(later.pid()).nice, own);
    ASSERT_EQ(::setpriority(PRIO_PROCESS, static_cast<id_t>(later.pid()), 19), 0);
    EXPECT_EQ(look_at_process(later.pid()).nice, 19);
}

TEST(ProcessStanding, OfAProcessThatIsGoneIsUsual) {
    pid_t pid = 0;
    {
        const Running ended({"nice", "-n", "19"});
        pid = ended.pid();
    }
    EXPECT_EQ(look_at_process(pid), ProcessStanding());
    EXPECT_EQ(look_at_process(0), ProcessStanding());
}

TEST_F(Groups, LowerByTheSmallestWeightOnTheWay) {
    put("/a", "cpu.weight", "50\n");
    put("/a/b", "cpu.weight", "100\n");
    EXPECT_EQ(weight("0::/a/b\n"), 500'000U);
    put("/a/b", "cpu.weight", "1\n");
    EXPECT_EQ(weight("0::/a/b\n"), 10'000U);
    EXPECT_EQ(weight("0::/a/b/c\n"), 10'000U) << "c says nothing";
    // In the idle class.
    put("/a/b", "cpu.weight", "0\n");
    EXPECT_EQ(weight("0::/a/b\n"), least_cgroup_weight);
    EXPECT_EQ(weight("0::/\n"), usual_weight);
}

TEST_F(Groups, DoNotRaise) {
    put("/a", "cpu.weight", "50\n");
    put("/a/b", "cpu.weight", "10000\n");
    EXPECT_EQ(weight("0::/a/b\n"), 500'000U);
    put("/a", "cpu.weight", "10000\n");
    EXPECT_EQ(weight("0::/a/b\n"), usual_weight);
}

// Whoever was handed a group makes others in it, under any name and as deep as it likes.
TEST_F(Groups, CountUnderNamesThatLookLikeAWayOut) {
    put("/a", "cpu.weight", "10\n");
    for (const char* const name : {"..b", "...", "..", ":..", " (deleted)"})
        EXPECT_EQ(weight(std::string("0::/a/") + name + "\n"), 100'000U) << name;
}

TEST_F(Groups, WithAPathThatIsTooLongToBeToldWeighLeast) {
    EXPECT_EQ(look_at_process(::getpid(), folder_, folder_ + "/none").cgroup, usual_weight);
    EXPECT_EQ(look_at_process(::getpid(), folder_, std::string(5000, 'd')).cgroup, least_cgroup_weight);
}

TEST_F(Groups, OfVersion1HaveShares) {
    put("/cpu/a", "cpu.shares", "256\n");
    put("/a", "cpu.weight", "1\n");
    EXPECT_EQ(weight("4:memory:/x\n2:cpuacct,cpu:/a\n0::/a\n"), 250'000U);
    EXPECT_EQ(weight("4:cpuset:/a\n0::/b\n"), usual_weight) << "another controller";
}

TEST_F(Groups, ThatCannotBeReadAreUsual) {
    put("/a", "cpu.weight", "many\n");
    for (const char* const text :
         {"", "\n", "0::", "0::a", "0::/a", "0::/..", "0::/../a", "0::/none", "2:cpu", "::::", "0:cpu:"})
        EXPECT_EQ(weight(text), usual_weight) << text;
    // Beyond some levels they lower only who made them.
    std::string deep;
    for (int i = 0; i < 100; ++i)
        deep += "/d";
    put(deep, "cpu.weight", "1\n");
    EXPECT_EQ(weight("0::" + deep + "\n"), usual_weight);
}

}  // namespace
}  // namespace ringfence::tenants
