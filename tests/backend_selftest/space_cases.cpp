// Address spaces: device memory, host memory, limits.
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <string>
#include <thread>

#include "base/unique_fd.h"
#include "rig.h"

extern char** environ;

namespace ringfence::backend::selftest {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint64_t size = std::uint64_t{1} << 37;

std::uint32_t* words_at(Address address) {
    return reinterpret_cast<std::uint32_t*>(address);
}

// True if these addresses are free in another process.
bool is_free_elsewhere(Address begin, std::uint64_t bytes) {
    std::string program = "/proc/self/exe";
    std::string option = "--reserve";
    std::string first = std::to_string(begin);
    std::string second = std::to_string(bytes);
    char* const arguments[] = {program.data(), option.data(), first.data(), second.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) return false;
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A copy between two places of host memory waits for its turn, and the call does not wait for it.
void test_host_copy_order(Rig& rig, Address host) {
    words_at(host)[0] = 0;
    words_at(host)[16] = 1;
    words_at(host)[32] = 0;
    rig.done(rig.stream->wait_word(host, 1, 4, WordCondition::Equal), "wait for a word");
    std::atomic<bool> has_returned = false;
    std::atomic<bool> is_held_up = false;
    std::thread releaser([&] {
        for (int i = 0; i < 20'000 && !has_returned; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        is_held_up = !has_returned;
        std::atomic_ref(words_at(host)[16]).store(2);
        std::atomic_ref(words_at(host)[0]).store(1);
    });
    rig.done(rig.device.copy_on_device(*rig.stream, host + 128, host + 64, 4), "copy in host memory");
    has_returned = true;
    releaser.join();
    rig.report.check(!is_held_up, "a copy in host memory does not hold up the caller");
    rig.done(rig.stream->synchronize(), "wait for a copy in host memory");
    rig.same(words_at(host)[32], 2, "a copy in host memory keeps the stream's order");
}

}  // namespace

void test_address_spaces(Rig& rig) {
    std::unique_ptr<AddressSpace> space =
        rig.need(rig.device.create_address_space({.bytes = size}), "create an address space");
    std::unique_ptr<AddressSpace> other = rig.need(rig.device.create_address_space({.bytes = size}), "create another");
    if (!space || !other) return;
    const Address begin = space->begin();
    rig.same(begin % size, 0, "an address space is aligned");
    rig.report.check(other->begin() >= begin + size || begin >= other->begin() + size, "two of them lie apart");
    rig.report.check(is_free_elsewhere(begin, size), "another process has the same addresses free");
    rig.fails_with(rig.device.create_address_space({.bytes = 3 << 20}), 1, "a wrong size is refused");

    const std::uint64_t unit = space->granularity();
    const MemoryInfo before = rig.need(rig.device.memory_info(), "memory_info");
    rig.report.check(space->commit(begin, 16 * unit), "commit");
    rig.report.check(space->commit(begin + 16 * unit, unit), "commit beside it");
    const MemoryInfo after = rig.need(rig.device.memory_info(), "memory_info");
    rig.report.check(after.free + 17 * unit <= before.free, "committed memory is counted");
    rig.fails_with(space->commit(begin + unit, unit), 1, "memory cannot be committed twice");
    space->announce(begin, 17 * unit);
    const Address across = begin + 16 * unit - 64;
    rig.put(across, Words(32, 2));
    rig.scale(*rig.stream, across, 3, 32);
    rig.same(rig.get(across + 120, 2), {36, 37}, "a kernel works across two pieces");
    rig.done(rig.device.copy_on_device(*rig.stream, begin, across, 128), "copy between pieces");
    rig.same(rig.get(begin, 2), {6, 7}, "a copy across two pieces");
    space->retract(begin);
    rig.report.check(space->decommit(begin, 17 * unit), "decommit both at once");
    rig.report.check(space->commit(begin, 2 * unit), "commit again at the same place");
    space->announce(begin, 4096);
    rig.put(begin, Words(4, 1));
    rig.scale(*rig.stream, begin, 2, 4);
    rig.same(rig.get(begin, 4), {2, 3, 4, 5}, "a kernel on memory that was committed again");
    rig.report.check(other->commit(other->begin(), unit), "commit in another address space");
    rig.done(rig.device.copy_on_device(*rig.stream, other->begin(), begin, 16), "copy between address spaces");
    rig.same(rig.get(other->begin(), 4), {2, 3, 4, 5}, "a copy between address spaces");
    space.reset();
    other.reset();
    const MemoryInfo end = rig.need(rig.device.memory_info(), "memory_info");
    rig.report.check(end.free >= before.free, "a destroyed address space gives its memory back");
}

void test_host_memory(Rig& rig) {
    constexpr std::uint64_t bytes = 1 << 20;
    std::unique_ptr<AddressSpace> space =
        rig.need(rig.device.create_address_space({.bytes = size}), "create an address space");
    if (!space) return;
    const UniqueFd file(make_memory_file(bytes));
    auto* const client =
        static_cast<std::uint32_t*>(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0));
    const Address host = space->host_begin() + bytes;
    if (!rig.report.check(space->attach_host(host, file.get(), bytes), "attach host memory")) return;
    space->announce(host, bytes);
    rig.fails_with(space->attach_host(host, file.get(), bytes), 1, "it cannot be attached twice");
    rig.fails_with(space->attach_host(space->host_begin(), file.get(), 2 * bytes), 1, "nor be longer than its file");
    for (std::uint32_t i = 0; i < 8; ++i)
        client[i] = 10;
    rig.scale(*rig.stream, host, 2, 8);
    rig.done(rig.stream->synchronize(), "wait for a kernel");
    rig.same(Words(client, client + 8), {20, 21, 22, 23, 24, 25, 26, 27}, "a kernel works on a client's memory");
    rig.report.check(space->commit(space->begin(), space->granularity()), "commit");
    rig.done(rig.device.copy_on_device(*rig.stream, space->begin(), host, 32), "copy to the device");
    rig.done(rig.device.copy_box(*rig.stream, {host + 256, 16, 0}, {space->begin(), 8, 0}, {8, 2, 1}),
             "copy rows back");
    rig.done(rig.device.fill(*rig.stream, host + 512, 5, 4, 2), "fill host memory");
    const std::uint32_t value = 77;
    rig.done(rig.device.write(*rig.stream, host + 640, std::as_bytes(std::span(&value, 1))), "write to host memory");
    rig.done(rig.stream->synchronize(), "wait for copies");
    rig.same({client[64], client[65], client[68], client[69]}, {20, 21, 22, 23}, "copies between device and host");
    rig.same({client[128], client[129], client[160]}, {5, 5, 77}, "fills and writes of host memory");
    test_host_copy_order(rig, host + 4096);
    rig.report.check(space->detach_host(host, bytes), "detach");
    rig.report.check(space->attach_host(host, file.get(), bytes / 2), "attach again at the same place");
    rig.same(words_at(host)[1], 21, "it holds what it held");
    ::munmap(client, bytes);
}

void test_out_of_memory(Rig& rig) {
    const std::uint64_t total = rig.device.properties().total_memory;
    std::unique_ptr<AddressSpace> space =
        rig.need(rig.device.create_address_space({.bytes = std::bit_ceil(4 * total)}), "create a large address space");
    if (!space) return;
    const std::uint64_t unit = space->granularity();
    const std::uint64_t too_much = (total / unit + 1) * unit;
    rig.fails_with(space->commit(space->begin(), too_much), 2, "more than there is cannot be committed");
    rig.report.check(space->commit(space->begin(), unit), "but a little can");
    rig.fails_with(rig.device.allocate(too_much), 2, "nor be allocated");
    rig.fails_with(rig.device.allocate(0), 1, "an allocation of nothing is refused");
}

}  // namespace ringfence::backend::selftest
