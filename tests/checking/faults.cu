// Kernels with one mistake each. The line that is to blame ends in `// FAULT name`; `faults name` runs the kernel and
// leaves, without waiting for it and without asking for errors, as the programs do that need checking most.
// `faults name wait` waits, and its exit status says whether there was an error. What cannot be
// guarded is in a program of its own: compiled with UNGUARDED.
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

constexpr int count = 64;

struct Node {
    int value;
    Node* next;
};

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int variable[4];
__device__ int* kept;
__device__ int (*unset)(int);

__device__ int* numbers(int n) {
    int* p = nullptr;
    p = static_cast<int*>(malloc(n * sizeof(int)));
    return p;
}

__device__ __noinline__ void put(int* p, int at, int value) {
    p[at] = value;  // FAULT in-a-function
}

#ifdef UNGUARDED
__device__ __noinline__ int deeper(volatile int* p, int n) {
    volatile int here[64];
    here[n & 63] = n;
    return deeper(p, n + 1) + here[(n + *p) & 63];  // FAULT endless-recursion
}

__global__ void recurses(int* p) {
    *p = deeper(p, 0);
}
#endif

// --- global memory

__global__ void store_past_end(int* p, int n) {
    p[threadIdx.x + n] = 1;  // FAULT store-past-end
}

__global__ void load_past_end(int* p, int n) {
    const int value = p[threadIdx.x + n];  // FAULT load-past-end
    if (value != 1) p[0] = value;
}

__global__ void store_before(int* p, int n) {
    p[static_cast<int>(threadIdx.x) - n] = 1;  // FAULT store-before-begin
}

__global__ void one_too_many(int* p, int n) {
    int sum = 0;
    for (int i = 0; i <= n; ++i)
        sum += p[i];  // FAULT one-too-many
    p[0] = sum;
}

__global__ void swapped_indices(float* p, int width, int height) {
    const int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height) p[x * width + y] = 1;  // FAULT swapped-indices
}

__global__ void store_through(int* p) {
    *p = 1;  // FAULT store-through-pointer
}

__global__ void load_null(const int* p, int* out) {
    *out = *p;  // FAULT load-through-null
}

__global__ void atomic_past_end(int* p, int n) {
    atomicAdd(p + n + threadIdx.x, 1);  // FAULT atomic-past-end
}

__global__ void vector_past_end(float4* p, int n) {
    p[n] = make_float4(1, 2, 3, 4);  // FAULT vector-past-end
}

__global__ void bytes_past_end(char* p, int n) {
    for (int i = 0; i < n + 1; ++i)
        p[i] = 'x';  // FAULT bytes-past-end
}

__global__ void row_past_pitch(char* p, size_t pitch, int rows) {
    p[pitch * (rows + 8)] = 1;  // FAULT row-past-end
}

__global__ void variable_past_end(int n) {
    variable[n + threadIdx.x] = 1;  // FAULT variable-past-end
}

__global__ void follow(Node* node, int* out) {
    int sum = 0;
    for (int i = 0; i < 3; ++i) {
        sum += node->value;  // FAULT list-without-end
        node = node->next;
    }
    *out = sum;
}

__global__ void in_function(int* p, int n) {
    put(p, n, 1);
}

// --- alignment

__global__ void misaligned_four(char* p) {
    *reinterpret_cast<int*>(p + 1) = 1;  // FAULT misaligned-four
}

__global__ void misaligned_eight(char* p) {
    *reinterpret_cast<double*>(p + 4) = 1;  // FAULT misaligned-eight
}

__global__ void misaligned_vector(float* p) {
    *reinterpret_cast<float4*>(p + 1) = make_float4(1, 2, 3, 4);  // FAULT misaligned-vector
}

__global__ void misaligned_atomic(char* p) {
    atomicAdd(reinterpret_cast<unsigned*>(p + 2), 1U);  // FAULT misaligned-atomic
}

// --- shared, local, constant

