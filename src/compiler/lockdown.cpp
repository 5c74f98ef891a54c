#include "compiler/lockdown.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/unique_fd.h"

namespace ringfence::compiler {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t this_architecture = AUDIT_ARCH_AARCH64;
#else
#    error "give this architecture's AUDIT_ARCH number"
#endif

// Memory, waiting, time, and words over descriptors that are open already.
constexpr long allowed_calls[] = {
    SYS_brk,
    SYS_clock_getres,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_close,
    SYS_exit,
    SYS_exit_group,
    SYS_fstat,
    SYS_futex,
    SYS_getpid,
    SYS_getrandom,
    SYS_getrusage,
    SYS_gettid,
    SYS_gettimeofday,
    SYS_lseek,
    SYS_madvise,
    SYS_membarrier,
    SYS_mremap,
    SYS_munmap,
    SYS_nanosleep,
    SYS_ppoll,
    SYS_pread64,
    SYS_pwrite64,
    SYS_read,
    SYS_recvmsg,
    SYS_restart_syscall,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_rseq,
    SYS_sched_getaffinity,
    SYS_sched_yield,
    SYS_sendmsg,
    SYS_set_robust_list,
    SYS_sigaltstack,
    SYS_sysinfo,
    SYS_write,
    SYS_writev,
#if defined(__x86_64__)
    SYS_poll,
    SYS_time,
#endif
};

Error failed_to(const char* what, int number) {
    return Error::internal(std::string("a compiler cannot ") + what + ": " + std::generic_category().message(number));
}

// A program for the kernel, which decides about each call by its number and the lower halves of its arguments.
class Filter {
public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        jump(BPF_JEQ, this_architecture, 1, 0);
        give(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
    }

    void allow(long call) {
        jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1);
        give(SECCOMP_RET_ALLOW);
    }
    // If the argument has none of these bits.
    void allow_without(long call, unsigned argument, std::uint32_t bits) {
        jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 4);
        load(low_half(argument));
        jump(BPF_JSET, bits, 0, 1);
        give(refuse);
        give(SECCOMP_RET_ALLOW);
    }
    // If the argument has all of these bits.
    void allow_with(long call, unsigned argument, std::uint32_t bits) {
        jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 5);
        load(low_half(argument));
        steps_.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
        jump(BPF_JEQ, bits, 1, 0);
        give(refuse);
        give(SECCOMP_RET_ALLOW);
    }
    // Memory of nobody else's, no file's and no device's, and no code.
    void allow_plain_memory() {
        jump(BPF_JEQ, static_cast<std::uint32_t>(SYS_mmap), 0, 6);
        load(low_half(2));
        jump(BPF_JSET, PROT_EXEC, 2, 0);
        load(low_half(3));
        jump(BPF_JSET, MAP_ANONYMOUS, 1, 0);
        give(refuse);
        give(SECCOMP_RET_ALLOW);
    }
    // If the argument is this number.
    void allow_for(long call, unsigned argument, std::uint32_t number) {
        jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 4);
        load(low_half(argument));
        jump(BPF_JEQ, number, 1, 0);
        give(refuse);
        give(SECCOMP_RET_ALLOW);
    }
    void answer(long call, int number) {
        jump(BPF_JEQ, static_cast<std::uint32_t>(call), 0, 1);
        give(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(number));
    }

    Result<void> install() {
        give(refuse);
        const sock_fprog program = {static_cast<unsigned short>(steps_.size()), steps_.data()};
        // All threads, or none.
        if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
            return failed_to("filter its system calls (seccomp)", errno == 0 ? EAGAIN : errno);
        return {};
    }

private:
    static constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

    static std::uint32_t low_half(unsigned argument) {
        return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t));
    }
    void load(std::size_t offset) {
        steps_.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
    }
    void jump(unsigned condition, std::uint32_t value, std::uint8_t if_so, std::uint8_t if_not) {
        steps_.push_back(sock_filter{static_cast<std::uint16_t>(BPF_JMP | condition | BPF_K), if_so, if_not, value});
    }
    void give(std::uint32_t verdict) { steps_.push_back(BPF_STMT(BPF_RET | BPF_K, verdict)); }

    std::vector<sock_filter> steps_;
};

// Private memory that can be written, in bytes: what RLIMIT_DATA is about.
Result<std::uint64_t> data_in_use() {
    RF_TRY(const std::string status, read_file("/proc/self/status", 1 << 16));
    const std::size_t found = status.find("VmData:");
    if (found == std::string::npos) return Error::internal("a compiler cannot tell how much memory it has");
    return std::strtoull(status.c_str() + found + 7, nullptr, 10) << 10U;
}

Result<void> limit(int resource, std::uint64_t most, const char* what) {
    const rlimit value = {most, most};
    if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &value) != 0) return failed_to(what, errno);
    return {};
}

}  // namespace

void become_expendable() {
    const pid_t parent = ::getppid();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // It may have ended before that.
    if (parent == 1 || ::getppid() != parent) ::_exit(EXIT_FAILURE);
    ::prctl(PR_SET_DUMPABLE, 0);
    constexpr int lower_priority = 10;
    ::setpriority(PRIO_PROCESS, 0, lower_priority);
    const UniqueFd score(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
    if (score) (void)!::write(score.get(), "1000", 4);
}

Result<void> lock_down(const LockdownOptions& options) {
    RF_TRY(const std::uint64_t data, data_in_use());
    RF_RETURN_IF_ERROR(limit(RLIMIT_DATA, data + options.most_memory, "limit its memory"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_CORE, 0, "do without core dumps"));
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed_to("give up privileges", errno);
    Filter filter;
    for (const long call : allowed_calls)
        filter.allow(call);
    // No code but what is there by now, and nothing of the card but what is mapped.
    filter.allow_plain_memory();
    filter.allow_without(SYS_mprotect, 2, PROT_EXEC);
    // Threads, no processes. Where the C library asks in the new way, whose flags cannot be seen, it tries this one
    // next.
    filter.allow_with(SYS_clone, 0, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND);
    filter.answer(SYS_clone3, ENOSYS);
    // To end itself, as abort() does.
    filter.allow_for(SYS_tgkill, 0, static_cast<std::uint32_t>(::getpid()));
    return filter.install();
}

}  // namespace ringfence::compiler
