#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "engine.h"

namespace ringfence::bench {
namespace {

constexpr std::string_view pocl_platform = "Portable Computing Language";

template <typename T, auto release>
struct Releaser {
    void operator()(T* object) const { release(object); }
};
using Context = std::unique_ptr<_cl_context, Releaser<_cl_context, clReleaseContext>>;
using Queue = std::unique_ptr<_cl_command_queue, Releaser<_cl_command_queue, clReleaseCommandQueue>>;
using Program = std::unique_ptr<_cl_program, Releaser<_cl_program, clReleaseProgram>>;
using Kernel = std::unique_ptr<_cl_kernel, Releaser<_cl_kernel, clReleaseKernel>>;
using Memory = std::unique_ptr<_cl_mem, Releaser<_cl_mem, clReleaseMemObject>>;

Result<void> check(cl_int status, const char* call) {
    if (status == CL_SUCCESS) return {};
    return Error::internal(std::string(call) + " gives " + std::to_string(status));
}

struct PreparedCall {
    Kernel kernel;
    std::size_t global[2];
    std::size_t local[2];
};

class PoclRun final : public Run {
public:
    PoclRun(cl_context context, cl_program program, Queue queue)
        : context_(context), program_(program), queue_(std::move(queue)) {}

    Result<void> add_buffer(const Bytes& contents) {
        cl_int status = CL_SUCCESS;
        buffers_.emplace_back(clCreateBuffer(context_, CL_MEM_READ_WRITE, contents.size(), nullptr, &status));
        sizes_.push_back(contents.size());
        RF_RETURN_IF_ERROR(check(status, "clCreateBuffer"));
        return check(clEnqueueWriteBuffer(queue_.get(), buffers_.back().get(), CL_TRUE, 0, contents.size(),
                                          contents.data(), 0, nullptr, nullptr),
                     "clEnqueueWriteBuffer");
    }

    Result<void> add_call(const KernelCall& call) {
        cl_int status = CL_SUCCESS;
        PreparedCall prepared{Kernel(clCreateKernel(program_, call.kernel.c_str(), &status)), {}, {}};
        RF_RETURN_IF_ERROR(check(status, "clCreateKernel"));
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            RF_RETURN_IF_ERROR(set(prepared.kernel.get(), static_cast<cl_uint>(i), call.arguments[i]));
        for (std::size_t i = 0; i < 2; ++i) {
            prepared.local[i] = call.group_size[i];
            prepared.global[i] = prepared.local[i] * call.groups[i];
        }
        calls_.push_back(std::move(prepared));
        return {};
    }

    Result<double> run() override {
        const auto begin = std::chrono::steady_clock::now();
        for (const PreparedCall& call : calls_) {
            RF_RETURN_IF_ERROR(check(clEnqueueNDRangeKernel(queue_.get(), call.kernel.get(), 2, nullptr, call.global,
                                                            call.local, 0, nullptr, nullptr),
                                     "clEnqueueNDRangeKernel"));
        }
        RF_RETURN_IF_ERROR(check(clFinish(queue_.get()), "clFinish"));
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }

    Result<Bytes> read(std::size_t buffer) override {
        Bytes contents(sizes_.at(buffer));
        RF_RETURN_IF_ERROR(check(clEnqueueReadBuffer(queue_.get(), buffers_.at(buffer).get(), CL_TRUE, 0,
                                                     contents.size(), contents.data(), 0, nullptr, nullptr),
                                 "clEnqueueReadBuffer"));
        return contents;
    }

private:
    Result<void> set(cl_kernel kernel, cl_uint index, const Argument& argument) {
        if (const auto* buffer = std::get_if<BufferIndex>(&argument)) {
            cl_mem memory = buffers_.at(buffer->value).get();
            return check(clSetKernelArg(kernel, index, sizeof memory, &memory), "clSetKernelArg");
        }
        if (const auto* number = std::get_if<float>(&argument))
            return check(clSetKernelArg(kernel, index, sizeof *number, number), "clSetKernelArg");
        const auto number = std::get<std::int32_t>(argument);
        return check(clSetKernelArg(kernel, index, sizeof number, &number), "clSetKernelArg");
    }

