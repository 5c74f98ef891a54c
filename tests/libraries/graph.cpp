// Libraries' calls that are captured into graphs, beside a kernel, copies and fills: what a graph computes, again and
// again with other inputs, is what the same calls compute directly. Streams that fork and join; objects that are
// destroyed before the launch; graphs that are cloned, updated and put into others; then what must be refused.
//
// With RINGFENCE_TEST_DIGESTS=1 it prints a digest of every result, so that a native run and one under Ringfence can be
// compared bit by bit.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>

#include "device.h"

extern "C" {
int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream);
int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream);
int cudaEventCreate(void** event);
int cudaEventDestroy(void* event);
int cudaEventRecord(void* event, void* stream);
int cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
int cudaStreamBeginCaptureToGraph(void* stream, void* graph, const void* dependencies, const void* edges,
                                  std::size_t count, int mode);
int cudaGraphCreate(void** graph, unsigned flags);
int cudaGraphDestroy(void* graph);
int cudaGraphClone(void** clone, void* graph);
int cudaGraphGetNodes(void* graph, void** nodes, std::size_t* count);
int cudaGraphNodeGetType(void* node, int* type);
int cudaGraphAddChildGraphNode(void** node, void* graph, const void* dependencies, std::size_t count, void* child);
int cudaGraphInstantiate(void** exec, void* graph, unsigned long long flags);
int cudaGraphLaunch(void* exec, void* stream);
int cudaGraphExecUpdate(void* exec, void* graph, void* result);
int cudaGraphExecDestroy(void* exec);
int cuModuleLoadData(void** module, const void* image);
int cuModuleGetFunction(void** function, void* module, const char* name);
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void* stream,
                   void** parameters, void** extra);

int cufftPlan1d(int* plan, int nx, int type, int batch);
int cufftSetStream(int plan, void* stream);
int cufftExecC2C(int plan, void* from, void* to, int direction);
int cufftDestroy(int plan);

int cublasCreate_v2(void** handle);
int cublasDestroy_v2(void* handle);
int cublasSetStream_v2(void* handle, void* stream);
int cublasSetWorkspace_v2(void* handle, void* workspace, std::size_t bytes);
int cublasSetPointerMode_v2(void* handle, int mode);
int cublasSgemm_v2(void*, int, int, int, int, int, const float*, const float*, int, const float*, int, const float*,
                   float*, int);
int cublasSaxpy_v2(void*, int, const float*, const float*, int, float*, int);
int cublasSdot_v2(void*, int, const float*, int, const float*, int, float*);
int cublasSgemmBatched(void*, int, int, int, int, int, const float*, const float* const*, int, const float* const*, int,
                       const float*, float* const*, int, int);

int cublasLtMatrixLayoutCreate(void** layout, int type, std::uint64_t rows, std::uint64_t cols, std::int64_t ld);
int cublasLtMatrixLayoutDestroy(void* layout);
int cublasLtMatmulDescCreate(void** desc, int compute, int scale);
int cublasLtMatmulDescDestroy(void* desc);
int cublasLtMatmulPreferenceCreate(void** preference);
int cublasLtMatmulPreferenceDestroy(void* preference);
int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void*, int*);
int cublasLtMatmul(void*, void*, const void*, const void*, void*, const void*, void*, const void*, const void*, void*,
                   void*, void*, const void*, void*, std::size_t, void*);

int cusolverDnCreate(void** handle);
int cusolverDnDestroy(void* handle);
int cusolverDnSetStream(void* handle, void* stream);
int cusolverDnSpotrf_bufferSize(void*, int, int, float*, int, int*);
int cusolverDnSpotrf(void*, int, int, float*, int, float*, int, int*);

int curandCreateGenerator(void** generator, int type);
int curandDestroyGenerator(void* generator);
int curandSetStream(void* generator, void* stream);
int curandSetPseudoRandomGeneratorSeed(void* generator, unsigned long long seed);
int curandGenerateUniform(void* generator, float* to, std::size_t n);
}

