// Compilers that do everything wrong, and those who need one meanwhile.
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/archive.h"
#include "base/cuda_status.h"
#include "compiler/pool.h"
#include "process_state.h"
#include "silent_file.h"

namespace ringfence::compiler {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

// An emulator of another processor has no filter for system calls, and a compiler does not work without.
class Compiler : public ::testing::Test {
protected:
    void SetUp() override {
        if (::prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "this system has no seccomp";
    }
};
class CompilerPool : public Compiler {};

PoolOptions test_options(unsigned most_at_once = 2) {
    PoolOptions options;
    options.process.program = FAKE_COMPILER;
    options.process.time_limit = 20s;
    options.process.most_memory = std::uint64_t{256} << 20U;
    options.most_at_once = most_at_once;
    return options;
}

std::unique_ptr<Pool> made(const PoolOptions& options) {
    return Pool::create(options).take();
}

std::string text_of(const Result<std::vector<std::byte>>& code) {
    EXPECT_TRUE(code.ok()) << (code.ok() ? "" : code.error().text());
    if (!code.ok()) return {};
    return {reinterpret_cast<const char*>(code.value().data()), code.value().size()};
}

std::string image_of(const std::string& text) {
    ArchiveWriter writer;
    writer(text, std::string());
    return writer.take();
}

Error error_of(const Result<std::vector<std::byte>>& code) {
    EXPECT_FALSE(code.ok());
    return code.ok() ? Error() : code.error();
}

void await(const std::function<bool()>& condition) {
    for (const auto end = Clock::now() + 60s; !condition() && Clock::now() < end;)
        std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(condition());
}

bool is_there(pid_t pid) {
    return ::kill(pid, 0) == 0;
}

constexpr auto patience = 60s;  // of those who are not what a test is about

// A process that was started from here would have a copy of it, and close that.
TEST_F(CompilerPool, CompilersAreStartedWhileAFileIsOpenThatCannotBeClosed) {
    const auto pool = made(test_options());
    SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root, and /dev/fuse";
    std::atomic<bool> is_done = false;
    std::string code;
    std::thread tenant([&] {
        Customer customer(*pool);
        code = text_of(customer.compile("text", "name"));
        is_done = true;
    });
    for (const auto end = Clock::now() + 60s; !is_done && Clock::now() < end;)
        std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(is_done);
    // Then all of them go on.
    silent.let_go();
    tenant.join();
    EXPECT_EQ(code, image_of("text"));
}

// Whoever ends it: the next one is opened.
TEST_F(CompilerPool, CompilersAreStartedAfterTheirNurseryHasEnded) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    const auto children = [&] {
        std::vector<pid_t> found;
        for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
            std::ifstream file(task.path() / "children");
            for (pid_t child = 0; file >> child;)
                found.push_back(child);
        }
        return found;
    };
    const std::vector<pid_t> nursery = children();
    ASSERT_EQ(nursery.size(), 1u);
    ASSERT_EQ(::kill(nursery[0], SIGKILL), 0);
    EXPECT_EQ(text_of(customer.compile("text", "name")), image_of("text"));
}

TEST_F(Compiler, Compiles) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{5'000'000}}) {
        const std::string text(size, 'x');
        EXPECT_EQ(text_of(customer.compile(text, "name.ptx")), image_of(text));
    }
    EXPECT_EQ(pool->statistics().started, 1U);
    EXPECT_EQ(pool->statistics().compiled, 3U);
}

TEST_F(Compiler, IsLockedDown) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    EXPECT_EQ(text_of(customer.compile("compiler_tries_everything", "")), "");
    EXPECT_EQ(text_of(customer.compile("compiler_has_threads", "")), "yes");
}

TEST_F(Compiler, TellsWhatIsWrongWithATextInPlainCharacters) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    const Error error = error_of(customer.compile("compiler_refuses", "a.ptx"));
    EXPECT_EQ(error.message, "no?[31m good:\n  line 1 of a.ptx");
    EXPECT_EQ(error.remedy, "better text");
    // Not the one that it claims: that would say that the card is lost.
    EXPECT_EQ(error.status, cuda_status::invalid_ptx);
    EXPECT_EQ(text_of(customer.compile("fine", "")), image_of("fine"));
    EXPECT_EQ(pool->statistics().started, 1U);
}