    cl_context context_;
    cl_program program_;
    Queue queue_;
    std::vector<Memory> buffers_;
    std::vector<std::size_t> sizes_;
    std::vector<PreparedCall> calls_;
};

class PoclEngine final : public Engine {
public:
    PoclEngine(std::string name, cl_device_id device, Context context, Program program)
        : name_(std::move(name)), device_(device), context_(std::move(context)), program_(std::move(program)) {}

    std::string name() const override { return name_; }

    Result<std::unique_ptr<Run>> prepare(const Workload& workload) override {
        cl_int status = CL_SUCCESS;
        Queue queue(clCreateCommandQueue(context_.get(), device_, 0, &status));
        RF_RETURN_IF_ERROR(check(status, "clCreateCommandQueue"));
        auto run = std::make_unique<PoclRun>(context_.get(), program_.get(), std::move(queue));
        for (const Bytes& buffer : workload.buffers)
            RF_RETURN_IF_ERROR(run->add_buffer(buffer));
        for (const KernelCall& call : workload.calls)
            RF_RETURN_IF_ERROR(run->add_call(call));
        return std::unique_ptr<Run>(std::move(run));
    }

private:
    std::string name_;
    cl_device_id device_;
    Context context_;
    Program program_;
};

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
    std::size_t size = 0;
    if (clGetPlatformInfo(platform, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
    std::string text(size, '\0');
    if (clGetPlatformInfo(platform, what, size, text.data(), nullptr) != CL_SUCCESS) return {};
    text.resize(size - 1);  // without the zero
    return text;
}

Result<cl_platform_id> find_pocl() {
    cl_uint count = 0;
    // With no platform at all this is an error, too.
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) count = 0;
    std::vector<cl_platform_id> platforms(count);
    if (count != 0) RF_RETURN_IF_ERROR(check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs"));
    for (cl_platform_id platform : platforms)
        if (platform_text(platform, CL_PLATFORM_NAME) == pocl_platform) return platform;
    return Error::bad_input("PoCL is not installed").with_remedy("on Debian: apt-get install pocl-opencl-icd");
}

Result<void> build(cl_program program, cl_device_id device) {
    if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS) return {};
    std::string log(1 << 16, '\0');
    std::size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), &size);
    log.resize(std::min(size, log.size()));
    return Error::internal("PoCL cannot compile the kernels:\n" + log);
}

}  // namespace

Result<std::unique_ptr<Engine>> open_pocl(const std::string& source, const std::string& cache_directory) {
    setenv("POCL_CACHE_DIR", cache_directory.c_str(), 1);
    setenv("POCL_MAX_PTHREAD_COUNT", std::to_string(worker_count).c_str(), 1);
    RF_TRY(const cl_platform_id platform, find_pocl());
    cl_device_id device = nullptr;
    RF_RETURN_IF_ERROR(check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), "clGetDeviceIDs"));
    cl_uint units = 0;
    RF_RETURN_IF_ERROR(
        check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr), "clGetDeviceInfo"));
    if (units != worker_count)
        return Error::internal("PoCL uses " + std::to_string(units) + " cores, not " + std::to_string(worker_count));
    cl_int status = CL_SUCCESS;
    Context context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status));
    RF_RETURN_IF_ERROR(check(status, "clCreateContext"));
    const char* text = source.c_str();
    Program program(clCreateProgramWithSource(context.get(), 1, &text, nullptr, &status));
    RF_RETURN_IF_ERROR(check(status, "clCreateProgramWithSource"));
    RF_RETURN_IF_ERROR(build(program.get(), device));
    return std::unique_ptr<Engine>(std::make_unique<PoclEngine>(platform_text(platform, CL_PLATFORM_VERSION), device,
                                                                std::move(context), std::move(program)));
}

}  // namespace ringfence::bench