namespace {

constexpr int to_device = 1;
constexpr int on_device = 3;
constexpr int relaxed = 2;
constexpr int global = 0;
constexpr int complex_to_complex = 0x29;
constexpr int n = 24;  // rows and columns of all matrices
constexpr int launches = 12;

std::mt19937 generator(5);

std::vector<float> numbers(std::size_t count) {
    std::vector<float> values(count);
    std::uniform_real_distribution<float> any(-1, 1);
    for (float& value : values)
        value = any(generator);
    return values;
}
using Vector = DeviceVector<float>;
Vector zeros(std::size_t count) {
    return Vector(std::vector<float>(count));
}

class Stream {
public:
    Stream() { check_status(cudaStreamCreate(&its_), 0, "cudaStreamCreate"); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { check_status(cudaStreamDestroy(its_), 0, "cudaStreamDestroy"); }
    operator void*() const { return its_; }

private:
    void* its_ = nullptr;
};

// A graph made of what `work` puts on the stream. Null: the capture failed.
void* captured(void* stream, const std::string& what, const std::function<void()>& work, int mode = global) {
    void* graph = nullptr;
    check_status(cudaStreamBeginCapture(stream, mode), 0, what + ": begin capture");
    work();
    check_status(cudaStreamEndCapture(stream, &graph), 0, what + ": end capture");
    check(graph != nullptr, what + ": there is a graph");
    return graph;
}

class Executable {
public:
    Executable(void* graph, std::string what) : what_(std::move(what)) {
        check_status(cudaGraphInstantiate(&its_, graph, 0), 0, what_ + ": instantiate");
    }
    Executable(const Executable&) = delete;
    Executable& operator=(const Executable&) = delete;
    ~Executable() {
        if (its_ != nullptr) check_status(cudaGraphExecDestroy(its_), 0, what_ + ": destroy");
    }
    void launch(void* stream) const {
        check_status(cudaGraphLaunch(its_, stream), 0, what_ + ": launch");
        check_status(cudaStreamSynchronize(stream), 0, what_ + ": synchronize");
    }
    void* get() const { return its_; }

private:
    std::string what_;
    void* its_ = nullptr;
};

template <typename T>
void expect_same(const std::vector<T>& got, const std::vector<T>& wanted, const std::string& what) {
    ++cases;
    check(got.size() == wanted.size() && std::memcmp(got.data(), wanted.data(), got.size() * sizeof(T)) == 0, what);
}
bool is_near(const std::vector<float>& got, const std::vector<float>& wanted) {
    for (std::size_t i = 0; i < got.size(); ++i)
        if (std::abs(got[i] - wanted[i]) > 1e-3F) return false;
    return got.size() == wanted.size();
}

void write(const Vector& to, const std::vector<float>& values) {
    check_status(cudaMemcpy(to.data(), values.data(), values.size() * sizeof(float), to_device), 0, "write");
}

class Blas {
public:
    explicit Blas(void* stream) {
        check_status(cublasCreate_v2(&its_), 0, "cublasCreate");
        use(stream);
    }
    Blas(const Blas&) = delete;
    Blas& operator=(const Blas&) = delete;
    ~Blas() { destroy(); }
    void destroy() {
        if (its_ != nullptr) check_status(cublasDestroy_v2(its_), 0, "cublasDestroy");
        its_ = nullptr;
    }
    void use(void* stream) const { check_status(cublasSetStream_v2(its_, stream), 0, "cublasSetStream"); }
    // c = alpha a b + beta c
    int multiply(const Vector& a, const Vector& b, const Vector& c, float alpha = 1, float beta = 0) const {
        return cublasSgemm_v2(its_, 0, 0, n, n, n, &alpha, a.data(), n, b.data(), n, &beta, c.data(), n);
    }
    void* get() const { return its_; }

private:
    void* its_ = nullptr;
};

// data[i] += 1
class AddOne {
public:
    AddOne() {
        static const char text[] = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry add_one(.param .u64 data, .param .u32 count)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .f32 %f<3>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [count];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p1, %r5, %r1;
    @%p1 bra DONE;
    cvta.to.global.u64 %rd2, %rd1;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd4, %rd2, %rd3;
    ld.global.f32 %f1, [%rd4];
    add.f32 %f2, %f1, 0f3F800000;
    st.global.f32 [%rd4], %f2;
DONE:
    ret;
}
)";
        void* module = nullptr;
        check_status(cuModuleLoadData(&module, text), 0, "load a kernel");
        check_status(cuModuleGetFunction(&function_, module, "add_one"), 0, "find a kernel");
    }
    void launch(const Vector& data, void* stream) {
        float* address = data.data();
        unsigned count = n * n;
        void* parameters[] = {&address, &count};
        check_status(cuLaunchKernel(function_, (n * n + 63) / 64, 1, 1, 64, 1, 1, 0, stream, parameters, nullptr), 0,
                     "launch a kernel");
    }

private:
    void* function_ = nullptr;
};

