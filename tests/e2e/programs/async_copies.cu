// Asynchronous copies with pinned memory: in the stream's order, also where a later copy overwrites what an earlier
// reads.
#include "gate.h"

int main() {
    const int count = 100003;
    const std::size_t bytes = count * sizeof(int);
    int *first, *second, *result;
    CHECK(cudaMallocHost(&first, bytes));
    CHECK(cudaHostAlloc(&second, bytes, cudaHostAllocPortable));
    CHECK(cudaHostAlloc(&result, bytes, cudaHostAllocDefault));
    int* a = e2e::device_array<int>(count);
    int* b = e2e::device_array<int>(count);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (int i = 0; i < count; ++i) {
        first[i] = i;
        second[i] = -i;
        result[i] = 7;
    }

    e2e::Gate gate;
    gate.close(stream);
    CHECK(cudaMemcpyAsync(a, first, bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, stream));
    CHECK(cudaMemcpyAsync(a, second, bytes, cudaMemcpyDefault, stream));
    CHECK(cudaMemcpyAsync(result, b, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(first, a, bytes, cudaMemcpyDefault, stream));
    e2e::expect_each("result before", result, count, [](auto) { return 7; });
    e2e::expect_each("first before", first, count, [](auto i) { return i; });
    for (int i = 0; i < count; ++i)
        second[i] = 5 - i;  // before the copy: it reads what is there when its turn comes
    gate.open();
    CHECK(cudaStreamSynchronize(stream));
    e2e::expect_each("result", result, count, [](auto i) { return i; });
    e2e::expect_each("first", first, count, [](int i) { return 5 - i; });

    // Between pinned memory, and a part with odd bounds.
    CHECK(cudaMemcpyAsync(second + 1, result + 3, bytes - 12, cudaMemcpyHostToHost, stream));
    CHECK(cudaMemcpyAsync(reinterpret_cast<char*>(a) + 3, reinterpret_cast<char*>(result) + 5, 1001,
                          cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(second[0] == 5 && second[1] == 3 && second[count - 3] == count - 1, "host to host: %d %d %d", second[0],
           second[1], second[count - 3]);
    const auto bytes_of_a = e2e::fetch(reinterpret_cast<unsigned char*>(a), bytes);
    const auto* from = reinterpret_cast<unsigned char*>(result);
    e2e::expect_each("odd copy", bytes_of_a.data() + 3, 1001, [&](auto i) { return from[5 + i]; });

    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    for (int* host : {first, second, result})
        CHECK(cudaFreeHost(host));
    return e2e::passed();
}