TEST_F(Compiler, MayEndAsItLikes) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    EXPECT_THAT(error_of(customer.compile("compiler_crashes", "a.ptx")).text(),
                HasSubstr("a.ptx: the compiler ended while it compiled the module (signal 11)"));
    EXPECT_THAT(error_of(customer.compile("compiler_aborts", "")).text(), HasSubstr("(signal 6)"));
    EXPECT_THAT(error_of(customer.compile("compiler_exits", "")).text(), HasSubstr("(exit status 7)"));
    EXPECT_THAT(error_of(customer.compile("compiler_recurses", "")).text(), HasSubstr("(signal 11)"));
    EXPECT_EQ(error_of(customer.compile("compiler_crashes", "")).status, cuda_status::invalid_ptx);
    EXPECT_EQ(text_of(customer.compile("fine", "")), image_of("fine"));
}

TEST_F(Compiler, IsEndedWhenItTakesTooLong) {
    PoolOptions options = test_options();
    options.process.time_limit = 300ms;
    const auto pool = made(options);
    Customer customer(*pool);
    Customer other(*pool, patience);
    for (const char* text : {"compiler_hangs", "compiler_spins"}) {
        ASSERT_TRUE(other.compile("fine", "").ok());
        const Error error = error_of(customer.compile(text, "a.ptx"));
        EXPECT_THAT(error.text(), HasSubstr("took longer than 300 ms"));
        EXPECT_THAT(error.remedy, HasSubstr("limit_ms"));
    }
    EXPECT_TRUE(other.compile("fine", "").ok());
}

// One that was taken over seems to have ended, and stays: it would keep its place, and the thread that waits for it.
TEST_F(Compiler, HasNoMoreTimeIfItSeemsToHaveEnded) {
    const auto pool = made(test_options());
    for (const char* text : {"compiler_stays_silently", "compiler_stays_silently closed"}) {
        Customer customer(*pool, 300ms);
        std::promise<Error> answered;
        std::thread asking([&] { answered.set_value(error_of(customer.compile(text, "a.ptx"))); });
        auto answer = answered.get_future();
        EXPECT_EQ(answer.wait_for(60s), std::future_status::ready) << text;
        customer.leave();
        asking.join();
        EXPECT_THAT(answer.get().text(), HasSubstr("took longer than 300 ms"));
    }
}

TEST_F(Compiler, MayBeStopped) {
    PoolOptions options = test_options();
    options.process.time_limit = 5s;  // longer than a machine stands still
    const auto pool = made(options);
    Customer customer(*pool);
    Customer neighbour(*pool, patience);
    const pid_t pid = std::stoi(text_of(customer.compile("compiler_tells_its_number", "")));
    ASSERT_EQ(::kill(pid, SIGSTOP), 0);
    std::thread other([&] {
        for (int i = 0; i < 20; ++i)
            EXPECT_TRUE(neighbour.compile("fine", "").ok());
    });
    EXPECT_THAT(error_of(customer.compile("fine", "")).text(), HasSubstr("took longer than"));
    other.join();
    EXPECT_TRUE(customer.compile("fine", "").ok());
    await([&] { return !is_there(pid); });
}

TEST_F(Compiler, MayBeKilled) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    const pid_t pid = std::stoi(text_of(customer.compile("compiler_tells_its_number", "")));
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    await([&] { return has_ended(pid); });
    // It had nothing to do, so nobody notices.
    EXPECT_TRUE(customer.compile("fine", "").ok());
    std::thread killer([&] {
        await([&] { return pool->statistics().busy == 1; });
        std::this_thread::sleep_for(3s);  // until it surely has the text, which nobody can see from here
        for (const pid_t one : pool->processes())
            ::kill(one, SIGKILL);
    });
    EXPECT_THAT(error_of(customer.compile("compiler_hangs", "")).text(), HasSubstr("somebody ended it"));
    killer.join();
    EXPECT_TRUE(customer.compile("fine", "").ok());
}

TEST_F(Compiler, IsRefusedTooMuchMemory) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    for (const char* text : {"compiler_eats", "compiler_throws"})
        EXPECT_EQ(error_of(customer.compile(text, "")).status, cuda_status::out_of_memory) << text;
    const Error error = error_of(customer.compile("compiler_eats", ""));
    EXPECT_THAT(error.text(), HasSubstr("more than 256 MiB of memory"));
    EXPECT_THAT(error.remedy, HasSubstr("[compiler]"));
    EXPECT_EQ(error_of(customer.compile("compiler_writes_much", "")).status, cuda_status::out_of_memory);
    EXPECT_TRUE(customer.compile("fine", "").ok());
}