// A copy, a fill, a product, a kernel, a product of that: the order is right, and inputs are those of the launch.
void test_products(AddOne& kernel) {
    const Stream stream;
    const Blas blas(stream);
    const Vector input = zeros(n * n);
    const Vector a = zeros(n * n);
    const Vector b(numbers(n * n));
    const Vector c = zeros(n * n);
    const Vector d = zeros(n * n);
    const auto work = [&] {
        cudaMemcpyAsync(a.data(), input.data(), n * n * sizeof(float), on_device, stream);
        cudaMemsetAsync(c.data(), 0, n * n * sizeof(float), stream);
        check_status(blas.multiply(a, b, c, 2, 1), 0, "sgemm");
        kernel.launch(c, stream);
        check_status(blas.multiply(c, b, d, 0.5F), 0, "sgemm of that");
    };
    write(input, numbers(n * n));
    work();  // the first time a library may do more than later
    void* graph = captured(stream, "products", work);
    const Executable exec(graph, "products");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    for (int i = 0; i < launches; ++i) {
        write(input, numbers(n * n));
        exec.launch(stream);
        const std::vector<float> got = d.read();
        work();
        check_status(cudaStreamSynchronize(stream), 0, "direct calls");
        expect_same(got, d.read(), "products in a graph, launch " + std::to_string(i));
    }
}

void test_transforms() {
    constexpr int points = 105;
    const Stream stream;
    const Vector input = zeros(2 * points);
    const Vector output = zeros(2 * points);
    int plan = 0;
    check_status(cufftPlan1d(&plan, points, complex_to_complex, 1), 0, "plan");
    check_status(cufftSetStream(plan, stream), 0, "set the plan's stream");
    const auto work = [&] {
        check_status(cufftExecC2C(plan, input.data(), output.data(), -1), 0, "transform");
        check_status(cufftExecC2C(plan, output.data(), output.data(), -1), 0, "transform in place");
    };
    write(input, numbers(2 * points));
    work();
    void* graph = captured(stream, "transforms", work, relaxed);
    const Executable exec(graph, "transforms");
    std::vector<std::vector<float>> inputs;
    std::vector<std::vector<float>> outputs;
    for (int i = 0; i < launches; ++i) {
        inputs.push_back(numbers(2 * points));
        write(input, inputs.back());
        work();
        check_status(cudaStreamSynchronize(stream), 0, "direct calls");
        outputs.push_back(output.read());
    }
    if (!is_native()) check_status(cufftDestroy(plan), 0, "destroy the plan, which the graph still needs");
    for (int i = 0; i < launches; ++i) {
        write(input, inputs[i]);
        exec.launch(stream);
        expect_same(output.read(), outputs[i], "transforms in a graph whose plan is destroyed");
    }
    if (is_native()) check_status(cufftDestroy(plan), 0, "destroy the plan");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
}

