#include "sandbox/filters.h"

#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/sanitizers.h"
#include "sandbox/filter.h"

namespace ringfence::sandbox {
namespace {

constexpr bool is_sanitized = RINGFENCE_ASAN != 0 || RINGFENCE_TSAN != 0;

constexpr long never_needed[] = {
    // Into other processes.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_perf_event_open,
    SYS_userfaultfd,
    // Into the kernel.
    SYS_bpf,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_syslog,
    SYS_lookup_dcookie,
    // The machine: file systems, time, names, power.
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_quotactl,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_acct,
    SYS_vhangup,
    SYS_fanotify_init,
    SYS_unshare,
    SYS_setns,
    SYS_mknodat,
#if defined(__x86_64__)
    SYS_mknod,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
#endif
};

constexpr long changes_of_user[] = {
    SYS_setuid,    SYS_setgid,    SYS_setreuid, SYS_setregid, SYS_setresuid,
    SYS_setresgid, SYS_setgroups, SYS_setfsuid, SYS_setfsgid, SYS_capset,
};

// Access by name. Open files stay usable.
constexpr long uses_of_files[] = {
    SYS_openat,   SYS_openat2,  SYS_truncate, SYS_unlinkat, SYS_renameat2, SYS_linkat,    SYS_symlinkat,
    SYS_mkdirat,  SYS_fchmodat, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_utimensat,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#if defined(__x86_64__)
    SYS_open,     SYS_creat,    SYS_unlink,   SYS_rename,   SYS_link,      SYS_symlink,   SYS_mkdir,
    SYS_rmdir,    SYS_chmod,    SYS_chown,    SYS_lchown,   SYS_utime,     SYS_utimes,    SYS_futimesat,
#endif
};

constexpr unsigned long new_namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

void refuse_what_is_never_needed(Filter& filter) {
    for (const long call : never_needed)
        filter.refuse(call);
    // A word typed into the terminal that a client has as its output would be its user's.
    filter.refuse(SYS_ioctl, {equals(1, TIOCSTI)});
    // Its flags cannot be seen; the C library then uses the old call.
    filter.answer(SYS_clone3, ENOSYS);
    for (unsigned long bits = new_namespaces; bits != 0; bits &= bits - 1)
        filter.refuse(SYS_clone, {has_bits(0, bits & -bits)});
}

void refuse_changes_of_user(Filter& filter) {
    for (const long call : changes_of_user)
        filter.refuse(call);
    // Others of the same user could read its memory then.
    filter.refuse(SYS_prctl, {equals(0, PR_SET_DUMPABLE), differs(1, 0)});
}

// Signals to others. To itself: as abort() does. It ends its child processes by their descriptors.
void refuse_signals(Filter& filter) {
    const auto own = static_cast<std::uint64_t>(::getpid());
    for (const long call : {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo})
        filter.refuse(call, {differs(0, own)});
    filter.refuse(SYS_tkill);
    // Limits of others; the C library says 0 for its own.
    filter.refuse(SYS_prlimit64, {differs(0, 0)});
}

void refuse_new_processes(Filter& filter) {
    filter.refuse(SYS_execve);
    filter.refuse(SYS_execveat);
    filter.refuse(SYS_clone, {lacks_bits(0, CLONE_THREAD)});
#if defined(__x86_64__)
    filter.refuse(SYS_fork);
    filter.refuse(SYS_vfork);
#endif
}

// Below, between and above the families that there may be, which are given in order.
void refuse_sockets_but(Filter& filter, std::initializer_list<int> families) {
    std::uint64_t next = 0;
    for (const int family : families) {
        for (; next < static_cast<std::uint64_t>(family); ++next)
            filter.refuse(SYS_socket, {equals(0, next)});
        ++next;
    }
    filter.refuse(SYS_socket, {is_above(0, next - 1)});
}

}  // namespace

Result<void> confine_worker(const WorkerFilter& options) {
    if (is_sanitized) return {};
    Filter filter(Otherwise::Allow);
    refuse_what_is_never_needed(filter);
    refuse_changes_of_user(filter);
    refuse_signals(filter);
    if (!options.starts_others) refuse_new_processes(filter);
    if (options.has_card) {
        refuse_sockets_but(filter, {AF_UNIX, AF_NETLINK});
    } else {
        refuse_sockets_but(filter, {AF_UNIX});
    }
    return filter.install();
}

Result<void> confine_daemon(const DaemonFilter& options) {
    if (is_sanitized) return {};
    Filter filter(Otherwise::Allow);
    refuse_what_is_never_needed(filter);
    refuse_changes_of_user(filter);
    if (!options.starts_others) {
        refuse_new_processes(filter);
        refuse_signals(filter);
    }
    if (options.has_network) {
        refuse_sockets_but(filter, {AF_UNIX, AF_INET, AF_INET6});
    } else {
        refuse_sockets_but(filter, {AF_UNIX});
    }
    return filter.install();
}

Result<void> confine_metrics() {
    if (is_sanitized) return {};
    Filter filter(Otherwise::Allow);
    refuse_what_is_never_needed(filter);
    refuse_changes_of_user(filter);
    refuse_new_processes(filter);
    refuse_signals(filter);
    // Clients come over the existing listener.
    refuse_sockets_but(filter, {AF_UNIX});
    filter.refuse(SYS_bind);
    // It ends with its daemon.
    filter.refuse(SYS_prctl, {equals(0, PR_SET_PDEATHSIG)});
    filter.refuse(SYS_listen);
    for (const long call : uses_of_files)
        filter.refuse(call);
    return filter.install();
}

Result<void> confine_starter(uid_t first, uid_t last, gid_t group) {
    if (is_sanitized) return {};
    Filter filter(Otherwise::Allow);
    refuse_what_is_never_needed(filter);
    for (const long call : {SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setfsuid, SYS_setfsgid})
        filter.refuse(call);
    for (const unsigned which : {0U, 1U, 2U}) {
        filter.refuse(SYS_setresuid, {is_below(which, first)});
        filter.refuse(SYS_setresuid, {is_above(which, last)});
        filter.refuse(SYS_setresgid, {differs(which, group)});
    }
    filter.refuse(SYS_setgroups, {differs(0, 0)});
    // The most that one of the workers has.
    refuse_sockets_but(filter, {AF_UNIX, AF_NETLINK});
    return filter.install();
}

}  // namespace ringfence::sandbox
