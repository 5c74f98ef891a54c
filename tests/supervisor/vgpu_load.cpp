#include "vgpu_load.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/handle.h"
#include "base/mapped_memory.h"
#include "base/memory_file.h"
#include "base/socket.h"
#include "channel/client_channel.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"

namespace ringfence::supervisor {
namespace {

constexpr int patience_ms = 120'000;
constexpr std::uint32_t loops = 1'000'000;  // about a millisecond
constexpr std::uint32_t most_under_way = 200;

// The word at `at` counts the launches, the next one is set if one was not in its turn. The third is there so that the
// loop is not left out. They lie in memory that the process shares with the device: it sees how far that is without
// waiting, and has enough under way at all times, also on a machine that has much else to do.
constexpr std::string_view step_kernel = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry step(.param .u64 at, .param .u32 turn, .param .u32 loops)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<9>;
    .reg .pred %p<4>;
    ld.param.u64 %rd1, [at];
    ld.param.u32 %r1, [turn];
    ld.param.u32 %r2, [loops];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r3, 0;
    mov.u32 %r4, %r1;
again:
    mad.lo.u32 %r4, %r4, 1664525, 1013904223;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, %r2;
    @%p1 bra again;
    st.global.u32 [%rd2+8], %r4;
    ld.global.u32 %r5, [%rd2];
    setp.ne.u32 %p2, %r5, %r1;
    mov.u32 %r7, 1;
    @%p2 st.global.u32 [%rd2+4], %r7;
    add.u32 %r6, %r5, 1;
    st.global.u32 [%rd2], %r6;
    ret;
}
)";

// The code of the load process. It throws and prints nothing: it sends a problem as a line to the process that started
// it.
class Program {
public:
    // Empty, or what went wrong.
    std::string open(const std::string& path, const std::string& token, const std::string& isolation) {
        Result<UniqueFd> socket = connect_to(path);
        if (!socket.ok()) return socket.error().message;
        socket_ = socket.take();
        channel::Hello hello;
        hello.program = "vgpu_load";
        hello.isolation = isolation;
        hello.token = token;
        if (!channel::send_hello(socket_.get(), hello, -1).ok()) return "cannot say hello";
        auto welcome = channel::receive_welcome(socket_.get(), std::chrono::milliseconds(patience_ms));
        if (!welcome.ok()) return welcome.error().message;
        device_memory = welcome.value().welcome.device.total_memory;
        multiprocessors = welcome.value().welcome.device.multiprocessors;
        memory_ = channel::map_shared_memory(welcome.value().channel.get()).take();
        const int staging = welcome.value().staging.get();
        staging_ = MappedMemory::map(staging, memory_file_bytes(staging).take()).take();
        channel_ = std::make_unique<channel::ClientChannel>(memory_.bytes(),
                                                            [fd = socket_.get()] { return !has_peer_gone(fd); });
        return prepare();
    }

    // So much that the device is not done soon, and a look at what it has done.
    std::string step() {
        const std::uint32_t done = word(0);
        while (turn_ - done < most_under_way)
            launch(turn_++);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return word(1) == 0 ? "" : "a launch was not in its turn";
    }

    // When all is done.
    std::string finish() {
        wire::SynchronizeSession::Reply reply;
        const std::int32_t status = channel_->call(wire::SynchronizeSession{}, {}, reply);
        if (status != 0) return "status " + std::to_string(status);
        if (word(1) != 0) return "a launch was not in its turn";
        const std::uint32_t done = word(0);
        return done == turn_ ? "" : "launches were lost: " + std::to_string(turn_ - done);
    }