// Heuristics and descriptors are asked for while the stream captures.
void test_lt() {
    const Stream stream;
    const Blas blas(stream);  // PyTorch uses its handle for cublasLt
    const Vector a = zeros(n * n);
    const Vector b(numbers(n * n));
    const Vector c = zeros(n * n);
    const Vector workspace = zeros(1 << 20);
    const float alpha = 1;
    const float beta = 0;
    const auto work = [&] {
        void* layout = nullptr;
        void* desc = nullptr;
        void* preference = nullptr;
        constexpr int f32 = 0;
        constexpr int compute_32f = 68;
        check_status(cublasLtMatrixLayoutCreate(&layout, f32, n, n, n), 0, "layout");
        check_status(cublasLtMatmulDescCreate(&desc, compute_32f, f32), 0, "desc");
        check_status(cublasLtMatmulPreferenceCreate(&preference), 0, "preference");
        alignas(16) unsigned char found[128] = {};
        int count = 0;
        check_status(cublasLtMatmulAlgoGetHeuristic(blas.get(), desc, layout, layout, layout, layout, preference, 1,
                                                    found, &count),
                     0, "heuristic");
        check(count == 1, "an algorithm");
        check_status(cublasLtMatmul(blas.get(), desc, &alpha, a.data(), layout, b.data(), layout, &beta, c.data(),
                                    layout, c.data(), layout, found, workspace.data(), 4 << 20, stream),
                     0, "matmul");
        check_status(cublasLtMatmul(blas.get(), desc, &alpha, c.data(), layout, b.data(), layout, &beta, c.data(),
                                    layout, a.data(), layout, nullptr, workspace.data(), 4 << 20, stream),
                     0, "matmul without an algorithm");
        cublasLtMatmulPreferenceDestroy(preference);
        cublasLtMatmulDescDestroy(desc);
        cublasLtMatrixLayoutDestroy(layout);
    };
    write(a, numbers(n * n));
    work();
    void* graph = captured(stream, "cublasLt", work);
    const Executable exec(graph, "cublasLt");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    for (int i = 0; i < launches; ++i) {
        const std::vector<float> input = numbers(n * n);
        write(a, input);
        exec.launch(stream);
        const std::vector<float> got = a.read();
        write(a, input);
        work();
        check_status(cudaStreamSynchronize(stream), 0, "direct calls");
        expect_same(got, a.read(), "cublasLt in a graph, launch " + std::to_string(i));
    }
}

void test_solver() {
    const Stream stream;
    void* handle = nullptr;
    check_status(cusolverDnCreate(&handle), 0, "cusolverDnCreate");
    const Vector matrix = zeros(n * n);
    const Vector input = zeros(n * n);
    const DeviceVector<int> info(std::vector<int>(1));
    std::vector<float> positive = numbers(n * n);
    for (int i = 0; i < n; ++i)
        positive[i * n + i] += 2 * n;
    write(input, positive);
    int size = 0;
    // A question about a handle on the default stream does not concern the capture.
    void* nothing = captured(stream, "a question", [&] {
        check_status(cusolverDnSpotrf_bufferSize(handle, 0, n, matrix.data(), n, &size), 0, "size");
    });
    check_status(cudaGraphDestroy(nothing), 0, "destroy the graph");
    check_status(cusolverDnSetStream(handle, stream), 0, "cusolverDnSetStream");
    const Vector work_area = zeros(static_cast<std::size_t>(std::max(size, 1)));
    const auto work = [&] {
        cudaMemcpyAsync(matrix.data(), input.data(), n * n * sizeof(float), on_device, stream);
        int again = 0;
        check_status(cusolverDnSpotrf_bufferSize(handle, 0, n, matrix.data(), n, &again), 0, "size");
        check(again == size, "the same size while the stream captures");
        check_status(cusolverDnSpotrf(handle, 0, n, matrix.data(), n, work_area.data(), size, info.data()), 0, "potrf");
    };
    work();
    void* graph = captured(stream, "cuSOLVER", work);
    std::size_t count = 0;
    check_status(cudaGraphGetNodes(graph, nullptr, &count), 0, "count nodes");
    if (!is_native()) check(count == 2, "a copy and a factorization, not the question");
    const Executable exec(graph, "cuSOLVER");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    for (int i = 0; i < launches; ++i) {
        positive[0] += 1;
        write(input, positive);
        exec.launch(stream);
        const std::vector<float> got = matrix.read();
        work();
        check_status(cudaStreamSynchronize(stream), 0, "direct calls");
        expect_same(got, matrix.read(), "cuSOLVER in a graph, launch " + std::to_string(i));
    }
    check_status(cusolverDnDestroy(handle), 0, "cusolverDnDestroy");
}

