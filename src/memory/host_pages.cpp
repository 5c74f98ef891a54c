#include "memory/host_pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>

#include "base/cuda_status.h"

namespace ringfence::memory {
namespace {

// Populated in steps that take a few milliseconds, even with small pages.
constexpr std::size_t populate_step = std::size_t{4} << 20;

constexpr std::size_t huge_page = std::size_t{2} << 20;

Error no_pages(std::size_t bytes, int number) {
    return Error::bad_input("the machine gives no " + std::to_string(bytes) +
                            " more bytes of memory to back a full card: " + std::generic_category().message(number))
        .with_remedy("end other programs, or lower host_backing in [memory] of the daemon's settings (ringfence.toml)")
        .with_status(cuda_status::out_of_memory);
}

// For kernels without MADV_POPULATE_WRITE.
void touch(std::span<std::byte> memory) {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    for (std::size_t at = 0; at < memory.size(); at += page)
        *static_cast<volatile std::byte*>(&memory[at]) = std::byte{0};
}

Result<void> populate_pages(std::span<std::byte> memory, const std::atomic<bool>& is_over) {
    for (std::size_t at = 0; at < memory.size(); at += populate_step) {
        if (is_over.load(std::memory_order_relaxed)) return no_pages(memory.size(), ECANCELED);
        const std::span<std::byte> step = memory.subspan(at, std::min(populate_step, memory.size() - at));
        while (::madvise(step.data(), step.size(), MADV_POPULATE_WRITE) != 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            if (errno != EINVAL) return no_pages(memory.size(), errno);
            touch(step);
            break;
        }
    }
    return {};
}

MachineMemory look_at_machine() {
    MachineMemory found;
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        std::uint64_t kibi = 0;
        if (std::sscanf(line.c_str(), "MemTotal: %" SCNu64, &kibi) == 1) found.total = kibi << 10;
        if (std::sscanf(line.c_str(), "MemAvailable: %" SCNu64, &kibi) == 1) found.available = kibi << 10;
    }
    return found;
}

}  // namespace

HostPages machine_pages() {
    return {populate_pages, look_at_machine};
}

Result<MappedMemory> map_host_part(std::uint64_t bytes) {
    RF_TRY(MappedMemory memory, MappedMemory::map_own(bytes, huge_page));
    // Both are optional: small pages only take longer, and a child process would get copies of pinned pages.
    (void)::madvise(memory.bytes().data(), bytes, MADV_HUGEPAGE);
    (void)::madvise(memory.bytes().data(), bytes, MADV_DONTFORK);
    return memory;
}

}  // namespace ringfence::memory