// The number of threads that a whole service may have is limited.
TEST_F(Compiler, IsEndedWhenItStartsThreadsWithoutEnd) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    const auto code = customer.compile("compiler_starts_threads", "name");
    if (code.ok()) GTEST_SKIP() << "the system gives no more threads";
    EXPECT_THAT(code.error().text(), HasSubstr("took more than 1024 threads"));
    EXPECT_EQ(text_of(customer.compile("text", "name")), image_of("text"));
}

TEST_F(Compiler, IsNotBelieved) {
    const auto pool = made(test_options());
    Customer customer(*pool);
    for (const char* text : {"compiler_talks_nonsense", "compiler_claims_much"}) {
        const Error error = error_of(customer.compile(text, ""));
        EXPECT_THAT(error.text(), HasSubstr("no sensible answer")) << text;
        // Its later answers reach nobody.
        EXPECT_EQ(text_of(customer.compile("fine", "")), image_of("fine"));
    }
}

TEST_F(Compiler, WorksForOneCustomerOnly) {
    const auto pool = made(test_options(4));
    Customer customer(*pool);
    Customer other(*pool);
    const std::string number = text_of(customer.compile("compiler_tells_its_number", ""));
    EXPECT_EQ(text_of(customer.compile("compiler_tells_its_number", "")), number);
    EXPECT_NE(text_of(other.compile("compiler_tells_its_number", "")), number);
    EXPECT_EQ(text_of(customer.compile("compiler_tells_its_number", "")), number);
}

TEST_F(Compiler, EndsWithTheThreadThatStartedIt) {
    std::unique_ptr<Nursery> nursery;
    std::unique_ptr<Process> process;
    std::thread starter([&] {
        nursery = Nursery::open(test_options().process).take();
        process = Process::start(test_options().process, *nursery).take();
        EXPECT_TRUE(process->compile("fine", "").ok());
    });
    starter.join();
    await([&] { return !process->is_fit(); });
}

TEST_F(CompilerPool, ManyTextsOfOneDoNotHoldUpAnother) {
    const auto pool = made(test_options(2));
    Customer busy(*pool);
    Customer small(*pool);
    std::atomic<int> done = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            EXPECT_TRUE(busy.compile("compiler_is_slow", "").ok());
            ++done;
        });
    }
    await([&] { return pool->statistics().busy == 1 && pool->statistics().waiting == 7; });
    EXPECT_TRUE(small.compile("fine", "").ok());
    EXPECT_LT(done, 4);
    for (std::thread& thread : threads)
        thread.join();
}

// However often a tenant comes as a new customer, it was served before.
TEST_F(CompilerPool, NewCustomersOfATenantDoNotGoBeforeAnother) {
    const auto pool = made(test_options(2));
    Customer neighbour(*pool, {}, "neighbour");
    EXPECT_TRUE(neighbour.compile("fine", "").ok());
    std::atomic<bool> is_over = false;
    std::vector<std::thread> crowd;
    for (int i = 0; i < 6; ++i) {
        crowd.emplace_back([&] {
            while (!is_over) {
                Customer customer(*pool, {}, "crowd");
                (void)customer.compile("compiler_is_slow", "");
            }
        });
    }
    while (pool->statistics().waiting < 3)
        std::this_thread::sleep_for(1ms);
    std::vector<std::uint64_t> meanwhile;
    for (int i = 0; i < 9; ++i) {
        const std::uint64_t before = pool->statistics().compiled;
        EXPECT_TRUE(neighbour.compile("fine", "").ok());
        meanwhile.push_back(pool->statistics().compiled - before);
    }
    // At most what was under way already, and one that came between. On a machine that stands still for a moment before
    // the neighbour asks, more is done by others.
    std::sort(meanwhile.begin(), meanwhile.end());
    EXPECT_LE(meanwhile[meanwhile.size() / 2], 4U);
    is_over = true;
    for (std::thread& thread : crowd)
        thread.join();
}