// The capture decides which numbers a graph generates; the generator goes on behind them.
void test_random() {
    constexpr std::size_t count = 1000;
    const Stream stream;
    const auto make = [&] {
        void* made = nullptr;
        constexpr int philox = 161;
        check_status(curandCreateGenerator(&made, philox), 0, "curandCreateGenerator");
        check_status(curandSetPseudoRandomGeneratorSeed(made, 14), 0, "seed");
        check_status(curandSetStream(made, stream), 0, "curandSetStream");
        return made;
    };
    void* direct = make();
    void* other = make();
    const Vector first = zeros(count);
    const Vector second = zeros(count);
    check_status(curandGenerateUniform(direct, first.data(), count), 0, "generate");
    check_status(curandGenerateUniform(direct, second.data(), count), 0, "generate more");
    const Vector got = zeros(count);
    void* graph = captured(stream, "cuRAND", [&] {
        check_status(curandGenerateUniform(other, got.data(), count), 0, "generate in a capture");
    });
    const Executable exec(graph, "cuRAND");
    for (int i = 0; i < 3; ++i) {
        check_status(cudaMemset(got.data(), 0, count * sizeof(float)), 0, "clear");
        exec.launch(stream);
        expect_same(got.read(), first.read(), "numbers of a graph");
    }
    check_status(curandGenerateUniform(other, got.data(), count), 0, "generate after the capture");
    check_status(cudaStreamSynchronize(stream), 0, "synchronize");
    expect_same(got.read(), second.read(), "numbers after the capture");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    check_status(curandDestroyGenerator(direct), 0, "destroy");
    check_status(curandDestroyGenerator(other), 0, "destroy");
}

// A product on one stream, a transform on another one that joins the capture, and a product of both results.
void test_fork_and_join() {
    const Stream stream;
    const Stream side;
    const Blas blas(stream);
    int plan = 0;
    check_status(cufftPlan1d(&plan, n * n / 2, complex_to_complex, 1), 0, "plan");
    check_status(cufftSetStream(plan, side), 0, "set the plan's stream");
    void* fork = nullptr;
    void* join = nullptr;
    check_status(cudaEventCreate(&fork), 0, "event");
    check_status(cudaEventCreate(&join), 0, "event");
    const Vector a = zeros(n * n);
    const Vector b(numbers(n * n));
    const Vector c = zeros(n * n);
    const Vector d = zeros(n * n);
    const Vector e = zeros(n * n);
    const auto work = [&] {
        check_status(cudaEventRecord(fork, stream), 0, "fork");
        check_status(cudaStreamWaitEvent(side, fork, 0), 0, "the side waits");
        check_status(cufftExecC2C(plan, a.data(), d.data(), -1), 0, "transform on the side");
        check_status(cudaEventRecord(join, side), 0, "join");
        check_status(blas.multiply(a, b, c), 0, "product");
        check_status(cudaStreamWaitEvent(stream, join, 0), 0, "the stream waits");
        check_status(blas.multiply(c, d, e), 0, "product of both");
    };
    write(a, numbers(n * n));
    work();
    void* graph = captured(stream, "fork and join", work);
    const Executable exec(graph, "fork and join");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    for (int i = 0; i < launches; ++i) {
        write(a, numbers(n * n));
        exec.launch(stream);
        const std::vector<float> got = e.read();
        work();
        check_status(cudaDeviceSynchronize(), 0, "direct calls");
        expect_same(got, e.read(), "fork and join, launch " + std::to_string(i));
    }
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    check_status(cufftDestroy(plan), 0, "destroy the plan");
}

// Factors in host memory are those of the capture, in device memory those of the launch. A workspace of the program's
// is set before every call, as PyTorch does it.
void test_factors() {
    const Stream stream;
    Blas blas(stream);
    const Vector x(std::vector<float>(n, 1));
    const Vector y = zeros(n);
    const Vector factor(std::vector<float>{3});
    const Vector workspace = zeros(1 << 20);
    float host_factor = 2;
    void* graph = captured(stream, "factors", [&] {
        check_status(cublasSetStream_v2(blas.get(), stream), 0, "set stream");
        check_status(cublasSetWorkspace_v2(blas.get(), workspace.data(), 4 << 20), 0, "set workspace");
        check_status(cublasSaxpy_v2(blas.get(), n, &host_factor, x.data(), 1, y.data(), 1), 0, "axpy");
        check_status(cublasSetPointerMode_v2(blas.get(), 1), 0, "pointer mode");
        check_status(cublasSaxpy_v2(blas.get(), n, factor.data(), x.data(), 1, y.data(), 1), 0, "axpy");
    });
    const Executable exec(graph, "factors");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    host_factor = 100;
    if (!is_native()) blas.destroy();
    exec.launch(stream);
    expect_same(y.read(), std::vector<float>(n, 5), "factors of the capture");
    write(factor, {10});
    exec.launch(stream);
    expect_same(y.read(), std::vector<float>(n, 17), "a factor of the launch");
}

