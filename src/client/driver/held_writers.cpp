#include "client/driver/held_writers.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ringfence::driver {
namespace {

constexpr int user_mode_only = 1;                     // UFFD_USER_MODE_ONLY, which older headers lack
constexpr std::uint64_t protects_private = 1U << 0U;  // UFFD_FEATURE_PAGEFAULT_FLAG_WP
constexpr std::uint64_t protects_shared = 1U << 12U;  // UFFD_FEATURE_WP_HUGETLBFS_SHMEM

// Faults of kernels are for privileged programs.
UniqueFd open_with(std::uint64_t features) {
    UniqueFd faults(static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | user_mode_only)));
    uffdio_api wanted = {};
    wanted.api = UFFD_API;
    wanted.features = features;
    if (faults && ::ioctl(faults.get(), UFFDIO_API, &wanted) != 0) faults.reset();
    return faults;
}

// Pages that were never there are not protected.
void touch(std::uint64_t begin, std::uint64_t bytes) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    for (std::uint64_t at = begin; at < begin + bytes; at += page)
        (void)*reinterpret_cast<const volatile unsigned char*>(at);
}

}  // namespace

HeldWriters::HeldWriters(std::uint64_t begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {
    faults_ = open_with(protects_private | protects_shared);
    if (!faults_) faults_ = open_with(protects_private);
    if (!faults_) return;
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &signals_);
    touch(begin, bytes);
    uffdio_register range = {};
    range.range = {begin, bytes};
    range.mode = UFFDIO_REGISTER_MODE_WP;
    uffdio_writeprotect protection = {};
    protection.range = range.range;
    protection.mode = UFFDIO_WRITEPROTECT_MODE_WP;
    const bool is_held = ::ioctl(faults_.get(), UFFDIO_REGISTER, &range) == 0 &&
                         ::ioctl(faults_.get(), UFFDIO_WRITEPROTECT, &protection) == 0;
    if (is_held) return;
    let_go();
    faults_.reset();
}

HeldWriters::~HeldWriters() {
    if (faults_) let_go();
}

void HeldWriters::let_go() {
    // Where nothing was exchanged the pages are still protected.
    uffdio_writeprotect protection = {};
    protection.range = {begin_, bytes_};
    (void)::ioctl(faults_.get(), UFFDIO_WRITEPROTECT, &protection);
    uffdio_range all = {begin_, bytes_};
    (void)::ioctl(faults_.get(), UFFDIO_WAKE, &all);
    ::pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
}

}  // namespace ringfence::driver
