// The parts of the runtime API that programs about libraries need, and some checks. The programs are linked with the
// shims, so that they run without the toolkit; natively they can be linked with the real libraries.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

extern "C" {
int cudaMalloc(void** address, std::size_t bytes);
int cudaFree(void* address);
int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind);
int cudaMemset(void* to, int value, std::size_t bytes);
int cudaDeviceSynchronize();
int cudaGetLastError();
int cudaStreamCreate(void** stream);
int cudaStreamDestroy(void* stream);
int cudaStreamSynchronize(void* stream);
int cudaStreamBeginCapture(void* stream, int mode);
int cudaStreamEndCapture(void* stream, void** graph);
}

inline int failures = 0;
inline int cases = 0;

inline void check(bool holds, const std::string& what) {
    if (holds) return;
    ++failures;
    std::printf("FAILED: %s\n", what.c_str());
}

inline void check_status(int status, int expected, const std::string& what) {
    check(status == expected, what + ": " + std::to_string(status) + ", not " + std::to_string(expected));
}

// The program runs on NVIDIA's libraries, without Ringfence: what those do not refuse is left out.
inline bool is_native() {
    return std::getenv("RINGFENCE_TEST_NATIVE") != nullptr;
}

// Every result as one line, so that two runs can be compared bit by bit.
inline void print_digest(const void* data, std::size_t bytes) {
    static const bool is_wanted = std::getenv("RINGFENCE_TEST_DIGESTS") != nullptr;
    if (!is_wanted) return;
    std::uint64_t digest = 14695981039346656037U;
    for (std::size_t i = 0; i < bytes; ++i)
        digest = (digest ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211U;
    std::printf("result %zu %016llx\n", bytes, static_cast<unsigned long long>(digest));
}

// Device memory with what a vector holds; both directions know how long it is.
template <typename T>
class DeviceVector {
public:
    explicit DeviceVector(const std::vector<T>& contents) : count_(contents.size()) {
        check_status(cudaMalloc(&address_, std::max<std::size_t>(count_, 1) * sizeof(T)), 0, "cudaMalloc");
        check_status(cudaMemcpy(address_, contents.data(), count_ * sizeof(T), 1), 0, "cudaMemcpy to the device");
    }
    DeviceVector(const DeviceVector&) = delete;
    DeviceVector& operator=(const DeviceVector&) = delete;
    ~DeviceVector() { cudaFree(address_); }

    T* data() const { return static_cast<T*>(address_); }
    std::vector<T> read() const {
        std::vector<T> contents(count_);
        check_status(cudaMemcpy(contents.data(), address_, count_ * sizeof(T), 2), 0, "cudaMemcpy from the device");
        print_digest(contents.data(), count_ * sizeof(T));
        return contents;
    }

private:
    std::size_t count_;
    void* address_ = nullptr;
};

inline int finish(const char* name) {
    std::printf("%s: %d cases, %d failures\n", name, cases, failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