void test_graphs_of_graphs() {
    const Stream stream;
    const Blas blas(stream);
    const std::vector<float> input = numbers(n * n);
    const Vector a(input);
    std::vector<float> unit(n * n);
    for (int i = 0; i < n; ++i)
        unit[i * n + i] = 1;
    const Vector one(unit);
    const Vector c = zeros(n * n);
    const auto scaled = [&](float factor) {
        std::vector<float> result = input;
        for (float& value : result)
            value *= factor;
        return result;
    };
    const auto graph_with = [&](float factor) {
        return captured(stream, "a product", [&] { check_status(blas.multiply(a, one, c, factor), 0, "product"); });
    };
    void* doubles = graph_with(2);
    if (!is_native()) {
        std::size_t count = 1;
        void* node = nullptr;
        int type = -1;
        check_status(cudaGraphGetNodes(doubles, &node, &count), 0, "nodes");
        check_status(cudaGraphNodeGetType(node, &type), 0, "type");
        constexpr int type_graph = 4;
        check_status(type, type_graph, "a library's call is a graph of its own");
    }

    void* clone = nullptr;
    check_status(cudaGraphClone(&clone, doubles), 0, "clone");
    check_status(cudaGraphDestroy(doubles), 0, "destroy the original");
    const Executable exec(clone, "a clone");
    exec.launch(stream);
    check(is_near(c.read(), scaled(2)), "a clone of a graph");
    ++cases;

    void* triples = graph_with(3);
    std::uint64_t result[3] = {};
    check_status(cudaGraphExecUpdate(exec.get(), triples, result), 0, "update");
    exec.launch(stream);
    check(is_near(c.read(), scaled(3)), "an updated graph");
    ++cases;

    void* outer = nullptr;
    void* node = nullptr;
    check_status(cudaGraphCreate(&outer, 0), 0, "create");
    check_status(cudaGraphAddChildGraphNode(&node, outer, nullptr, 0, triples), 0, "a graph in a graph");
    if (!is_native()) {
        constexpr int update_failed = 910;
        check_status(cudaGraphExecUpdate(exec.get(), outer, result), update_failed, "a call updated to a graph");
        cudaGetLastError();
    }
    check_status(cudaStreamBeginCaptureToGraph(stream, outer, &node, nullptr, 1, global), 0, "capture into a graph");
    check_status(blas.multiply(c, one, a, 2), 0, "product");
    check_status(cudaStreamEndCapture(stream, &outer), 0, "end capture");
    const Executable both(outer, "a graph in a graph");
    both.launch(stream);
    check(is_near(a.read(), scaled(6)), "a graph in a graph, and what was captured behind it");
    ++cases;
    for (void* graph : {clone, triples, outer})
        check_status(cudaGraphDestroy(graph), 0, "destroy");
}

// `work` fails, and so does the capture; then another capture works.
void expect_spoiled(void* stream, const std::string& what, const std::function<int()>& work) {
    ++cases;
    void* graph = nullptr;
    check_status(cudaStreamBeginCapture(stream, relaxed), 0, what + ": begin capture");
    check(work() != 0, what + ": is refused");
    check(cudaStreamEndCapture(stream, &graph) != 0, what + ": the capture is spoiled");
    cudaGetLastError();
    graph = captured(stream, what + ", afterwards", [] {});
    check_status(cudaGraphDestroy(graph), 0, "destroy");
}

// A card reads pointers in device memory when the graph runs. Under Ringfence that is for programs that are alone
// there: whoever runs this says so.
bool device_follows_pointers() {
    return is_native() || std::getenv("RINGFENCE_TEST_ALONE_ON_CARD") != nullptr;
}

void test_pointers() {
    if (!device_follows_pointers()) return;
    const Stream stream;
    const Blas blas(stream);
    const Vector a(numbers(n * n));
    const Vector b(numbers(n * n));
    const Vector c = zeros(n * n);
    const DeviceVector<const float*> as({a.data()});
    const DeviceVector<const float*> bs({b.data()});
    const DeviceVector<float*> cs({c.data()});
    const float one = 1;
    const float zero = 0;
    const auto multiply = [&] {
        check_status(
            cublasSgemmBatched(blas.get(), 0, 0, n, n, n, &one, as.data(), n, bs.data(), n, &zero, cs.data(), n, 1), 0,
            "a batch of products");
    };
    multiply();
    void* graph = captured(stream, "pointers", multiply);
    const Executable exec(graph, "pointers");
    check_status(cudaGraphDestroy(graph), 0, "destroy the graph");
    const float* other = b.data();
    check_status(cudaMemcpy(as.data(), &other, sizeof other, to_device), 0, "another pointer");
    exec.launch(stream);
    const std::vector<float> got = c.read();
    multiply();
    check_status(cudaStreamSynchronize(stream), 0, "direct calls");
    expect_same(got, c.read(), "pointers of the launch");
}