    std::uint64_t device_memory = 0;
    std::uint32_t multiprocessors = 0;

private:
    std::string prepare() {
        const std::uint64_t at = channel::header_of(memory_.bytes()).staging_begin;
        std::memcpy(staging_.bytes().data(), step_kernel.data(), step_kernel.size());
        const std::uint64_t module = Handle::make(HandleKind::Module, 1, 0).bits;
        function_ = Handle::make(HandleKind::Function, 1, 1).bits;
        constexpr std::string_view name = "step";
        wire::LoadModule::Reply loaded;
        std::int32_t status = channel_->call(wire::LoadModule{module, at, step_kernel.size()}, {}, loaded);
        if (status != 0) return "loading: status " + std::to_string(status);
        wire::FindFunction::Reply found;
        status = channel_->call(wire::FindFunction{module, function_}, std::as_bytes(std::span(name)), found);
        if (status != 0) return "finding: status " + std::to_string(status);
        data_ = at;
        std::memset(staging_.bytes().data(), 0, 12);
        return "";
    }

    std::uint32_t word(std::size_t number) {
        auto* const words = reinterpret_cast<std::uint32_t*>(staging_.bytes().data());
        return std::atomic_ref(words[number]).load();
    }

    void launch(std::uint32_t turn) {
        std::vector<std::byte> parameters(16);
        std::memcpy(parameters.data(), &data_, 8);
        std::memcpy(parameters.data() + 8, &turn, 4);
        std::memcpy(parameters.data() + 12, &loops, 4);
        static_cast<void>(channel_->submit(wire::Launch{0, function_, 1, 1, 1, 1, 1, 1, 0, 0}, parameters));
    }

    UniqueFd socket_;
    MappedMemory memory_;
    MappedMemory staging_;
    std::unique_ptr<channel::ClientChannel> channel_;
    std::uint64_t function_ = 0;
    std::uint64_t data_ = 0;
    std::uint32_t turn_ = 0;
};

void say(int fd, const std::string& line) {
    static_cast<void>(!::write(fd, (line + "\n").data(), line.size() + 1));
}

bool is_told(int fd) {
    pollfd end{fd, POLLIN, 0};
    return ::poll(&end, 1, 0) > 0;
}

void run_load(const std::string& socket, const std::string& token, const std::string& isolation, VgpuLoad::Work work,
              int stop, int words) {
    Program program;
    std::string problem = program.open(socket, token, isolation);
    say(words, std::to_string(program.device_memory) + " " + std::to_string(program.multiprocessors));
    while (problem.empty() && !is_told(stop)) {
        if (work == VgpuLoad::Work::Endless) problem = program.step();
        if (work == VgpuLoad::Work::None) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (problem.empty()) problem = program.finish();
    if (!problem.empty()) say(words, problem);
}

std::string read_line(int fd) {
    std::string line;
    for (;;) {
        pollfd ready{fd, POLLIN, 0};
        if (::poll(&ready, 1, patience_ms) <= 0) return "it says nothing";
        char next = 0;
        if (::read(fd, &next, 1) != 1 || next == '\n') return line;
        line += next;
    }
}

}  // namespace

VgpuLoad::VgpuLoad(const std::string& socket, const std::string& token, const std::string& isolation, Work work) {
    int stop[2] = {-1, -1};
    int words[2] = {-1, -1};
    EXPECT_EQ(::pipe2(stop, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(words, O_CLOEXEC), 0);
    stop_.reset(stop[1]);
    words_.reset(words[0]);
    const UniqueFd stop_reading(stop[0]);
    const UniqueFd words_writing(words[1]);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::close(stop[1]);
    run_load(socket, token, isolation, work, stop[0], words[1]);
    ::_exit(0);
}

VgpuLoad::~VgpuLoad() {
    kill();
}

VgpuLoad::Facts VgpuLoad::facts() {
    if (!facts_) {
        const std::string line = read_line(words_.get());
        char* rest = nullptr;
        const std::uint64_t memory = std::strtoull(line.c_str(), &rest, 10);
        facts_ = Facts{memory, std::strtoull(rest, nullptr, 10)};
    }
    return *facts_;
}

std::string VgpuLoad::end() {
    // Not by closing it: processes that were started later have it too.
    static_cast<void>(!::write(stop_.get(), "x", 1));
    facts();
    return read_line(words_.get());
}

void VgpuLoad::kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
}

}  // namespace ringfence::supervisor
