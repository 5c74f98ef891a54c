// Segments (cuShmGet and the others): several processes, a pipeline over device memory, and who may have what.
#include <dlfcn.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "program.h"

#define RINGFENCE_SEGMENTS_NO_FUNCTIONS
#include "ringfence/segments.h"

// gpu_segment.hpp calls these; they are found like the driver's other functions.
extern "C" {
int cuShmGet(int* id, int key, std::size_t size, int flags);
int cuShmAt(unsigned long long* address, int id, int flags);
int cuShmDt(unsigned long long address);
int cuShmCtl(int id, int command, void* buffer);
}

namespace {

template <typename Function>
Function find_in_driver(const char* name) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    auto* found = reinterpret_cast<Function>(dlsym(library, name));
    EXPECT(found != nullptr, "libcuda.so.1 has no %s", name);
    return found;
}

}  // namespace

int cuShmGet(int* id, int key, std::size_t size, int flags) {
    return find_in_driver<decltype(&cuShmGet)>("cuShmGet")(id, key, size, flags);
}
int cuShmAt(unsigned long long* address, int id, int flags) {
    return find_in_driver<decltype(&cuShmAt)>("cuShmAt")(address, id, flags);
}
int cuShmDt(unsigned long long address) {
    return find_in_driver<decltype(&cuShmDt)>("cuShmDt")(address);
}
int cuShmCtl(int id, int command, void* buffer) {
    return find_in_driver<decltype(&cuShmCtl)>("cuShmCtl")(id, command, buffer);
}

#include "ringfence/gpu_segment.hpp"

namespace {

using ringfence::GpuSegment;

constexpr int invalid_value = 1;
constexpr std::size_t count = 1 << 18;

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() { EXPECT(pipe(ends) == 0, "no pipe"); }
};

void put(int fd, int value) {
    EXPECT(write(fd, &value, sizeof value) == sizeof value, "cannot write to a pipe");
}
int take(int fd) {
    int value = 0;
    EXPECT(read(fd, &value, sizeof value) == sizeof value, "the other process has gone");
    return value;
}

// The stage of a pipeline: each round adds to what it finds, and says so.
int be_stage(int key, int in, int out) {
    (void)begin();
    GpuSegment data(key, count * sizeof(unsigned));
    EXPECT(bool(data), "no segment: status %d", data.status());
    while (const int value = take(in)) {
        const auto found = fetch<unsigned>(data.address(), count);
        expect_each("what came", found, count, [&](auto) { return static_cast<unsigned>(value); });
        CHECK(cuMemsetD32(data.address(), static_cast<unsigned>(value) + 1, count));
        CHECK(cuCtxSynchronize());
        put(out, value + 1);
    }
    return 0;
}

void run_pipeline(int key) {
    constexpr int stages = 3;
    Pipe pipes[stages + 1];
    pid_t pids[stages];
    for (int i = 0; i < stages; ++i) {
        pids[i] = fork();
        EXPECT(pids[i] >= 0, "cannot start a process");
        if (pids[i] != 0) continue;
        // Nobody shall wait for a parent that has failed.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const std::string in = std::to_string(pipes[i].ends[0]);
        const std::string out = std::to_string(pipes[i + 1].ends[1]);
        execl("/proc/self/exe", "segments", std::to_string(key).c_str(), in.c_str(), out.c_str(), nullptr);
        _exit(127);
    }
    (void)begin();
    GpuSegment data(key, count * sizeof(unsigned));
    EXPECT(bool(data), "no segment: status %d", data.status());
    EXPECT(data.bytes() == count * sizeof(unsigned), "it has %zu bytes", data.bytes());
    expect_each("a new segment", fetch<unsigned>(data.address(), count), count, [](auto) { return 0U; });
    for (int round = 1; round < 1000; round += 100) {
        CHECK(cuMemsetD32(data.address(), static_cast<unsigned>(round), count));
        CHECK(cuCtxSynchronize());
        put(pipes[0].ends[1], round);
        EXPECT(take(pipes[stages].ends[0]) == round + stages, "a stage has been left out");
        expect_each("what came back", fetch<unsigned>(data.address(), count), count,
                    [&](auto) { return static_cast<unsigned>(round + stages); });
    }
    for (int i = 0; i < stages; ++i) {
        put(pipes[i].ends[1], 0);
        int status = -1;
        EXPECT(waitpid(pids[i], &status, 0) == pids[i] && status == 0, "stage %d ended with %d", i, status);
    }
    // Its present holders keep it; nobody else can get it.
    EXPECT(data.remove(), "it cannot be removed: status %d", data.status());
    CHECK(cuMemsetD32(data.address(), 7, count));
    EXPECT(!GpuSegment::of_id(data.id()), "a segment that was removed was found");
}

