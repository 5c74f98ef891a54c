#include "client/driver/registered_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "base/unique_fd.h"
#include "client/driver/held_writers.h"
#include "client/driver/state.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

void* pointer_to(std::uint64_t address) {
    return reinterpret_cast<void*>(address);
}

std::uint64_t bytes_of_page() {
    return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Mapping {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool can_be_exchanged = false;
};

// A line of /proc/self/maps. A stack is in use while its pages are exchanged.
Mapping parse(const std::string& line) {
    Mapping mapping;
    char rights[5] = {};
    std::uint64_t file = 0;
    int name = 0;
    const int fields = std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %" SCNu64 " %n", &mapping.begin,
                                   &mapping.end, rights, &file, &name);
    if (fields < 4) return {};
    const bool is_stack = line.compare(static_cast<std::size_t>(name), 6, "[stack") == 0;
    mapping.can_be_exchanged = std::strncmp(rights, "rw-p", 4) == 0 && file == 0 && !is_stack;
    return mapping;
}

// True if nobody but this process sees the pages, and it can read and write all of them.
bool can_exchange(std::uint64_t begin, std::uint64_t end) {
    std::ifstream maps("/proc/self/maps");
    std::string line;
    while (begin < end && std::getline(maps, line)) {
        const Mapping mapping = parse(line);
        if (mapping.end <= begin) continue;
        if (mapping.begin > begin || !mapping.can_be_exchanged) return false;
        begin = mapping.end;
    }
    return begin >= end;
}

// True if nothing else lies on the pages: it would be shared with children that the program forks. Large blocks of
// malloc's have their pages to themselves: glibc has put the distance from the beginning of the pages in front of the
// block, and then their size with this flag.
bool has_pages_to_itself(const client::Allocation& memory, std::uint64_t begin, std::uint64_t end) {
    if (memory.address == begin && memory.address + memory.bytes == end) return true;
    constexpr std::uint64_t is_of_its_own = 2;
    std::array<std::uint64_t, 2> header = {};
    if (memory.address != begin + sizeof header) return false;
    std::memcpy(header.data(), pointer_to(begin), sizeof header);
    const std::uint64_t bytes = end - begin;
    return header[0] == 0 && header[1] >= bytes && header[1] % bytes_of_page() == is_of_its_own;
}

bool exchange(std::uint64_t begin, std::uint64_t bytes, std::uint64_t session_begin, int file) {
    const HeldWriters held(begin, bytes);
    std::memcpy(pointer_to(session_begin), pointer_to(begin), bytes);
    return mmap(pointer_to(begin), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
}

void say_what_can_be_mapped() {
    client::tell(
        "memory that the program registered has no address for the device here: it belongs to a file or to a stack, or "
        "other things lie on its pages\n  remedy: allocate it with cudaHostAlloc, or register whole pages, such as "
        "those of aligned_alloc");
}

// Pages of the program's own in the place of those that it shares, with the same contents.
bool take_back(std::uint64_t begin, std::uint64_t bytes) {
    void* const own = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) return false;
    const HeldWriters held(begin, bytes);
    std::memcpy(own, pointer_to(begin), bytes);
    return mremap(own, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer_to(begin)) != MAP_FAILED;
}

}  // namespace

RegisteredMemory& registered_memory() {
    static auto* const all = new RegisteredMemory;
    return *all;
}

CUresult RegisteredMemory::map(const client::Allocation& registered, CUdeviceptr& device_address) {
    const MutexLock lock(mutex_);
    const std::uint64_t page = bytes_of_page();
    const std::uint64_t begin = registered.address / page * page;
    const auto known = by_address_.find(registered.address);
    if (known != by_address_.end()) {
        device_address = known->second.session_begin + (registered.address - begin);
        return CUDA_SUCCESS;
    }
    const std::uint64_t end = (registered.address + registered.bytes + page - 1) / page * page;
    if (!can_exchange(begin, end) || !has_pages_to_itself(registered, begin, end)) {
        say_what_can_be_mapped();
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    Pages pages{begin, end - begin, 0};
    UniqueFd file;
    RF_CU(as_result(session().allocate_host(pages.bytes, pages.session_begin, &file)));
    if (!exchange(begin, pages.bytes, pages.session_begin, file.get())) {
        (void)session().release_host(pages.session_begin);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    device_address = pages.session_begin + (registered.address - begin);
    session().allocations().add({.address = pages.session_begin,
                                 .bytes = pages.bytes,
                                 .kind = client::MemoryKind::Host,
                                 .context = registered.context,
                                 .flags = registered.flags});
    by_address_.emplace(registered.address, pages);
    return CUDA_SUCCESS;
}

CUdeviceptr RegisteredMemory::find(std::uint64_t address) const {
    const MutexLock lock(mutex_);
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? 0 : found->second.session_begin + (address - found->second.begin);
}

void RegisteredMemory::forget(std::uint64_t address) {
    const MutexLock lock(mutex_);
    by_address_.erase(address);
}

CUresult RegisteredMemory::unmap(std::uint64_t address) {
    const MutexLock lock(mutex_);
    const auto found = by_address_.find(address);
    if (found == by_address_.end()) return CUDA_SUCCESS;
    const Pages pages = found->second;
    by_address_.erase(found);
    session().allocations().remove(pages.session_begin);
    RF_CU(as_result(session().call(wire::SynchronizeSession{})));
    if (!take_back(pages.begin, pages.bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
    return as_result(session().release_host(pages.session_begin));
}

}  // namespace ringfence::driver
