#include "compiler/lockdown.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>

#include "base/file.h"
#include "base/unique_fd.h"
#include "sandbox/filter.h"
#include "sandbox/landlock.h"

namespace ringfence::compiler {
namespace {

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

// A program's start, and the questions about files that it may open.
constexpr long calls_of_programs[] = {
    SYS_execve,
    SYS_faccessat,
    SYS_newfstatat,
    SYS_sched_get_priority_max,
    SYS_sched_get_priority_min,
    SYS_set_tid_address,
#if defined(__x86_64__)
    SYS_access,
    SYS_arch_prctl,
    SYS_lstat,
    SYS_stat,
#endif
};

#if defined(__x86_64__)
constexpr const char* loader = "/lib64/ld-linux-x86-64.so.2";
#else
constexpr const char* loader = "/lib/ld-linux-aarch64.so.1";
#endif

Error failed_to(const char* what, int number) {
    return Error::internal(std::string("a compiler cannot ") + what + ": " + std::generic_category().message(number));
}

// Private writable memory, in bytes: RLIMIT_DATA limits this.
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

Result<void> give_up_privileges() {
    RF_RETURN_IF_ERROR(limit(RLIMIT_CORE, 0, "do without core dumps"));
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed_to("give up privileges", errno);
    return {};
}

void allow_computing(sandbox::Filter& filter) {
    for (const long call : allowed_calls)
        filter.allow(call);
    filter.allow(SYS_mprotect, {sandbox::lacks_bits(2, PROT_EXEC)});
    // To end itself, as abort() does.
    filter.allow(SYS_tgkill, {sandbox::equals(0, static_cast<std::uint64_t>(::getpid()))});
}

// Threads, no processes. Where the C library asks in the new way, whose flags cannot be seen, it tries this one next.
void allow_threads(sandbox::Filter& filter) {
    filter.allow(SYS_clone, {sandbox::has_bits(0, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND)});
    filter.answer(SYS_clone3, ENOSYS);
}

// The fourth way, for neither reading nor writing, is not for Landlock to judge; yet it makes files without names, and
// in kernels before Landlock's third version it empties any file that this user may write.
void allow_opening(sandbox::Filter& filter, long call, unsigned flags_at) {
    for (const std::uint64_t way : {O_RDONLY, O_WRONLY, O_RDWR})
        filter.allow(call, {{flags_at, sandbox::Condition::Is::Masked, way, O_ACCMODE}});
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
    RF_RETURN_IF_ERROR(give_up_privileges());
    sandbox::Filter filter(sandbox::Otherwise::Refuse);
    allow_computing(filter);
    allow_threads(filter);
    // Private anonymous memory only, of no file and no device; and no code beyond the mapped code.
    filter.allow(SYS_mmap, {sandbox::lacks_bits(2, PROT_EXEC), sandbox::has_bits(3, MAP_ANONYMOUS)});
    return filter.install();
}

Result<void> lock_down_before(const ProgramLockdown& options) {
    // Its own code and libraries are small beside this.
    constexpr std::uint64_t mapped_files = std::uint64_t{1} << 30;
    constexpr std::uint64_t most_descriptors = 64;
    const auto seconds = static_cast<std::uint64_t>(options.most_time.count());
    RF_RETURN_IF_ERROR(limit(RLIMIT_DATA, options.most_memory, "limit its memory"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_AS, options.most_memory + mapped_files, "limit its memory"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_FSIZE, options.most_output, "limit its output"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_CPU, seconds, "limit its time"));
    RF_RETURN_IF_ERROR(limit(RLIMIT_NOFILE, most_descriptors, "limit its files"));
    RF_RETURN_IF_ERROR(give_up_privileges());
    RF_RETURN_IF_ERROR(
        sandbox::allow_only({.readable = {"/lib", "/usr/lib", "/lib64", "/usr/lib64", "/etc/ld.so.cache"},
                             .executable = {options.program, loader}}));
    sandbox::Filter filter(sandbox::Otherwise::Refuse);
    allow_computing(filter);
    for (const long call : calls_of_programs)
        filter.allow(call);
    allow_opening(filter, SYS_openat, 2);
#if defined(__x86_64__)
    allow_opening(filter, SYS_open, 1);
#endif
    // Code comes from files only. One of them is its output, which cannot be kept from being mapped so.
    filter.allow(SYS_mmap, {sandbox::lacks_bits(2, PROT_EXEC)});
    filter.allow(SYS_mmap, {{2, sandbox::Condition::Is::Masked, PROT_EXEC, PROT_EXEC | PROT_WRITE},
                            sandbox::lacks_bits(3, MAP_ANONYMOUS)});
    // It may know its own limits.
    filter.allow(SYS_prlimit64, {sandbox::equals(0, 0), sandbox::equals(2, 0)});
    return filter.install();
}

}  // namespace ringfence::compiler
