// Texts that go to an assembler first: one that does everything wrong, and NVIDIA's where it is installed.
#include "compiler/assembler.h"

#include <elf.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/archive.h"
#include "base/cuda_status.h"
#include "base/unique_fd.h"
#include "compiler/pool.h"
#include "sandbox/landlock.h"
#include "silent_file.h"

namespace ringfence::compiler {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* real_ptxas = "/usr/local/cuda/bin/ptxas";

std::string text_of(const Result<std::vector<std::byte>>& code) {
    EXPECT_TRUE(code.ok()) << (code.ok() ? "" : code.error().text());
    if (!code.ok()) return {};
    return {reinterpret_cast<const char*>(code.value().data()), code.value().size()};
}

// The text in the fake assembler's result, behind the headers of its file.
std::string said(const Result<std::vector<std::byte>>& code) {
    constexpr std::size_t headers = sizeof(Elf64_Ehdr) + sizeof(Elf64_Shdr) + 1;
    const std::string text = text_of(code);
    EXPECT_GE(text.size(), headers);
    return text.substr(std::min(headers, text.size()));
}

std::string contents(const fs::path& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

// The result of the driver's compiler, which is a fake here.
std::string by_driver(const std::string& text) {
    ArchiveWriter writer;
    writer(text, std::string());
    return writer.take();
}

// Without a filter for system calls there is no compiler (an emulator has none), without Landlock no assembler.
struct AssemblerTest : ::testing::Test {
    void SetUp() override {
        if (::prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "this system has no seccomp";
        if (sandbox::landlock_version() == 0) GTEST_SKIP() << "this kernel has no Landlock";
        std::string name = (fs::temp_directory_path() / "ringfence-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        fs::permissions(folder, fs::perms::owner_all);
        options.process.program = FAKE_COMPILER;
        options.process.time_limit = 60s;
        options.process.most_memory = std::uint64_t{256} << 20U;
        options.process.most_code = std::uint64_t{16} << 20U;
        options.assembler = {{fake("ptxas-13.0")}, 90, 13000};
        options.log = [this](const std::string& line) { log += line + "\n"; };
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string fake(const std::string& name) const {
        fs::copy_file(FAKE_PTXAS, folder / name, fs::copy_options::overwrite_existing);
        fs::permissions(folder / name, fs::perms::owner_all);
        return folder / name;
    }
    std::unique_ptr<Pool> made() const { return Pool::create(options).take(); }
    Error why_not() const {
        const auto pool = made();
        EXPECT_FALSE(pool->assembler().ok());
        return pool->assembler().ok() ? Error() : pool->assembler().error();
    }

    fs::path folder;
    PoolOptions options;
    std::string log;
};

TEST_F(AssemblerTest, CompilesWhereThereIsOne) {
    const auto pool = made();
    Customer customer(*pool);
    EXPECT_EQ(said(customer.compile("some text", "a.ptx")), "-arch=sm_90 some text");
    EXPECT_EQ(pool->statistics().assembled, 1U);
    // No process for the driver's compiler, which would take memory of the card.
    customer.announce();
    EXPECT_EQ(pool->statistics().started, 0U);
    EXPECT_THAT(customer.assembler_version(), HasSubstr("release 13.0, V1\nBuild 7"));
    EXPECT_THAT(log, HasSubstr("ptxas compiles: " + fs::canonical(folder / "ptxas-13.0").string() + ", 13.0, V1"));
}

TEST_F(AssemblerTest, CompilesForTheCardAndTheVariantThatTheTextAsksFor) {
    const std::pair<const char*, const char*> cases[] = {{"sm_90", "sm_90"},   {"sm_90a", "sm_90a"},
                                                         {"sm_80", "sm_90"},   {"sm_75", "sm_90"},
                                                         {"sm_100a", "sm_90"}, {"sm_90a, debug", "sm_90a"}};
    for (const auto& [target, architecture] : cases)
        EXPECT_EQ(architecture_for(std::string(".version 8.0\n.target ") + target + "\n.address_size 64\n", 90),
                  architecture)
            << target;
    EXPECT_EQ(architecture_for(".version 9.0 .target sm_100f", 100), "sm_100f");
    EXPECT_EQ(architecture_for("no PTX", 90), "sm_90");
}

TEST_F(AssemblerTest, CannotReachAnythingButItsText) {
    std::ofstream(folder / "secret") << "another tenant's code";
    const auto pool = made();
    Customer customer(*pool);
    EXPECT_EQ(said(customer.compile("ptxas_tries_everything " + folder.string(), "")), "");
    EXPECT_EQ(pool->statistics().assembled, 1U);
    EXPECT_EQ(contents(folder / "secret"), "another tenant's code");
    EXPECT_FALSE(fs::exists(folder / "new"));
    EXPECT_FALSE(fs::exists("/tmp/ringfence-new"));
}

// Both run as the same user, so a process could be read: only the sandbox keeps one assembler from another.
TEST_F(AssemblerTest, CannotReachAnotherAssembler) {
    options.most_at_once = 3;
    const auto pool = made();
    Customer victim(*pool);
    Customer attacker(*pool);
    std::thread working([&] { EXPECT_FALSE(victim.compile("ptxas_hangs", "").ok()); });
    while (pool->processes().empty())
        std::this_thread::sleep_for(1ms);
    const std::string number = std::to_string(pool->processes().front());
    while (fs::read_symlink("/proc/" + number + "/exe").filename() != "ptxas-13.0")
        std::this_thread::sleep_for(1ms);
    EXPECT_EQ(said(attacker.compile("ptxas_tries_everything " + folder.string() + " " + number, "")), "");
    EXPECT_FALSE(pool->processes().empty());
    victim.leave();
    working.join();
}

TEST_F(AssemblerTest, TheDriverCompilesWhatItDeclines) {
    const auto pool = made();
    Customer customer(*pool);
    for (const char* text : {"ptxas_refuses", "ptxas_crashes", "ptxas_is_silent", "ptxas_gives_garbage"})
        EXPECT_EQ(text_of(customer.compile(text, "")), by_driver(text)) << text;
    EXPECT_EQ(pool->statistics().assembled, 0U);
    EXPECT_EQ(pool->statistics().compiled, 4U);
    // Its words are the driver's.
    const auto refused = customer.compile("ptxas_refuses compiler_refuses", "a.ptx");
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().text(), HasSubstr("better text"));
}

TEST_F(AssemblerTest, ItsTimeIsTheTextsTime) {
    options.process.time_limit = 1s;
    const auto pool = made();
    Customer customer(*pool);
    for (const char* text : {"ptxas_hangs", "ptxas_spins"}) {
        const auto code = customer.compile(text, "a.ptx");
        ASSERT_FALSE(code.ok()) << text;
        EXPECT_THAT(code.error().text(), HasSubstr("took longer than 1000 ms"));
        EXPECT_EQ(code.error().status, cuda_status::invalid_ptx);
    }
    EXPECT_EQ(pool->statistics().started, 0U);
}

TEST_F(AssemblerTest, ItsMemoryIsTheTextsMemory) {
    const auto pool = made();
    Customer customer(*pool);
    for (const char* text : {"ptxas_eats", "ptxas_writes_much"}) {
        const auto code = customer.compile(text, "a.ptx");
        ASSERT_FALSE(code.ok()) << text;
        EXPECT_EQ(code.error().status, cuda_status::out_of_memory) << code.error().text();
    }
    EXPECT_EQ(pool->statistics().started, 0U);
}

TEST_F(AssemblerTest, IsAnotherProcessForEachText) {
    const auto pool = made();
    Customer customer(*pool);
    const std::string number = said(customer.compile("ptxas_tells_its_number", ""));
    EXPECT_NE(said(customer.compile("ptxas_tells_its_number", "")), number);
}

TEST_F(AssemblerTest, EndsWhenNobodyWaitsForItsText) {
    const auto pool = made();
    Customer customer(*pool);
    std::thread asking([&] { EXPECT_FALSE(customer.compile("ptxas_hangs", "").ok()); });
    while (pool->processes().empty())
        std::this_thread::sleep_for(1ms);
    customer.leave();
    asking.join();
    EXPECT_TRUE(pool->processes().empty());
}

// The mounts of another process, for this thread and those that it starts.
class Elsewhere {
public:
    explicit Elsewhere(pid_t process) : home_(::open("/proc/thread-self/ns/mnt", O_RDONLY | O_CLOEXEC)) {
        const UniqueFd there(::open(("/proc/" + std::to_string(process) + "/ns/mnt").c_str(), O_RDONLY | O_CLOEXEC));
        // The folder in which it works is its own then.
        is_there = ::unshare(CLONE_FS) == 0 && ::setns(there.get(), CLONE_NEWNS) == 0;
    }
    ~Elsewhere() { EXPECT_TRUE(!is_there || ::setns(home_.get(), CLONE_NEWNS) == 0); }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

    bool is_there = false;

private:
    UniqueFd home_;
};

// One that was taken over may ask a tenant's file system for something, and then no signal ends it.
TEST_F(AssemblerTest, NobodyWaitsForOneThatCannotBeEnded) {
    SilentFile silent;
    if (!silent.file) GTEST_SKIP() << "no FUSE file system can be mounted here: that takes root, and /dev/fuse";
    silent.file.reset();
    const Elsewhere elsewhere(silent.opener());
    ASSERT_TRUE(elsewhere.is_there);
    const std::string text = "ptxas_asks_for " + silent.folder() + "/unknown";
    {
        const auto pool = made();
        ASSERT_TRUE(pool->assembler().ok());
        {
            Customer attacker(*pool, 1s);
            std::atomic<bool> is_done = false;
            std::thread asking([&] {
                EXPECT_FALSE(attacker.compile(text, "").ok());
                is_done = true;
            });
            for (const auto end = std::chrono::steady_clock::now() + 60s;
                 !is_done && std::chrono::steady_clock::now() < end;)
                std::this_thread::sleep_for(5ms);
            EXPECT_TRUE(is_done);
            if (!is_done) silent.let_go();
            asking.join();
        }
        Customer other(*pool);
        EXPECT_EQ(said(other.compile("some text", "")), "-arch=sm_90 some text");
    }
    silent.let_go();
}

TEST_F(AssemblerTest, MayBeKilled) {
    const auto pool = made();
    Customer customer(*pool);
    std::string code;
    std::thread asking([&] { code = text_of(customer.compile("ptxas_hangs", "")); });
    while (pool->processes().empty())
        std::this_thread::sleep_for(1ms);
    ::kill(pool->processes().front(), SIGKILL);
    asking.join();
    EXPECT_EQ(code, by_driver("ptxas_hangs"));
}

TEST_F(AssemblerTest, IsNotUsedIfItIsNewerThanTheDriver) {
    options.assembler.places = {fake("ptxas-13.1")};
    EXPECT_THAT(why_not().text(), HasSubstr("it is of CUDA 13.1, newer than the driver's 13.0"));
    options.assembler.places = {fake("ptxas-12.9")};
    EXPECT_TRUE(made()->assembler().ok());
    EXPECT_THAT(log, HasSubstr("the driver compiles: "));
}

TEST_F(AssemblerTest, IsNotUsedIfOthersCouldHaveChangedIt) {
    fs::permissions(folder / "ptxas-13.0", fs::perms::others_write, fs::perm_options::add);
    EXPECT_THAT(why_not().text(), HasSubstr("can be changed by others"));
    const auto pool = made();
    Customer customer(*pool);
    EXPECT_EQ(text_of(customer.compile("text", "")), by_driver("text"));
}

TEST_F(AssemblerTest, IsNotUsedIfItDoesNotRunInItsSandboxOrSaysNothing) {
    options.assembler.places = {fake("ptxas-silent")};
    EXPECT_THAT(why_not().text(), HasSubstr("does not tell its version"));
    std::ofstream(folder / "ptxas-13.0") << "#!/bin/sh\necho release 13.0\n";
    options.assembler.places = {folder / "ptxas-13.0"};
    EXPECT_THAT(why_not().text(), HasSubstr("cannot be run in a sandbox"));
}

TEST_F(AssemblerTest, IsNotUsedIfThereIsNoneOrItIsOff) {
    options.assembler.places = {folder / "nothing", folder / "neither"};
    EXPECT_THAT(why_not().text(), HasSubstr("there is no ptxas"));
    options.assembler.places = assembler_places("off");
    EXPECT_THAT(why_not().text(), HasSubstr("ptxas is off"));
    EXPECT_EQ(assembler_places("/a/ptxas"), std::vector<std::string>{"/a/ptxas"});
    EXPECT_EQ(assembler_places("auto").front(), real_ptxas);
}

// NVIDIA's own, in its sandbox, makes the same as without one.
TEST_F(AssemblerTest, NvidiasMakesTheSameAsOutside) {
    if (::access(real_ptxas, X_OK) != 0) GTEST_SKIP() << "there is no CUDA toolkit here";
    options.assembler = {assembler_places("auto"), 90, 1'000'000};
    options.process.most_memory = std::uint64_t{1} << 30U;
    const auto pool = made();
    ASSERT_TRUE(pool->assembler().ok()) << pool->assembler().error().text();
    Customer customer(*pool);
    std::uint64_t count = 0;
    for (const char* kernel : {"histogram", "matmul_tiled", "recursion"}) {
        const fs::path file = fs::path(KERNELS) / (std::string(kernel) + ".ptx");
        const fs::path expected = folder / "expected";
        const std::string command = std::string(real_ptxas) + " -arch=sm_90 /proc/self/fd/0 -o " + expected.string() +
                                    " < " + file.string() + " 2> /dev/null";
        ASSERT_EQ(std::system(command.c_str()), 0) << command;  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
        EXPECT_TRUE(text_of(customer.compile(contents(file), file)) == contents(expected)) << kernel;
        EXPECT_EQ(pool->statistics().assembled, ++count) << kernel;
    }
    // The driver's compiler gets texts that the assembler does not know.
    EXPECT_EQ(text_of(customer.compile(".version 99.0\n.target sm_90\n", "")),
              by_driver(".version 99.0\n.target sm_90\n"));
}

}  // namespace
}  // namespace ringfence::compiler
