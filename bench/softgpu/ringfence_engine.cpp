#include <chrono>
#include <utility>
#include <vector>

#include "backend/parameters.h"
#include "backend/soft/soft.h"
#include "engine.h"

namespace ringfence::bench {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct PreparedCall {
    const backend::Function* function = nullptr;
    backend::Launch launch;
    Bytes parameters;
};

class RingfenceRun final : public Run {
public:
    RingfenceRun(backend::Device& device, std::unique_ptr<backend::Stream> stream)
        : device_(device), stream_(std::move(stream)) {}
    ~RingfenceRun() override {
        for (const backend::Address address : buffers_)
            static_cast<void>(device_.release(address));
    }
    RingfenceRun(const RingfenceRun&) = delete;
    RingfenceRun& operator=(const RingfenceRun&) = delete;

    Result<void> add_buffer(const Bytes& contents) {
        RF_TRY(const backend::Address address, device_.allocate(contents.size()));
        buffers_.push_back(address);
        sizes_.push_back(contents.size());
        RF_RETURN_IF_ERROR(device_.copy_to_device(*stream_, address, contents));
        return stream_->synchronize();
    }

    Result<void> add_call(backend::Module& module, const KernelCall& call) {
        PreparedCall prepared;
        RF_TRY(prepared.function, module.function(call.kernel));
        prepared.launch.grid = {call.groups[0], call.groups[1], 1};
        prepared.launch.block = {call.group_size[0], call.group_size[1], 1};
        backend::ParameterBlock parameters(prepared.function->info());
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            RF_RETURN_IF_ERROR(set(parameters, i, call.arguments[i]));
        RF_TRY(const std::span<const std::byte> bytes, parameters.bytes());
        prepared.parameters.assign(bytes.begin(), bytes.end());
        calls_.push_back(std::move(prepared));
        return {};
    }

    Result<double> run() override {
        const auto begin = Clock::now();
        for (const PreparedCall& call : calls_)
            RF_RETURN_IF_ERROR(device_.launch(*stream_, *call.function, call.launch, call.parameters));
        RF_RETURN_IF_ERROR(stream_->synchronize());
        return milliseconds_since(begin);
    }

    Result<Bytes> read(std::size_t buffer) override {
        Bytes contents(sizes_.at(buffer));
        RF_RETURN_IF_ERROR(device_.copy_to_host(*stream_, contents, buffers_.at(buffer)));
        RF_RETURN_IF_ERROR(stream_->synchronize());
        return contents;
    }

private:
    Result<void> set(backend::ParameterBlock& parameters, std::size_t index, const Argument& argument) {
        if (const auto* buffer = std::get_if<BufferIndex>(&argument))
            return parameters.set(index, buffers_.at(buffer->value));
        if (const auto* number = std::get_if<float>(&argument)) return parameters.set(index, *number);
        return parameters.set(index, std::get<std::int32_t>(argument));
    }

    backend::Device& device_;
    std::unique_ptr<backend::Stream> stream_;
    std::vector<backend::Address> buffers_;
    std::vector<std::size_t> sizes_;
    std::vector<PreparedCall> calls_;
};

class RingfenceEngine final : public Engine {
public:
    RingfenceEngine(std::unique_ptr<backend::Device> device, std::unique_ptr<backend::Module> module)
        : device_(std::move(device)), module_(std::move(module)) {}

    std::string name() const override { return device_->properties().name; }

    Result<std::unique_ptr<Run>> prepare(const Workload& workload) override {
        RF_TRY(std::unique_ptr<backend::Stream> stream, device_->create_stream());
        auto run = std::make_unique<RingfenceRun>(*device_, std::move(stream));
        for (const Bytes& buffer : workload.buffers)
            RF_RETURN_IF_ERROR(run->add_buffer(buffer));
        for (const KernelCall& call : workload.calls)
            RF_RETURN_IF_ERROR(run->add_call(*module_, call));
        return std::unique_ptr<Run>(std::move(run));
    }

private:
    std::unique_ptr<backend::Device> device_;
    std::unique_ptr<backend::Module> module_;
};

Result<std::unique_ptr<backend::Device>> open_device(const std::string& cache_directory) {
    backend::SoftOptions options;
    options.workers = worker_count;
    options.cache.folder = cache_directory;
    return backend::open_soft(options);
}

}  // namespace

Result<std::unique_ptr<Engine>> open_ringfence(const std::string& ptx, const std::string& cache_directory) {
    RF_TRY(std::unique_ptr<backend::Device> device, open_device(cache_directory));
    RF_TRY(std::unique_ptr<backend::Module> module, device->load(ptx, {"kernels.ptx"}));
    return std::unique_ptr<Engine>(std::make_unique<RingfenceEngine>(std::move(device), std::move(module)));
}

Result<double> ringfence_first_launch(const std::string& ptx, const Workload& workload,
                                      const std::string& cache_directory) {
    RF_TRY(std::unique_ptr<backend::Device> device, open_device(cache_directory));
    RF_TRY(std::unique_ptr<backend::Stream> stream, device->create_stream());
    RingfenceRun run(*device, std::move(stream));
    for (const Bytes& buffer : workload.buffers)
        RF_RETURN_IF_ERROR(run.add_buffer(buffer));
    const Clock::time_point begin = Clock::now();
    RF_TRY(const std::unique_ptr<backend::Module> module, device->load(ptx, {"kernels.ptx"}));
    for (const KernelCall& call : workload.calls)
        RF_RETURN_IF_ERROR(run.add_call(*module, call));
    RF_RETURN_IF_ERROR(run.run());
    return milliseconds_since(begin);
}

}  // namespace ringfence::bench