void test_refusals() {
    const Stream stream;
    const Blas blas(stream);
    const Vector x(numbers(n));
    const Vector square(numbers(n * n));
    const Vector pointers = zeros(8);
    float result = 0;
    const float one = 1;
    expect_spoiled(stream, "a result in host memory",
                   [&] { return cublasSdot_v2(blas.get(), n, x.data(), 1, x.data(), 1, &result); });
    const Blas on_default_stream(nullptr);
    expect_spoiled(stream, "a call on the default stream, which would wait for this one",
                   [&] { return on_default_stream.multiply(square, square, square); });
    if (is_native()) return;
    if (!device_follows_pointers()) {
        expect_spoiled(stream, "pointers in device memory", [&] {
            auto* array = reinterpret_cast<float**>(pointers.data());
            return cublasSgemmBatched(blas.get(), 0, 0, 1, 1, 1, &one, array, 1, array, 1, &one, array, 1, 1);
        });
    }
    expect_spoiled(stream, "memory that is not its own",
                   [&] { return cublasSaxpy_v2(blas.get(), n + 1, &one, x.data(), 1, x.data(), 1); });
    expect_spoiled(stream, "memory of nobody", [&] {
        auto* nowhere = reinterpret_cast<float*>(0x7f1234567000);
        return cublasSaxpy_v2(blas.get(), n, &one, nowhere, 1, x.data(), 1);
    });
}

void test_freed_memory() {
    if (is_native()) return;
    const Stream stream;
    const Blas blas(stream);
    const Vector a(numbers(n * n));
    const Vector c = zeros(n * n);
    void* gone = nullptr;
    check_status(cudaMalloc(&gone, n * n * sizeof(float)), 0, "cudaMalloc");
    const float one = 1;
    void* graph = captured(stream, "memory that goes", [&] {
        check_status(cublasSaxpy_v2(blas.get(), n * n, &one, static_cast<float*>(gone), 1, c.data(), 1), 0, "axpy");
    });
    const Executable exec(graph, "memory that goes");
    exec.launch(stream);
    check_status(cudaFree(gone), 0, "cudaFree");
    const int launched = cudaGraphLaunch(exec.get(), stream);
    check(launched != 0 || cudaStreamSynchronize(stream) != 0, "a launch is refused whose memory was freed");
    cudaGetLastError();
    check_status(blas.multiply(a, a, c), 0, "the stream goes on");
    check_status(cudaStreamSynchronize(stream), 0, "and is right");
    check_status(cudaGraphDestroy(graph), 0, "destroy");
    ++cases;
}

// Handles come and go while graphs live that were made with them.
void test_many() {
    const Stream stream;
    const Vector x(std::vector<float>(n, 1));
    const Vector y = zeros(n);
    const float one = 1;
    for (int i = 0; i < 200; ++i) {
        Blas blas(stream);
        void* graph = captured(stream, "one of many", [&] {
            check_status(cublasSaxpy_v2(blas.get(), n, &one, x.data(), 1, y.data(), 1), 0, "axpy");
        });
        const Executable exec(graph, "one of many");
        check_status(cudaGraphDestroy(graph), 0, "destroy");
        if (!is_native()) blas.destroy();
        check_status(cudaGraphLaunch(exec.get(), stream), 0, "launch");
    }
    check_status(cudaStreamSynchronize(stream), 0, "synchronize");
    expect_same(y.read(), std::vector<float>(n, 200), "many graphs");
}

}  // namespace

int main() {
    check_status(cudaFree(nullptr), 0, "begin");
    AddOne kernel;
    test_products(kernel);
    test_transforms();
    test_lt();
    test_solver();
    test_random();
    test_fork_and_join();
    test_factors();
    test_graphs_of_graphs();
    test_pointers();
    test_refusals();
    test_freed_memory();
    test_many();
    return finish("graph");
}
