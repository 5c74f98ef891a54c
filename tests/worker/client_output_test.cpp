#include "worker/client_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/unique_fd.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Pipe {
    Pipe() {
        int ends[2] = {};
        EXPECT_EQ(::pipe(ends), 0);
        reader.reset(ends[0]);
        writer.reset(ends[1]);
    }
    std::string read(std::size_t bytes) const {
        std::string text(bytes, 0);
        std::size_t got = 0;
        while (got < bytes) {
            const ssize_t count = ::read(reader.get(), text.data() + got, bytes - got);
            if (count <= 0) break;
            got += static_cast<std::size_t>(count);
        }
        text.resize(got);
        return text;
    }
    UniqueFd reader;
    UniqueFd writer;
};

// Writing to a pipe without a reader must not end the process, as in the worker.
struct ClientOutputTest : testing::Test {
    ClientOutputTest() { std::signal(SIGPIPE, SIG_IGN); }
};

// How many of so many take half of a tenth of a second, which is the patience. A machine that stands still is late once
// or twice.
int slow_writes(ClientOutput& output, const std::string& text, int count) {
    int slow = 0;
    for (int i = 0; i < count; ++i) {
        const auto begin = Clock::now();
        output.write(text);
        slow += Clock::now() - begin >= 50ms ? 1 : 0;
    }
    return slow;
}

TEST_F(ClientOutputTest, ASlowReaderGetsAll) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 10min);
    const std::string text(1 << 20, 'x');
    std::thread reader([&] {
        std::this_thread::sleep_for(50ms);
        EXPECT_EQ(pipe.read(text.size()), text);
    });
    output.write(text);
    reader.join();
    EXPECT_EQ(output.dropped_bytes(), 0u);
}

// Whoever reads a program's output sees its end when the session ends, not when the worker does.
TEST_F(ClientOutputTest, StandardOutputIsTheClientsUntilItIsClosed) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer));
    std::fflush(stdout);
    output.be_standard_output();
    ASSERT_EQ(::write(STDOUT_FILENO, "driver", 6), 6);
    output.close();
    EXPECT_EQ(pipe.read(100), "driver");
}

TEST_F(ClientOutputTest, OneThatDoesNotReadCostsItsPatienceOnce) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 100ms);
    const std::string text(1 << 20, 'x');
    EXPECT_LT(slow_writes(output, text, 100), 50);
    EXPECT_GT(output.dropped_bytes(), std::uint64_t{99} << 20);
}

// A reader that comes back finds a line in the place of the missing output.
TEST_F(ClientOutputTest, WhatIsMissingIsSaid) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 100ms);
    std::string text;
    for (int i = 0; i < (1 << 17); ++i)
        text += "a line\n";
    output.write(text);
    const std::uint64_t dropped = output.dropped_bytes();
    ASSERT_GT(dropped, 0u);
    const std::string got = pipe.read(text.size() - dropped);
    EXPECT_EQ(got, text.substr(0, got.size()));
    output.write("after it\n");
    output.close();
    const auto lines = std::count(text.begin() + static_cast<std::ptrdiff_t>(got.size()), text.end(), '\n');
    EXPECT_EQ(pipe.read(1 << 20),
              fmt::format("\n[ringfence: {} lines ({} bytes) that kernels printed are missing here: "
                          "nobody read them in time]\nafter it\n",
                          lines, dropped));
    EXPECT_EQ(output.dropped_bytes(), dropped);
}

// Also if nobody reads before the client ends, and somebody does then.
TEST_F(ClientOutputTest, WhatIsMissingIsSaidToOneWhoComesAtTheEnd) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 1ms, 10min);
    output.write(std::string(4 << 20, 'x'));
    const std::uint64_t dropped = output.dropped_bytes();
    ASSERT_GT(dropped, 0u);
    std::string got;
    std::thread reader([&] {
        std::this_thread::sleep_for(50ms);
        got = pipe.read(8 << 20);
    });
    output.close();
    reader.join();
    EXPECT_NE(got.find(fmt::format("({} bytes) that kernels printed are missing here", dropped)), std::string::npos);
}

