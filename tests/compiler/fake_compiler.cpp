// A compiler that does what its text says, behind the real one's walls. "--memory BYTES" comes from the worker's side.
//
// The result is an image for the software GPU that holds the text, so that a whole worker can be tested.
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/archive.h"
#include "base/cuda_status.h"
#include "base/socket.h"
#include "compiler/lockdown.h"
#include "compiler/nursery.h"
#include "compiler/protocol.h"
#include "compiler/server.h"

namespace {

using namespace ringfence;

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

// Memory that is used, until there is none.
void eat() {
    constexpr std::size_t bite = 16 << 20;
    while (char* memory = static_cast<char*>(std::malloc(bite))) {
        std::memset(memory, 1, bite);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::abort();
}

// Deeper than any stack.
int recurse(int depth) {
    volatile char room[4096] = {};
    room[depth % 4096] = static_cast<char>(depth);
    return depth < 0 ? 0 : recurse(depth + 1) + room[0];
}

// Tries what an intruder in this process would try, and returns the names of the attempts that worked.
std::string tried_everything() {
    std::string worked;
    const auto note = [&](bool has_worked, const char* what) {
        if (has_worked) worked += std::string(what) + " ";
    };
    note(::open("/etc/passwd", O_RDONLY) >= 0, "open");
    note(::open("/dev/null", O_WRONLY) >= 0, "device");
    note(::socket(AF_UNIX, SOCK_STREAM, 0) >= 0, "socket");
    note(::syscall(SYS_memfd_create, "x", 0) >= 0, "memfd");
    const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) ::_exit(0);
    note(child > 0, "process");
    note(::syscall(SYS_clone3, nullptr, 0) >= 0 || errno != ENOSYS, "clone3");
    char* const none[] = {nullptr};
    note(::execve("/bin/true", none, none) == 0, "execve");
    note(::ptrace(PTRACE_ATTACH, ::getppid(), nullptr, nullptr) == 0 || errno != EPERM, "ptrace");
    note(::kill(::getppid(), 0) == 0, "kill");
    note(::syscall(SYS_ioctl, 3, 0, 0) == 0 || errno != EPERM, "ioctl");
    note(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED,
         "code");
    note(::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, 0, 0) != MAP_FAILED || errno != EPERM, "file");
    void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note(::mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0, "mprotect");
    note(::prctl(PR_SET_DUMPABLE, 1) == 0, "prctl");
    note(::syscall(SYS_process_vm_readv, ::getppid(), nullptr, 0, nullptr, 0, 0) >= 0, "process_vm_readv");
    note(::syscall(SYS_unshare, 0) == 0, "unshare");
    note(::syscall(SYS_bpf, 0, nullptr, 0) >= 0 || errno != EPERM, "bpf");
    note(::syscall(SYS_io_uring_setup, 1, nullptr) >= 0 || errno != EPERM, "io_uring");
    return worked;
}

// More than a compiler may have, with small stacks. False: the system gives no more.
bool start_threads() {
    constexpr std::size_t count = 3000;
    constexpr std::size_t stack = 1 << 14;
    constexpr int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    static std::vector<std::byte> stacks(count * stack);
    const auto sleeps = [](void*) -> int {
        const timespec hour = {3600, 0};
        ::syscall(SYS_nanosleep, &hour, nullptr);
        return 0;
    };
    for (std::size_t i = 1; i <= count; ++i)
        if (::clone(sleeps, stacks.data() + i * stack, flags, nullptr) < 0) return false;
    std::this_thread::sleep_for(std::chrono::hours(1));
    return true;
}

bool has_thread() {
    bool has_run = false;
    std::thread([&] { has_run = true; }).join();
    return has_run;
}

void say(std::span<const std::byte> bytes) {
    (void)send_message(compiler::socket_descriptor, bytes);
}

Result<std::vector<std::byte>> compile(const std::string& text, const std::string& file_name) {
    // A kernel `compiler_crashes`, or only the fenced variant of a kernel `late_crashes`.
    const auto says = [&](std::string_view word) {
        constexpr std::string_view prefix = "compiler_";
        if (text.find(word) != std::string::npos) return true;
        return word.substr(0, prefix.size()) == prefix &&
               text.find(".entry __rf_fenced_late_" + std::string(word.substr(prefix.size()))) != std::string::npos;
    };
    if (says("compiler_crashes")) std::raise(SIGSEGV);
    if (says("compiler_aborts")) std::abort();
    if (says("compiler_exits")) ::_exit(7);
    if (says("compiler_hangs"))
        while (true)
            std::this_thread::sleep_for(std::chrono::seconds(1));
    // These states look like the process's end, and are not.
    if (says("compiler_stays_silently")) {
        if (says("closed")) ::close(compiler::socket_descriptor);
        const msghdr nothing = {};
        (void)::sendmsg(compiler::socket_descriptor, &nothing, MSG_NOSIGNAL);
        while (true)
            std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    if (says("compiler_spins"))
        for (volatile std::uint64_t turns = 0;;)
            turns = turns + 1;
    if (says("compiler_eats")) eat();
    if (says("compiler_recurses")) return bytes_of(std::to_string(recurse(0)));
    if (says("compiler_throws")) throw std::bad_alloc();
    if (says("compiler_talks_nonsense")) say(bytes_of("nonsense"));
    if (says("compiler_claims_much")) {
        compiler::Answer answer;
        answer.has_succeeded = 1;
        answer.code_bytes = std::uint64_t{1} << 60U;
        say(std::as_bytes(std::span(&answer, 1)));
    }
    if (says("compiler_writes_much")) return std::vector<std::byte>(std::size_t{300} << 20U);
    if (says("compiler_refuses")) {
        return Error::bad_input("no\x1b[31m good:\n  line 1 of " + file_name)
            .with_remedy("better text")
            .with_status(cuda_status::illegal_address);
    }
    if (says("compiler_is_slow")) std::this_thread::sleep_for(std::chrono::milliseconds(150));
    if (says("compiler_tells_its_number")) return bytes_of(std::to_string(::getpid()));
    if (says("compiler_tries_everything")) return bytes_of(tried_everything());
    if (says("compiler_has_threads")) return bytes_of(has_thread() ? "yes" : "no");
    if (says("compiler_starts_threads")) return bytes_of(start_threads() ? "yes" : "no");
    if (says("compiler_gives_garbage")) return bytes_of(std::string(100'000, '\x7f'));
    ArchiveWriter writer;
    writer(text, std::string());
    return bytes_of(writer.take());
}

}  // namespace

int main(int argc, char** argv) {
    compiler::be_nursery_if_asked(argc, argv);
    compiler::LockdownOptions options;
    bool is_ill = false;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--memory" && i + 1 < argc)
            options.most_memory = std::strtoull(argv[i + 1], nullptr, 10);
        is_ill = is_ill || std::string_view(argv[i]) == "--ill";
    }
    compiler::become_expendable();
    return compiler::serve(
        compiler::socket_descriptor,
        [is_ill]() -> Result<compiler::Compile> {
            if (is_ill) return Error::bad_input("there is no card");
            return compiler::Compile(compile);
        },
        options);
}
