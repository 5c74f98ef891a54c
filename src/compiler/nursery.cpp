#include "compiler/nursery.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "base/escape.h"
#include "base/socket.h"
#include "compiler/lockdown.h"
#include "compiler/process.h"

namespace ringfence::compiler {
namespace {

constexpr std::size_t most_abandoned = 4;
constexpr std::string_view nursery_word = "--nursery";  // the last one on its command line

struct NurseryAnswer {
    std::int32_t pid = -1;
    std::int32_t problem = 0;  // an errno
};

// The variables that the driver's compiler reads. It gets nothing else of the worker's environment.
std::vector<std::string> environment() {
    std::vector<std::string> variables = {"CUDA_CACHE_DISABLE=1", "CUDA_MODULE_LOADING=LAZY"};
    for (const char* name :
         {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_MPS_PIPE_DIRECTORY", "LD_LIBRARY_PATH"}) {
        if (const char* value = std::getenv(name)) variables.push_back(fmt::format("{}={}", name, value));
    }
    return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Unlike fork() this copies none of the worker's mappings, which may be many, and stops none of its threads.
class Spawn {
public:
    Spawn() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
    }
    ~Spawn() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;

    Result<pid_t> run(const ProcessOptions& options, int socket) {
        for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, socket, socket_descriptor);
        ::posix_spawn_file_actions_addclosefrom_np(&actions_, socket_descriptor + 1);
        sigset_t signals;
        sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        sigaddset(&signals, SIGPIPE);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        std::vector<std::string> words = {options.program};
        words.insert(words.end(), options.arguments.begin(), options.arguments.end());
        words.insert(words.end(), {"--memory", std::to_string(options.most_memory), std::string(nursery_word)});
        std::vector<std::string> variables = environment();
        pid_t pid = -1;
        const int problem = ::posix_spawn(&pid, options.program.c_str(), &actions_, &attributes_,
                                          pointers_to(words).data(), pointers_to(variables).data());
        if (problem == 0) return pid;
        return no_compiler(escape(options.program) + ": " + std::generic_category().message(problem));
    }

private:
    posix_spawn_file_actions_t actions_ = {};
    posix_spawnattr_t attributes_ = {};
};

// ---- In the nursery

// Compilers get one file, a socket; assemblers two.
constexpr std::size_t files_of_assembler = 2;

[[noreturn]] void become_compiler(char** argv, int socket) {
    // In the place of the nursery's own.
    if (::dup2(socket, socket_descriptor) == socket_descriptor) ::execv(argv[0], argv);
    ::_exit(EXIT_FAILURE);
}

[[noreturn]] void become_assembler(AssemblerOrder order, int input, int output) {
    become_expendable();
    constexpr unsigned first_other = STDERR_FILENO + 1;
    constexpr unsigned close_on_exec = 1U << 2U;
    const bool has_files = ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                           ::syscall(SYS_close_range, first_other, ~0U, close_on_exec) == 0;
    if (!has_files) ::_exit(exit_without_sandbox);
    const auto locked = lock_down_before({.program = order.program,
                                          .most_memory = order.most_memory,
                                          .most_output = order.most_output,
                                          .most_time = std::chrono::seconds(order.most_seconds)});
    if (!locked.ok()) ::_exit(exit_without_sandbox);
    std::vector<std::string> words = {order.program, "--version"};
    if (order.architecture[0] != '\0') {
        words = {order.program, std::string("-arch=") + order.architecture, "/proc/self/fd/0", "-o", "/proc/self/fd/1"};
    }
    char* const no_variables[] = {nullptr};
    ::execve(order.program, pointers_to(words).data(), no_variables);
    ::_exit(exit_without_sandbox);
}

NurseryAnswer give_birth(char** argv, const AssemblerOrder& order, std::span<const UniqueFd> files, UniqueFd& process) {
    int descriptor = -1;
    // A child of the worker, so that the worker learns how it ends. The order of the arguments after the third differs
    // between architectures; they are zero.
    constexpr unsigned long flags = CLONE_PARENT | CLONE_PIDFD | SIGCHLD;
    const long pid = ::syscall(SYS_clone, flags, nullptr, &descriptor, nullptr, nullptr);
    if (pid < 0) return {-1, errno};
    if (pid > 0) {
        process.reset(descriptor);
        return {static_cast<std::int32_t>(pid), 0};
    }
    if (files.size() == files_of_assembler) become_assembler(order, files[0].get(), files[1].get());
    become_compiler(argv, files[0].get());
}

[[noreturn]] void be_nursery(char** argv) {
    const pid_t parent = ::getppid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (parent == 1 || ::getppid() != parent) ::_exit(EXIT_FAILURE);
    ::prctl(PR_SET_DUMPABLE, 0);
    while (true) {
        const auto message = receive_message(socket_descriptor, sizeof(AssemblerOrder));
        AssemblerOrder order;
        if (!message.ok() || message.value().bytes.size() != sizeof order || message.value().descriptors.empty())
            ::_exit(EXIT_SUCCESS);
        std::memcpy(&order, message.value().bytes.data(), sizeof order);
        UniqueFd process;
        const NurseryAnswer answer = give_birth(argv, order, message.value().descriptors, process);
        const int descriptor = process.get();
        const std::span<const int> sent(&descriptor, process ? 1 : 0);
        if (!send_message(socket_descriptor, std::as_bytes(std::span(&answer, 1)), sent).ok()) ::_exit(EXIT_FAILURE);
    }
}

}  // namespace

void be_nursery_if_asked(int argc, char** argv) {
    if (argc < 2 || argv[argc - 1] != nursery_word) return;
    argv[argc - 1] = nullptr;
    be_nursery(argv);
}

Nursery::Nursery(const ProcessOptions& options, Child process, UniqueFd socket)
    : program_(options.program),
      patience_(options.start_limit),
      process_(std::move(process)),
      socket_(std::move(socket)) {}

Result<std::unique_ptr<Nursery>> Nursery::open(const ProcessOptions& options) {
    RF_TRY(auto ends, socket_pair());
    Spawn spawn;
    RF_TRY(const pid_t pid, spawn.run(options, ends.second.get()));
    UniqueFd process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    return std::unique_ptr<Nursery>(new Nursery(options, {pid, std::move(process)}, std::move(ends.first)));
}

// By its descriptor: a worker may send no other signals. It also ends when its socket closes.
Nursery::~Nursery() {
    if (process_.process) ::syscall(SYS_pidfd_send_signal, process_.process.get(), SIGKILL, nullptr, 0);
    {
        const MutexLock lock(mutex_);
        socket_.reset();
    }
    ::waitpid(process_.pid, nullptr, 0);
}

bool Nursery::is_over() const {
    const MutexLock lock(mutex_);
    return !socket_ || has_peer_gone(socket_.get());
}

Result<Nursery::Child> Nursery::ask(const AssemblerOrder& order, std::span<const int> files) {
    if (!socket_) return no_compiler("the process that starts them has ended");
    RF_RETURN_IF_ERROR(send_message(socket_.get(), std::as_bytes(std::span(&order, 1)), files));
    RF_TRY(SocketMessage message, receive_message(socket_.get(), sizeof(NurseryAnswer), patience_));
    NurseryAnswer answer;
    if (message.bytes.size() != sizeof answer) return no_compiler("the process that starts them has ended");
    std::memcpy(&answer, message.bytes.data(), sizeof answer);
    if (answer.pid <= 0 || message.descriptors.size() != 1)
        return no_compiler(escape(program_) + ": " + std::generic_category().message(answer.problem));
    return Child{answer.pid, std::move(message.descriptors.front())};
}

Result<Nursery::Child> Nursery::start(const AssemblerOrder& order, std::span<const int> files) {
    const MutexLock lock(mutex_);
    Result<Child> child = ask(order, files);
    // An answer that comes later would be taken for another's.
    if (!child.ok()) socket_.reset();
    return child;
}

void Nursery::abandon(Child child) {
    const MutexLock lock(mutex_);
    abandoned_.push_back(std::move(child));
}

void Nursery::bury() {
    std::erase_if(abandoned_, [](const Child& child) { return ::waitpid(child.pid, nullptr, WNOHANG) != 0; });
}

Result<Nursery::Child> Nursery::start(int socket) {
    return start(AssemblerOrder(), std::span(&socket, 1));
}

Result<Nursery::Child> Nursery::start(const AssemblerOrder& order, int input, int output) {
    const int files[] = {input, output};
    {
        const MutexLock lock(mutex_);
        bury();
        if (abandoned_.size() >= most_abandoned) return no_compiler("too many assemblers do not end");
    }
    return start(order, std::span<const int>(files));
}

}  // namespace ringfence::compiler