TEST_F(ClientOutputTest, OneThatReadsDropByDropDoesToo) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 100ms);
    std::atomic<bool> is_over = false;
    std::thread reader([&] {
        while (!is_over) {
            (void)pipe.read(4096);
            std::this_thread::sleep_for(20ms);
        }
    });
    output.write(std::string(4 << 20, 'x'));
    EXPECT_GT(output.dropped_bytes(), 2u << 20) << "all of it would be twenty seconds";
    is_over = true;
    reader.join();
}

// There is room when the worker looks, and none any more when it writes.
TEST_F(ClientOutputTest, OneThatFillsItsPipeItselfHoldsNobody) {
    Pipe pipe;
    const std::string path = "/proc/self/fd/" + std::to_string(pipe.writer.get());
    const UniqueFd own(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    ASSERT_TRUE(own);
    const std::string page(4096, 'y');
    ClientOutput output(std::move(pipe.writer), 10ms);
    std::atomic<bool> is_over = false;
    std::atomic<int> texts = 0;
    std::thread printer([&] {
        while (!is_over) {
            output.write(page);
            ++texts;
        }
    });
    const auto goes_on = [&](std::chrono::milliseconds within) {
        const int before = texts;
        for (const auto end = Clock::now() + within; texts == before && Clock::now() < end;)
            std::this_thread::sleep_for(100us);
        return texts != before;
    };
    bool is_held = false;
    for (int trial = 0; trial < 5000 && !is_held; ++trial) {
        (void)pipe.read(page.size());
        for (const auto end = Clock::now() + std::chrono::microseconds(trial % 200); Clock::now() < end;)
            continue;
        while (::write(own.get(), page.data(), page.size()) > 0)
            continue;
        // It waits for somebody to read, and nobody will.
        is_held = !goes_on(50ms) && !goes_on(60s);
    }
    EXPECT_FALSE(is_held);
    is_over = true;
    while (is_held && !goes_on(1ms))
        (void)pipe.read(page.size());
    printer.join();
}

TEST_F(ClientOutputTest, OneThatIsGoneCostsNothing) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 60s);
    pipe.reader.reset();
    const auto begin = Clock::now();
    output.write("hello");
    EXPECT_LT(Clock::now() - begin, 20s);
    EXPECT_EQ(output.dropped_bytes(), 5u);
}

TEST_F(ClientOutputTest, AReaderSeesTheEndWhenItIsClosed) {
    Pipe pipe;
    ClientOutput output(std::move(pipe.writer), 1h);
    output.write("all");
    std::thread writer([&] { output.write(std::string(1 << 20, 'x')); });
    std::this_thread::sleep_for(20ms);
    const auto begin = Clock::now();
    output.close();
    EXPECT_LT(Clock::now() - begin, 5min) << "also while somebody waits for the reader";
    writer.join();
    EXPECT_EQ(pipe.read(3), "all");
    EXPECT_LT(pipe.read(2 << 20).size(), 1u << 20) << "and then its end";
    output.write("more");
    EXPECT_GT(output.dropped_bytes(), 4u);
}

// Such a terminal has room for a few bytes and takes a few kilobytes, for which it waits.
TEST_F(ClientOutputTest, ATerminalThatNobodyReadsCostsItsPatienceOnce) {
    const UniqueFd master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_TRUE(master);
    ASSERT_EQ(::grantpt(master.get()), 0);
    ASSERT_EQ(::unlockpt(master.get()), 0);
    UniqueFd terminal(::open(::ptsname(master.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
    ASSERT_TRUE(terminal);
    const UniqueFd of_client(::dup(terminal.get()));
    ClientOutput output(std::move(terminal), 100ms);
    EXPECT_LT(slow_writes(output, std::string(1 << 20, 'x'), 20), 10);
    EXPECT_GT(output.dropped_bytes(), std::uint64_t{19} << 20);
    EXPECT_EQ(::fcntl(of_client.get(), F_GETFL) & O_NONBLOCK, 0) << "the program's own writes are as they were";
}

}  // namespace
}  // namespace ringfence::worker