// Makes a segment, and waits to be killed.
int be_victim(int key, int out) {
    (void)begin();
    GpuSegment data(key, count * sizeof(unsigned), IPC_EXCL);
    EXPECT(bool(data), "no segment: status %d", data.status());
    CHECK(cuMemsetD32(data.address(), 5, count));
    CHECK(cuCtxSynchronize());
    put(out, 1);
    while (true)
        pause();
}

// Whoever made it may be killed: who has it keeps it.
void outlive_its_maker(int key) {
    const Pipe pipe;
    const pid_t victim = fork();
    EXPECT(victim >= 0, "cannot start a process");
    if (victim == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const std::string out = std::to_string(pipe.ends[1]);
        execl("/proc/self/exe", "segments", std::to_string(key).c_str(), out.c_str(), nullptr);
        _exit(127);
    }
    EXPECT(take(pipe.ends[0]) == 1, "the maker says something else");
    GpuSegment data(key, count * sizeof(unsigned));
    EXPECT(bool(data), "no segment: status %d", data.status());
    EXPECT(kill(victim, SIGKILL) == 0 && waitpid(victim, nullptr, 0) == victim, "the maker cannot be killed");
    for (unsigned round = 0; round < 20; ++round) {
        expect_each("what was left", fetch<unsigned>(data.address(), count), count, [&](auto) { return 5 + round; });
        CHECK(cuMemsetD32(data.address(), 6 + round, count));
    }
    EXPECT(data.remove(), "it cannot be removed: status %d", data.status());
}

void expect_errors() {
    int id = -1;
    int other = -1;
    EXPECT_STATUS(invalid_value, cuShmGet(nullptr, 1, 4096, 0));
    EXPECT_STATUS(invalid_value, cuShmGet(&id, IPC_PRIVATE, 0, 0));
    CHECK(cuShmGet(&id, IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    CHECK(cuShmGet(&other, IPC_PRIVATE, 4096, 0));
    EXPECT(id != other, "two private segments are one");
    Address address = 0;
    EXPECT_STATUS(invalid_value, cuShmAt(&address, -1, 0));
    EXPECT_STATUS(invalid_value, cuShmAt(&address, 123456, 0));
    EXPECT_STATUS(invalid_value, cuShmAt(nullptr, id, 0));
    CHECK(cuShmAt(&address, id, 0));
    EXPECT_STATUS(invalid_value, cuMemFree(address));
    EXPECT_STATUS(invalid_value, cuMemsetD8(address, 1, 4097));
    CHECK(cuMemsetD8(address, 1, 4096));
    RingfenceSegment facts = {};
    CHECK(cuShmCtl(id, IPC_STAT, &facts));
    EXPECT(facts.bytes == 4096 && facts.attached == 1 && facts.key == 0, "it says other things of a segment");
    EXPECT_STATUS(invalid_value, cuShmCtl(id, 77, &facts));
    EXPECT_STATUS(invalid_value, cuShmCtl(id, IPC_STAT, nullptr));
    CHECK(cuShmDt(address));
    EXPECT_STATUS(invalid_value, cuShmDt(address));
    EXPECT_STATUS(invalid_value, cuMemsetD8(address, 1, 1));
    for (const int one : {id, other})
        CHECK(cuShmCtl(one, IPC_RMID, nullptr));
    EXPECT_STATUS(invalid_value, cuShmCtl(id, IPC_RMID, nullptr));
}

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count == 4) return be_stage(std::stoi(arguments[1]), std::stoi(arguments[2]), std::stoi(arguments[3]));
    if (argument_count == 3) return be_victim(std::stoi(arguments[1]), std::stoi(arguments[2]));
    run_pipeline(0x7ead0000 | (getpid() & 0xffff));
    outlive_its_maker(0x7eae0000 | (getpid() & 0xffff));
    expect_errors();
    std::printf("ok\n");
    return 0;
}