__global__ void shared_past_end(int* out, int n) {
    __shared__ int s[count];
    s[threadIdx.x + n] = 1;  // FAULT shared-past-end
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void shared_before(int* out, int n) {
    __shared__ int s[count];
    s[static_cast<int>(threadIdx.x) - n] = 1;  // FAULT shared-before-begin
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void dynamic_past_end(int* out, int n) {
    extern __shared__ int s[];
    s[threadIdx.x + n] = 1;  // FAULT dynamic-shared-past-end
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void shared_misaligned(int* out, int n) {
    __shared__ __align__(16) char s[256];
    *reinterpret_cast<volatile int*>(s + n) = 1;  // FAULT shared-misaligned
    out[0] = s[threadIdx.x];
}

__global__ void shared_atomic(int* out, int n) {
    __shared__ int s[count];
    atomicAdd(s + n, 1);  // FAULT shared-atomic-past-end
    out[0] = s[0];
}

__global__ void local_past_end(int* out, int n) {
    volatile int l[8] = {};
    l[n] = 1;  // FAULT local-past-end
    out[0] = l[n & 7];
}

__global__ void local_before(int* out, int n) {
    volatile int l[8] = {};
    l[-n] = 1;  // FAULT local-before-begin
    out[0] = l[n & 7];
}

#ifdef UNGUARDED
__global__ void keep_local(int n) {
    int l[8] = {};
    l[n & 7] = 1;
    kept = l;
}

__global__ void use_kept(int* out) {
    *out = *kept;  // FAULT local-of-another
}
#endif

__global__ void constant_past_end(int* out, int n) {
    out[threadIdx.x] = table[n + threadIdx.x];  // FAULT constant-past-end
}

// --- the device's library

__global__ void fails_assertion(const int* p) {
    assert(p[threadIdx.x] == 1);  // FAULT assertion
}

__global__ void traps(const int* p) {
    if (p[threadIdx.x] == 0) __trap();  // FAULT trap
}

__global__ void frees_twice() {
    int* p = numbers(4);
    free(p);
    free(p);  // FAULT device-double-free
}

__global__ void frees_other(int* p) {
    free(p);  // FAULT device-bad-free
}

__global__ void heap_past_end(int n) {
    int* p = numbers(4);
    p[n] = 1;  // FAULT heap-past-end
}

__global__ void calls_nothing(int* out) {
    *out = unset(1);  // FAULT call-through-null
}

// --- threads that wait for each other

__global__ void barrier_too_few(int* out) {
    if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");  // FAULT barrier-too-few
    out[threadIdx.x] = 1;
}

__global__ void barrier_in_branch(int* out) {
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = 1;
        __syncthreads();  // FAULT barrier-in-branch
        out[threadIdx.x] = 2;
    } else {
        out[threadIdx.x] = 3;
        __syncthreads();
        out[threadIdx.x] = 4;
    }
}

__global__ void mask_without_self(int* out) {
    out[threadIdx.x] = __shfl_sync(1U << 31, static_cast<int>(threadIdx.x), 0);  // FAULT mask-without-self
}

// --- the host's part

template <typename Type = int>
Type* device(size_t n = count) {
    Type* p = nullptr;
    cudaMalloc(&p, n * sizeof(Type));
    cudaMemset(p, 0, n * sizeof(Type));
    return p;
}

int* freed() {
    int* const p = device();
    cudaFree(p);
    return p;
}

int* freed_in_order() {
    int* p = nullptr;
    cudaMallocAsync(&p, 256, nullptr);
    cudaFreeAsync(p, nullptr);
    cudaStreamSynchronize(nullptr);
    return p;
}

Node* list() {
    Node nodes[2] = {{1, nullptr}, {2, nullptr}};
    Node* const p = device<Node>(2);
    nodes[0].next = p + 1;
    cudaMemcpy(p, nodes, sizeof nodes, cudaMemcpyHostToDevice);
    return p;
}

void in_a_stream() {
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);
    store_past_end<<<1, count, 0, stream>>>(device(), count);
}

int* managed() {
    int* p = nullptr;
    cudaMallocManaged(&p, count * sizeof(int));
    return p;
}

int* pinned() {
    int* p = nullptr;
    cudaMallocHost(&p, count * sizeof(int));
    return p;
}

void pitched() {
    char* p = nullptr;
    size_t pitch = 0;
    cudaMallocPitch(&p, &pitch, 100, 4);
    row_past_pitch<<<1, 1>>>(p, pitch, 4);
}

#ifdef UNGUARDED
void another_local() {
    keep_local<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    use_kept<<<1, 1>>>(device());
}
#endif

struct Case {
    const char* name;
    void (*run)();
};

const Case cases[] = {
    {"store-past-end", [] { store_past_end<<<1, count>>>(device(), 1); }},
    {"load-past-end", [] { load_past_end<<<1, count>>>(device(), 1); }},
    {"store-before-begin", [] { store_before<<<1, count>>>(device(), 1); }},
    {"one-too-many", [] { one_too_many<<<1, 1>>>(device(), count); }},
    {"managed-past-end", [] { store_past_end<<<1, count>>>(managed(), 1); }},
    {"pinned-past-end", [] { store_past_end<<<1, count>>>(pinned(), 1); }},
    {"swapped-indices", [] { swapped_indices<<<1, dim3(32, 4)>>>(device<float>(128), 32, 4); }},
    {"store-through-pointer", [] { store_through<<<1, 1>>>(nullptr); }},
    {"store-to-host", [] { int on_stack = 0; store_through<<<1, 1>>>(&on_stack); }},
    {"store-to-freed", [] { store_through<<<1, 1>>>(freed()); }},
    {"store-to-freed-in-order", [] { store_through<<<1, 1>>>(freed_in_order()); }},
    {"store-to-garbage", [] { store_through<<<1, 1>>>(reinterpret_cast<int*>(0xcdcdcdcdcdccULL)); }},
    {"load-through-null", [] { load_null<<<1, 1>>>(nullptr, device()); }},
    {"atomic-past-end", [] { atomic_past_end<<<1, count>>>(device(), 1); }},
    {"vector-past-end", [] { vector_past_end<<<1, 1>>>(device<float4>(4), 4); }},
    {"bytes-past-end", [] { bytes_past_end<<<1, 1>>>(device<char>(256), 256); }},
    {"row-past-end", pitched},
    {"variable-past-end", [] { variable_past_end<<<1, 4>>>(2); }},
    {"list-without-end", [] { follow<<<1, 1>>>(list(), device()); }},
    {"in-a-function", [] { in_function<<<1, 1>>>(device(), count); }},
    {"in-a-stream", in_a_stream},
    {"misaligned-four", [] { misaligned_four<<<1, 1>>>(device<char>()); }},
    {"misaligned-eight", [] { misaligned_eight<<<1, 1>>>(device<char>()); }},
    {"misaligned-vector", [] { misaligned_vector<<<1, 1>>>(device<float>()); }},
    {"misaligned-atomic", [] { misaligned_atomic<<<1, 1>>>(device<char>()); }},
    {"shared-past-end", [] { shared_past_end<<<1, count>>>(device(), 1); }},
    {"shared-before-begin", [] { shared_before<<<1, count>>>(device(), 1); }},
    {"dynamic-shared-past-end", [] { dynamic_past_end<<<1, count, count * 4>>>(device(), 1); }},
    {"shared-misaligned", [] { shared_misaligned<<<1, 1>>>(device(), 2); }},
    {"shared-atomic-past-end", [] { shared_atomic<<<1, 1>>>(device(), count); }},
    {"local-past-end", [] { local_past_end<<<1, 1>>>(device(), 8); }},
    {"local-before-begin", [] { local_before<<<1, 1>>>(device(), 1); }},
#ifdef UNGUARDED
    {"local-of-another", another_local},
#endif
    {"constant-past-end", [] { constant_past_end<<<1, 4>>>(device(), 2); }},
    {"assertion", [] { fails_assertion<<<1, 1>>>(device()); }},
    {"trap", [] { traps<<<1, 1>>>(device()); }},
    {"device-double-free", [] { frees_twice<<<1, 1>>>(); }},
    {"device-bad-free", [] { frees_other<<<1, 1>>>(device()); }},
    {"heap-past-end", [] { heap_past_end<<<1, 1>>>(4); }},
    {"call-through-null", [] { calls_nothing<<<1, 1>>>(device()); }},
#ifdef UNGUARDED
    {"endless-recursion", [] { recurses<<<1, 1>>>(device()); }},
#endif
    {"barrier-too-few", [] { barrier_too_few<<<1, 64>>>(device()); }},
    {"barrier-in-branch", [] { barrier_in_branch<<<1, 32>>>(device()); }},
    {"mask-without-self", [] { mask_without_self<<<1, 1>>>(device()); }},
};

}  // namespace

int main(int argc, char** argv) {
    for (const Case& one : cases) {
        if (argc >= 2 && std::strcmp(argv[1], one.name) == 0) {
            one.run();
            return argc == 3 && cudaDeviceSynchronize() != cudaSuccess ? 1 : 0;
        }
    }
    std::fprintf(stderr, "usage: faults NAME [wait]\n");
    return 2;
}
