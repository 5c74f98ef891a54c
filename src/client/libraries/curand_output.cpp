#include "client/libraries/curand_output.h"

#include <cstdint>
#include <vector>

#include "api/driver_entries.h"
#include "client/libraries/object_shim.h"

namespace ringfence::client::random {
namespace {

constexpr Library library = Library::Curand;
constexpr std::size_t place_of_stream = 0;  // among an object's settings; 0 there: it is on the device

}  // namespace

CUstream host_stream(void* generator) {
    const LibraryObject* object = find_library_object(library, reinterpret_cast<std::uint64_t>(generator));
    return object != nullptr ? reinterpret_cast<CUstream>(object->settings[place_of_stream]) : nullptr;
}

int put_on_host(void* generator) {
    CUstream stream = nullptr;
    // Not in order with what the program does on the device, as a processor would not be; nor ever captured.
    if (rf_cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) return status_of(library).out_of_memory;
    LibraryObject* object = find_library_object(library, reinterpret_cast<std::uint64_t>(generator));
    object->settings[place_of_stream] = reinterpret_cast<std::int64_t>(stream);
    return set_object_stream(library, generator, stream);
}

Output::Output(void* generator, void* place, reach::Wide bytes) : place_(place), on_device_(place) {
    stream_ = host_stream(generator);
    if (stream_ == nullptr) return;
    on_device_ = nullptr;
    if (bytes == 0) return;
    CUdeviceptr lent = 0;
    const bool is_too_much = bytes > reach::Wide{PTRDIFF_MAX};
    if (place == nullptr) {
        problem_ = status_of(library).invalid_value;
    } else if (is_too_much || rf_cuMemAllocAsync(&lent, static_cast<std::size_t>(bytes), stream_) != CUDA_SUCCESS) {
        problem_ = status_of(library).out_of_memory;
    } else {
        on_device_ = reinterpret_cast<void*>(lent);
        bytes_ = static_cast<std::size_t>(bytes);
    }
}

Output::~Output() {
    if (bytes_ != 0) static_cast<void>(rf_cuMemFreeAsync(reinterpret_cast<CUdeviceptr>(on_device_), stream_));
}

int Output::finish(LibraryCall& call) const {
    if (stream_ == nullptr) return call.finish();
    std::vector<std::byte> nothing;
    if (const int status = call.wait(nothing); status != 0 || bytes_ == 0) return status;
    const auto from = reinterpret_cast<CUdeviceptr>(on_device_);
    CUresult status = rf_cuMemcpyDtoHAsync_v2(place_, from, bytes_, stream_);
    if (status == CUDA_SUCCESS) status = rf_cuStreamSynchronize(stream_);
    return status == CUDA_SUCCESS ? 0 : status_of(library).failed;
}

}  // namespace ringfence::client::random
