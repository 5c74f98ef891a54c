// A child tries what it can still do behind each filter, and reports which attempts worked.
#include "sandbox/filters.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/unique_fd.h"

namespace ringfence::sandbox {
namespace {

using testing::HasSubstr;
using testing::Not;

// The report of a child that has confined itself and then tried.
std::string in_child(const std::function<Result<void>()>& confine, const std::function<std::string()>& attempt) {
    int pipe[2] = {-1, -1};
    EXPECT_EQ(::pipe(pipe), 0);
    UniqueFd reading(pipe[0]);
    UniqueFd writing(pipe[1]);
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<void> confined = confine();
        const std::string said = confined.ok() ? attempt() : "not confined: " + confined.error().text();
        ::_exit(::write(writing.get(), said.data(), said.size()) < 0 ? 1 : 0);
    }
    writing.reset();
    std::string said(4096, '\0');
    said.resize(static_cast<std::size_t>(std::max<ssize_t>(::read(reading.get(), said.data(), said.size()), 0)));
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the child ended with " << status;
    return said;
}

bool is_refused(long outcome) {
    return outcome < 0 && errno == EPERM;
}

// The names of what was not refused, of what no process of ours needs. As root, who could do most of it.
std::string what_works() {
    std::string worked;
    const auto note = [&](bool is_prevented, const char* what) {
        if (!is_prevented) worked += std::string(what) + " ";
    };
    note(is_refused(::ptrace(PTRACE_SEIZE, ::getppid(), nullptr, nullptr)), "ptrace");
    note(is_refused(::syscall(SYS_process_vm_readv, ::getppid(), nullptr, 0, nullptr, 0, 0)), "process_vm_readv");
    note(is_refused(::syscall(SYS_process_vm_writev, ::getppid(), nullptr, 0, nullptr, 0, 0)), "process_vm_writev");
    note(is_refused(::syscall(SYS_pidfd_getfd, -1, 0, 0)), "pidfd_getfd");
    note(is_refused(::mount("none", "/mnt", "tmpfs", 0, nullptr)), "mount");
    note(is_refused(::syscall(SYS_bpf, 0, nullptr, 0)), "bpf");
    note(is_refused(::syscall(SYS_keyctl, 0, 0, 0)), "keyctl");
    note(is_refused(::syscall(SYS_kexec_load, 0, 0, nullptr, 0)), "kexec_load");
    note(is_refused(::syscall(SYS_finit_module, -1, "", 0)), "finit_module");
    note(is_refused(::syscall(SYS_io_uring_setup, 1, nullptr)), "io_uring");
    note(is_refused(::syscall(SYS_perf_event_open, nullptr, 0, 0, 0, 0)), "perf_event_open");
    note(is_refused(::unshare(CLONE_NEWUSER)), "unshare");
    note(is_refused(::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr)),
         "new user space");
    note(is_refused(::syscall(SYS_clone, CLONE_NEWNET | SIGCHLD, nullptr, nullptr, nullptr, nullptr)), "new network");
    note(::syscall(SYS_clone3, nullptr, 0) < 0 && errno == ENOSYS, "clone3");
    note(is_refused(::ioctl(0, TIOCSTI, "x")), "typing");
    note(is_refused(::socket(AF_PACKET, SOCK_RAW, 0)), "packets");
    note(is_refused(::socket(AF_VSOCK, SOCK_STREAM, 0)), "vsock");
    return worked;
}

std::string what_else_works() {
    std::string worked = what_works();
    const auto note = [&](bool is_prevented, const char* what) {
        if (!is_prevented) worked += std::string(what) + " ";
    };
    note(is_refused(::socket(AF_INET, SOCK_STREAM, 0)), "network");
    note(is_refused(::socket(AF_INET6, SOCK_DGRAM, 0)), "network6");
    note(is_refused(::syscall(SYS_setresuid, 65534, 65534, 65534)), "setresuid");
    note(is_refused(::syscall(SYS_setgroups, 0, nullptr)), "setgroups");
    note(is_refused(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)), "dumpable");
    return worked;
}

std::string what_reaches_others() {
    std::string worked;
    const auto note = [&](bool is_prevented, const char* what) {
        if (!is_prevented) worked += std::string(what) + " ";
    };
    note(is_refused(::kill(::getppid(), 0)), "kill");
    note(is_refused(::syscall(SYS_tgkill, ::getppid(), ::getppid(), 0)), "tgkill");
    char* const none[] = {nullptr};
    note(is_refused(::execve("/bin/true", none, none)), "execve");
    const long child = ::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) ::_exit(0);
    note(is_refused(child), "fork");
    return worked;
}

TEST(Filters, AWorkerOfTheSoftwareGpuReachesNobody) {
    const auto confine = [] { return confine_worker({.has_card = false, .starts_others = false}); };
    EXPECT_EQ(in_child(confine, what_else_works), "");
    EXPECT_EQ(in_child(confine, what_reaches_others), "");
    EXPECT_EQ(in_child(confine, [] { return is_refused(::socket(AF_NETLINK, SOCK_RAW, 0)) ? "" : "netlink"; }), "");
}