TEST_F(CompilerPool, WaitingForAPlaceIsCounted) {
    const auto pool = made(test_options(1));
    Customer first(*pool, {}, "first");
    Customer second(*pool, {}, "second");
    std::thread busy([&] { (void)first.compile("compiler_hangs", ""); });
    await([&] { return pool->statistics().busy == 1; });
    std::thread waiting([&] { EXPECT_TRUE(second.compile("fine", "").ok()); });
    await([&] { return pool->statistics().waiting == 1; });
    std::this_thread::sleep_for(60ms);
    first.leave();
    waiting.join();
    EXPECT_GT(second.waited(), 50ms);
    EXPECT_LT(first.waited(), second.waited());
    busy.join();
}

TEST_F(CompilerPool, WhoeverLeavesWaitsForNothing) {
    PoolOptions options = test_options(2);
    options.process.time_limit = 10min;
    const auto pool = made(options);
    auto customer = std::make_unique<Customer>(*pool);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { EXPECT_FALSE(customer->compile("compiler_hangs", "").ok()); });
    await([&] { return pool->statistics().busy == 1 && pool->statistics().waiting == 3; });
    const auto begin = Clock::now();
    customer->leave();
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_LT(Clock::now() - begin, 1min);
    customer.reset();
    await([&] { return pool->processes().empty(); });
}

TEST_F(CompilerPool, OneIsStartedWhenSomebodySaysThatThereWillBeSomethingToDo) {
    PoolOptions options = test_options();
    options.idle_for = 1h;
    const auto pool = made(options);
    Customer customer(*pool);
    customer.announce();
    await([&] { return pool->statistics().started == 1; });
    EXPECT_TRUE(customer.compile("fine", "").ok());
    EXPECT_EQ(pool->statistics().started, 1U);
}

TEST_F(CompilerPool, ProcessesGoWhenThereIsNothingToDo) {
    PoolOptions options = test_options();
    options.idle_for = 100ms;
    const auto pool = made(options);
    Customer customer(*pool);
    EXPECT_TRUE(customer.compile("fine", "").ok());
    await([&] { return pool->statistics().idle == 0; });
    EXPECT_TRUE(customer.compile("fine", "").ok());
}

TEST_F(CompilerPool, SaysWhyThereIsNoCompiler) {
    PoolOptions options = test_options();
    options.process.program = "/nowhere/ringfence-compiler";
    const auto none = made(options);
    Customer customer(*none);
    EXPECT_THAT(error_of(customer.compile("fine", "")).text(), HasSubstr("/nowhere/ringfence-compiler: No such file"));
    options = test_options();
    options.process.arguments = {"--ill"};
    const auto ill = made(options);
    Customer patient(*ill);
    EXPECT_THAT(error_of(patient.compile("fine", "")).text(), HasSubstr("could be started: there is no card"));
}

// Each takes whatever process is there first, also one that was started for somebody else, who must not wait for ever.
TEST_F(CompilerPool, WhoeverLosesAProcessGetsAnother) {
    const auto pool = made(test_options(3));
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            Customer customer(*pool);
            for (int round = 0; round < 40; ++round)
                EXPECT_EQ(customer.compile(round % 4 == 0 ? "fine" : "compiler_exits", "").ok(), round % 4 == 0);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(pool->statistics().failed, 180U);
}

TEST_F(CompilerPool, TwoHundredHostileTextsHarmNobody) {
    PoolOptions options = test_options(2);
    options.process.time_limit = 1s;
    options.process.most_memory = std::uint64_t{64} << 20U;
    const auto pool = made(options);
    Customer neighbour(*pool, patience);
    std::atomic<bool> is_over = false;
    std::thread other([&] {
        while (!is_over) {
            EXPECT_EQ(text_of(neighbour.compile("fine", "")), image_of("fine"));
            std::this_thread::sleep_for(1ms);
        }
    });
    const char* const hostile[] = {"compiler_crashes",        "compiler_aborts",  "compiler_exits",
                                   "compiler_eats",           "compiler_throws",  "compiler_claims_much",
                                   "compiler_talks_nonsense", "compiler_recurses"};
    Customer tenant(*pool);
    for (int i = 0; i < 200; ++i) {
        const char* const slow = i % 80 == 0 ? "compiler_hangs" : "compiler_spins";
        EXPECT_FALSE(tenant.compile(i % 40 == 0 ? slow : hostile[i % std::size(hostile)], "").ok());
    }
    is_over = true;
    other.join();
    EXPECT_EQ(pool->statistics().failed, 200U);
}

}  // namespace
}  // namespace ringfence::compiler
