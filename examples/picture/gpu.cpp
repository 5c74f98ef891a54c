#include "gpu.h"

#include "backend/soft/soft.h"
#include "base/file.h"

namespace ringfence::example {

Result<std::unique_ptr<Gpu>> Gpu::open(const Places& places, const std::string& ptx_file) {
    RF_TRY(std::string ptx, read_file(places.kernels + "/" + ptx_file, std::size_t{1} << 20));
    auto gpu = std::make_unique<Gpu>();
    backend::SoftOptions options;
    options.cache.folder = places.cache;
    RF_TRY(gpu->device_, backend::open_soft(options));
    RF_TRY(gpu->module_, gpu->device_->load(std::move(ptx), {ptx_file}));
    RF_TRY(gpu->stream_, gpu->device_->create_stream());
    return gpu;
}

Gpu::~Gpu() {
    for (const backend::Address buffer : buffers_)
        static_cast<void>(device_->release(buffer));
}

Result<backend::Address> Gpu::allocate(std::uint64_t bytes) {
    RF_TRY(const backend::Address address, device_->allocate(bytes));
    buffers_.push_back(address);
    return address;
}

Result<void> Gpu::clear(backend::Address address, std::uint64_t bytes) {
    return device_->fill(*stream_, address, 0, 1, bytes);
}

}  // namespace ringfence::example
