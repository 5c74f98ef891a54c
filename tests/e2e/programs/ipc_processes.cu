// CUDA IPC between processes: memory and events of one are opened by others, which are started anew.
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "check.h"

namespace {

constexpr int count = 1 << 20;
constexpr int rounds = 20;
constexpr int workers = 2;

__global__ void scale(int* data, int factor, int summand) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = data[i] * factor + summand;
}

struct Pipe {
    int from = -1;
    int to = -1;
};

struct Message {
    cudaIpcMemHandle_t memory;
    cudaIpcEventHandle_t event;
};

template <typename T>
void put(int fd, const T& value) {
    EXPECT(write(fd, &value, sizeof value) == sizeof value, "cannot write to a pipe");
}

template <typename T>
T take(int fd) {
    T value;
    std::size_t got = 0;
    while (got < sizeof value) {
        const ssize_t more = read(fd, reinterpret_cast<char*>(&value) + got, sizeof value - got);
        EXPECT(more > 0, "the other process has gone");
        got += std::size_t(more);
    }
    return value;
}

Pipe make_pipe() {
    int ends[2];
    EXPECT(pipe(ends) == 0, "no pipe");
    return {ends[0], ends[1]};
}

// Before this process uses CUDA, as CUDA demands.
pid_t start_worker(const char* program, const Pipe& to_worker, const Pipe& from_worker) {
    const pid_t pid = fork();
    EXPECT(pid >= 0, "cannot start a process");
    if (pid != 0) return pid;
    // Nobody shall wait for a parent that has failed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const std::string in = std::to_string(to_worker.from);
    const std::string out = std::to_string(from_worker.to);
    execl("/proc/self/exe", program, in.c_str(), out.c_str(), nullptr);
    _exit(127);
}

int be_worker(int in, int out) {
    const auto message = take<Message>(in);
    int* data = nullptr;
    void* again = nullptr;
    CHECK(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&data), message.memory, cudaIpcMemLazyEnablePeerAccess));
    CHECK(cudaIpcOpenMemHandle(&again, message.memory, cudaIpcMemLazyEnablePeerAccess));
    EXPECT(again == data, "the same memory, opened twice, has two addresses");
    CHECK(cudaIpcCloseMemHandle(again));
    cudaEvent_t theirs;
    CHECK(cudaIpcOpenEventHandle(&theirs, message.event));
    cudaEvent_t mine;
    CHECK(cudaEventCreateWithFlags(&mine, cudaEventInterprocess | cudaEventDisableTiming));
    Message answer = {};
    CHECK(cudaIpcGetEventHandle(&answer.event, mine));
    put(out, answer);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    while (take<int>(in) != 0) {
        CHECK(cudaStreamWaitEvent(stream, theirs, 0));
        scale<<<(count + 255) / 256, 256, 0, stream>>>(data, 2, 1);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(mine, stream));
        put(out, 1);
    }
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventQuery(theirs));
    EXPECT_STATUS(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(new float, mine, theirs));
    (void)cudaGetLastError();
    CHECK(cudaEventDestroy(theirs));
    CHECK(cudaEventDestroy(mine));
    CHECK(cudaIpcCloseMemHandle(data));
    put(out, 2);
    return 0;
}

void expect_errors(int* data) {
    cudaIpcMemHandle_t handle;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaIpcGetMemHandle(&handle, &handle));
    void* opened = nullptr;
    CHECK(cudaIpcGetMemHandle(&handle, data));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaIpcOpenMemHandle(&opened, handle, 0));
    EXPECT_STATUS(cudaErrorInvalidValue, cudaIpcCloseMemHandle(data));
    cudaEvent_t event;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
    CHECK(cudaEventCreate(&event));
    cudaIpcEventHandle_t event_handle;
    EXPECT_STATUS(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&event_handle, event));
    CHECK(cudaEventDestroy(event));
    cudaIpcMemHandle_t same;
    CHECK(cudaIpcGetMemHandle(&same, data + 100));
    (void)cudaGetLastError();
}

struct Worker {
    pid_t pid = 0;
    Pipe to = make_pipe();
    Pipe from = make_pipe();
    cudaEvent_t event = nullptr;
};

}  // namespace

int main(int argument_count, char** arguments) {
    if (argument_count == 3) return be_worker(std::atoi(arguments[1]), std::atoi(arguments[2]));
    Worker all[workers];
    for (Worker& worker : all)
        worker.pid = start_worker(arguments[0], worker.to, worker.from);

    int* data = e2e::device_array<int>(count);
    CHECK(cudaMemset(data, 0, count * sizeof(int)));
    expect_errors(data);
    cudaEvent_t mine;
    CHECK(cudaEventCreateWithFlags(&mine, cudaEventInterprocess | cudaEventDisableTiming));
    Message message = {};
    CHECK(cudaIpcGetMemHandle(&message.memory, data));
    CHECK(cudaIpcGetEventHandle(&message.event, mine));
    for (Worker& worker : all) {
        put(worker.to.to, message);
        CHECK(cudaIpcOpenEventHandle(&worker.event, take<Message>(worker.from.from).event));
    }
    // In turn, without the host's waiting: each process's kernel comes after the other's.
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    unsigned expected = 0;
    for (int round = 0; round < rounds; ++round) {
        for (Worker& worker : all) {
            scale<<<(count + 255) / 256, 256, 0, stream>>>(data, 1, 3);
            CHECK(cudaEventRecord(mine, stream));
            put(worker.to.to, 1);
            EXPECT(take<int>(worker.from.from) == 1, "the worker says something else");
            CHECK(cudaStreamWaitEvent(stream, worker.event, 0));
            expected = (expected + 3) * 2 + 1;
        }
    }
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> values(count);
    CHECK(cudaMemcpy(values.data(), data, count * sizeof(int), cudaMemcpyDeviceToHost));
    e2e::expect_each("data", values, [&](std::size_t) { return int(expected); });
    for (Worker& worker : all) {
        put(worker.to.to, 0);
        EXPECT(take<int>(worker.from.from) == 2, "the worker says something else");
        int status = 0;
        EXPECT(waitpid(worker.pid, &status, 0) == worker.pid && status == 0, "the worker ended with %d", status);
        CHECK(cudaEventDestroy(worker.event));
    }
    CHECK(cudaEventDestroy(mine));
    CHECK(cudaFree(data));
    return e2e::passed();
}