TEST(Filters, AWorkerOnACardMayStartCompilersAndHearOfDevices) {
    const auto confine = [] { return confine_worker({.has_card = true, .starts_others = true}); };
    EXPECT_EQ(in_child(confine, what_else_works), "");
    EXPECT_EQ(in_child(confine, [] { return ::socket(AF_NETLINK, SOCK_RAW, 0) >= 0 ? "yes" : "no"; }), "yes");
    EXPECT_EQ(in_child(confine,
                       [] {
                           const pid_t child = ::fork();
                           if (child == 0) ::execl("/bin/true", "true", nullptr);
                           int status = -1;
                           ::waitpid(child, &status, 0);
                           return status == 0 ? "yes" : "no";
                       }),
              "yes");
}

TEST(Filters, WhatAWorkerNeedsIsThere) {
    const auto confine = [] { return confine_worker({.has_card = false, .starts_others = false}); };
    EXPECT_EQ(in_child(confine,
                       [] {
                           bool has_run = false;
                           std::thread([&] { has_run = true; }).join();
                           const bool has_socket = ::socket(AF_UNIX, SOCK_SEQPACKET, 0) >= 0;
                           const bool has_file = ::open("/dev/null", O_RDWR) >= 0;
                           const bool can_abort = ::syscall(SYS_tgkill, ::getpid(), ::gettid(), 0) == 0;
                           return has_run && has_socket && has_file && can_abort ? "yes" : "no";
                       }),
              "yes");
}

TEST(Filters, TheSystemsDaemonStartsNothing) {
    const auto confine = [] { return confine_daemon({.starts_others = false, .has_network = false}); };
    EXPECT_EQ(in_child(confine, what_else_works), "");
    EXPECT_EQ(in_child(confine, what_reaches_others), "");
}

TEST(Filters, ADaemonThatServesFiguresHasTheNetworkAndNothingElse) {
    const auto confine = [] { return confine_daemon({.starts_others = true, .has_network = true}); };
    EXPECT_EQ(in_child(confine, what_works), "");
    EXPECT_EQ(in_child(confine, [] { return ::socket(AF_INET, SOCK_STREAM, 0) >= 0 ? "yes" : "no"; }), "yes");
}

TEST(Filters, WhoServesFiguresOpensNoFileAndNoDoor) {
    EXPECT_EQ(in_child(confine_metrics, what_else_works), "");
    EXPECT_EQ(in_child(confine_metrics, what_reaches_others), "");
    EXPECT_EQ(in_child(confine_metrics,
                       [] {
                           std::string worked;
                           const auto note = [&](bool is_prevented, const char* what) {
                               if (!is_prevented) worked += std::string(what) + " ";
                           };
                           note(is_refused(::open("/dev/null", O_RDONLY)), "reading");
                           note(is_refused(::open("/dev/null", O_WRONLY)), "writing");
                           note(is_refused(::syscall(SYS_openat2, AT_FDCWD, "/dev/null", nullptr, 0)), "openat2");
                           note(is_refused(::unlink("/nowhere/at/all")), "removing");
                           note(is_refused(::rename("/nowhere/at/all", "/nowhere/else")), "renaming");
                           note(is_refused(::chmod("/nowhere/at/all", 0777)), "opening to others");
                           note(is_refused(::truncate("/nowhere/at/all", 0)), "cutting");
                           note(is_refused(::listen(0, 1)), "listening");
                           return worked;
                       }),
              "");
    EXPECT_EQ(in_child(confine_metrics, [] { return ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ? "yes" : "no"; }), "yes");
}

TEST(Filters, TheStarterBecomesAWorkersUserAndNobodyElse) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    const auto confine = [] { return confine_starter(61100, 61110, 61100); };
    const auto becomes = [&](unsigned long uid, unsigned long gid) {
        return in_child(confine, [=] {
            const bool is_group = ::syscall(SYS_setresgid, gid, gid, gid) == 0;
            return is_group && ::syscall(SYS_setresuid, uid, uid, uid) == 0 ? "yes" : "no";
        });
    };
    EXPECT_EQ(in_child(confine, what_works), "");
    EXPECT_EQ(becomes(61100, 61100), "yes");
    EXPECT_EQ(becomes(61110, 61100), "yes");
    EXPECT_EQ(becomes(61111, 61100), "no");
    EXPECT_EQ(becomes(61099, 61100), "no");
    EXPECT_EQ(becomes(0, 61100), "no");
    EXPECT_EQ(becomes(61100, 0), "no");
    // The kernel takes the lower half; the filter sees both.
    EXPECT_EQ(becomes(0x1'0000'0000UL, 61100), "no");
    EXPECT_EQ(becomes(0xffff'ffff'0000'0000UL + 61100, 61100), "no");
    // -1 means: as it is.
    EXPECT_EQ(in_child(confine, [] { return ::syscall(SYS_setresuid, -1, 61100, -1) == 0 ? "yes" : "no"; }), "no");
    EXPECT_EQ(in_child(confine,
                       [] {
                           const gid_t groups[] = {0};
                           return ::syscall(SYS_setgroups, 1, groups) == 0 ? "yes" : "no";
                       }),
              "no");
    for (const long call : {SYS_setuid, SYS_setgid, SYS_setfsuid})
        EXPECT_EQ(in_child(confine, [=] { return is_refused(::syscall(call, 61100)) ? "no" : "yes"; }), "no");
}

}  // namespace
}  // namespace ringfence::sandbox
