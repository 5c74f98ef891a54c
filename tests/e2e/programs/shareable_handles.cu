// Memory of cuMemCreate and of a pool for another process, by file descriptors that a socket carries.
#include <cuda.h>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "check.h"

namespace {

constexpr int count = 1 << 18;

__global__ void scale(int* data, int factor, int summand) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] = data[i] * factor + summand;
}

void send_file(int socket, int file) {
    char byte = 0;
    iovec part{&byte, 1};
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof file)] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(header), &file, sizeof file);
    EXPECT(sendmsg(socket, &message, 0) == 1, "cannot send a descriptor");
}

int take_file(int socket) {
    char byte = 0;
    iovec part{&byte, 1};
    int file = -1;
    alignas(cmsghdr) char space[CMSG_SPACE(sizeof file)] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
    EXPECT(recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message) != nullptr, "no descriptor came");
    std::memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof file);
    return file;
}

template <typename T>
void put(int socket, const T& value) {
    EXPECT(write(socket, &value, sizeof value) == sizeof value, "cannot write");
}

template <typename T>
T take(int socket) {
    T value;
    EXPECT(recv(socket, &value, sizeof value, MSG_WAITALL) == ssize_t(sizeof value), "the other process has gone");
    return value;
}

void* as_handle(int file) {
    return reinterpret_cast<void*>(std::intptr_t(file));
}

CUmemAllocationProp properties() {
    CUmemAllocationProp result = {};
    result.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    result.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    result.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    return result;
}

int* map(CUmemGenericAllocationHandle memory, std::size_t bytes) {
    CUdeviceptr address = 0;
    CHECK(cuMemAddressReserve(&address, bytes, 0, 0, 0));
    CHECK(cuMemMap(address, bytes, 0, memory, 0));
    CUmemAccessDesc access = {};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemSetAccess(address, bytes, &access, 1));
    return reinterpret_cast<int*>(address);
}

void unmap(int* data, std::size_t bytes) {
    CHECK(cuMemUnmap(reinterpret_cast<CUdeviceptr>(data), bytes));
    CHECK(cuMemAddressFree(reinterpret_cast<CUdeviceptr>(data), bytes));
}

void run(int* data, int factor, int summand) {
    scale<<<(count + 255) / 256, 256>>>(data, factor, summand);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

void expect_all(const char* what, const int* data, int value) {
    std::vector<int> back(count);
    CHECK(cudaMemcpy(back.data(), data, count * sizeof(int), cudaMemcpyDeviceToHost));
    e2e::expect_each(what, back, [&](std::size_t) { return value; });
}

int be_importer(int socket) {
    CHECK(cudaFree(nullptr));
    const auto bytes = take<std::size_t>(socket);
    const int memory_file = take_file(socket);
    CUmemGenericAllocationHandle memory = 0;
    CHECK(cuMemImportFromShareableHandle(&memory, as_handle(memory_file), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    EXPECT(close(memory_file) == 0, "cannot close a descriptor");
    int* const data = map(memory, bytes);
    CHECK(cuMemRelease(memory));
    expect_all("memory of the other process", data, 5);
    run(data, 3, 1);
    unmap(data, bytes);
    put(socket, 1);

    const int pool_file = take_file(socket);
    cudaMemPool_t pool = nullptr;
    CHECK(cudaMemPoolImportFromShareableHandle(&pool, as_handle(pool_file), cudaMemHandleTypePosixFileDescriptor, 0));
    auto exported = take<cudaMemPoolPtrExportData>(socket);
    void* pooled = nullptr;
    CHECK(cudaMemPoolImportPointer(&pooled, pool, &exported));
    expect_all("a pool's memory", static_cast<int*>(pooled), 7);
    run(static_cast<int*>(pooled), 2, 0);
    void* none = nullptr;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMallocFromPoolAsync(&none, 256, pool, nullptr));
    (void)cudaGetLastError();
    CHECK(cudaFreeAsync(pooled, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemPoolDestroy(pool));
    EXPECT(close(pool_file) == 0, "cannot close a descriptor");
    put(socket, 2);
    return 0;
}

pid_t start_importer(int socket) {
    const pid_t pid = fork();
    EXPECT(pid >= 0, "cannot start a process");
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const std::string number = std::to_string(socket);
    execl("/proc/self/exe", "shareable_handles", number.c_str(), nullptr);
    _exit(127);
}

void share_memory(int socket) {
    const CUmemAllocationProp wanted = properties();
    std::size_t unit = 0;
    CHECK(cuMemGetAllocationGranularity(&unit, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    const std::size_t bytes = (count * sizeof(int) + unit - 1) / unit * unit;
    CUmemGenericAllocationHandle memory = 0;
    CHECK(cuMemCreate(&memory, bytes, &wanted, 0));
    int* const data = map(memory, bytes);
    CHECK(cudaMemset(data, 0, bytes));
    run(data, 0, 5);
    int file = -1;
    CHECK(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    put(socket, bytes);
    send_file(socket, file);
    EXPECT(take<int>(socket) == 1, "another answer");
    expect_all("what the other process wrote", data, 16);
    EXPECT(close(file) == 0, "cannot close a descriptor");
    CHECK(cuMemRelease(memory));
    unmap(data, bytes);
}

void share_pool(int socket) {
    cudaMemPoolProps wanted = {};
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    wanted.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    CHECK(cudaMemPoolCreate(&pool, &wanted));
    int* data = nullptr;
    CHECK(cudaMallocFromPoolAsync(&data, count * sizeof(int), pool, nullptr));
    run(data, 0, 7);
    int file = -1;
    CHECK(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
    cudaMemPoolPtrExportData exported;
    CHECK(cudaMemPoolExportPointer(&exported, data));
    send_file(socket, file);
    put(socket, exported);
    EXPECT(take<int>(socket) == 2, "another answer");
    expect_all("what the other process wrote to the pool", data, 14);
    EXPECT(close(file) == 0, "cannot close a descriptor");
    CHECK(cudaFreeAsync(data, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemPoolDestroy(pool));
}

void expect_refusals() {
    CUmemGenericAllocationHandle memory = 0;
    int pipes[2];
    EXPECT(pipe(pipes) == 0, "no pipe");
    // A file of another kind cannot be imported.
    EXPECT(cuMemImportFromShareableHandle(&memory, as_handle(pipes[0]), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) !=
               CUDA_SUCCESS,
           "a pipe was imported");
    EXPECT(cuMemImportFromShareableHandle(&memory, as_handle(-1), CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) !=
               CUDA_SUCCESS,
           "no descriptor was imported");
    int* plain = nullptr;
    CHECK(cudaMallocAsync(&plain, 256, nullptr));
    cudaMemPoolPtrExportData exported;
    EXPECT_STATUS(cudaErrorInvalidValue, cudaMemPoolExportPointer(&exported, plain));
    (void)cudaGetLastError();
    CHECK(cudaFreeAsync(plain, nullptr));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 2) return be_importer(std::stoi(argv[1]));
    int sockets[2];
    EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0, "no sockets");
    const pid_t importer = start_importer(sockets[1]);
    close(sockets[1]);
    CHECK(cudaFree(nullptr));
    share_memory(sockets[0]);
    share_pool(sockets[0]);
    int status = 0;
    EXPECT(waitpid(importer, &status, 0) == importer && status == 0, "the other process has failed");
    expect_refusals();
    return e2e::passed();
}
