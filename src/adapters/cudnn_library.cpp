#include "adapters/cudnn_library.h"

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::adapters::cudnn_calls {

#define RF_NAME(name) #name,
constexpr const char* number_names[] = {
#include "libraries/cudnn_numbers.inc"
};
constexpr const char* setter_names[] = {
#include "libraries/cudnn_setters.inc"
};
#undef RF_NAME

CudnnLibrary::CudnnLibrary(const LibraryFile& file)
    : is_for_card(file.is_for_card()),
      create(file.function<int(void**)>("cudnnCreate")),
      destroy(file.function<int(void*)>("cudnnDestroy")),
      set_stream(file.function<int(void*, void*)>("cudnnSetStream")),
      create_descriptor(file.function<int(int, void**)>("cudnnBackendCreateDescriptor")),
      destroy_descriptor(file.function<int(void*)>("cudnnBackendDestroyDescriptor")),
      finalize(file.function<int(void*)>("cudnnBackendFinalize")),
      set_attribute(file.function<int(void*, int, int, std::int64_t, const void*)>("cudnnBackendSetAttribute")),
      get_attribute(
          file.function<int(void*, int, int, std::int64_t, std::int64_t*, void*)>("cudnnBackendGetAttribute")),
      execute(file.function<int(void*, void*, void*)>("cudnnBackendExecute")),
      get_tensor(file.function<int(void*, int, int*, int*, int*, int*)>("cudnnGetTensorNdDescriptor")),
      get_weight_params(file.function<int(void*, void*, std::int32_t, std::size_t, const void*, std::int32_t, void*,
                                          void**, void*, void**)>("cudnnGetRNNWeightParams")),
      get_version_(file.function<std::size_t()>("cudnnGetVersion")),
      get_cudart_version_(file.function<std::size_t()>("cudnnGetCudartVersion")),
      get_max_device_version_(file.function<std::size_t()>("cudnnGetMaxDeviceVersion")),
      get_last_error_(file.function<void(char*, std::size_t)>("cudnnGetLastErrorString")) {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        const std::string name = channel::cudnn::kind_names[i];
        kinds_[i].create = file.function<int(void**)>(("cudnnCreate" + name + "Descriptor").c_str());
        kinds_[i].destroy = file.function<int(void*)>(("cudnnDestroy" + name + "Descriptor").c_str());
    }
    for (std::size_t i = 0; i < functions_.size(); ++i)
        functions_[i] = file.find(number_names[i]);
    for (std::size_t i = 0; i < setters_.size(); ++i)
        setters_[i] = file.find(setter_names[i]);
}

bool CudnnLibrary::is_whole() const {
    return create != nullptr && destroy != nullptr && set_stream != nullptr && create_descriptor != nullptr &&
           destroy_descriptor != nullptr && finalize != nullptr && set_attribute != nullptr &&
           get_attribute != nullptr && execute != nullptr && get_version_ != nullptr;
}

channel::cudnn::Versions CudnnLibrary::versions() const {
    channel::cudnn::Versions versions;
    versions.library = get_version_();
    if (get_cudart_version_ != nullptr) versions.cudart = get_cudart_version_();
    if (get_max_device_version_ != nullptr) versions.most_device = get_max_device_version_();
    return versions;
}

std::string CudnnLibrary::last_error() const {
    if (get_last_error_ == nullptr) return {};
    std::array<char, 1024> text = {};
    get_last_error_(text.data(), text.size());
    text.back() = '\0';
    return text.data();
}

Result<Work> begin(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle, std::uint64_t numbers,
                   std::uint64_t kept) {
    Work work;
    if (!library.is_for_card && kept != 0) {
        RF_TRY(Account::Holding memory, caller.charge(kept * sizeof(double)));
        work.charge_of_kept = std::make_shared<Account::Holding>(std::move(memory));
    }
    if (!library.is_for_card && numbers != 0) {
        std::uint64_t bytes = 0;
        if (__builtin_mul_overflow(numbers, sizeof(double), &bytes)) bytes = UINT64_MAX;
        RF_TRY(work.charge, caller.charge_work(handle.stream, bytes));
    }
    RF_TRY(work.stream, caller.begin_work(handle.stream));
    void* const native = work.stream->native();
    if (native == handle.real_stream) return work;
    if (const int status = library.set_stream(handle.real, native); status != success) {
        return Error::internal(fmt::format("cudnnSetStream gives {}", status)).with_status(cuda_status::unknown);
    }
    handle.real_stream = native;
    return work;
}

Result<void> finish(Caller& caller, Work& work) {
    if (!work.charge && !work.charge_of_kept) return {};
    if (!caller.is_recording()) {
        backend::Stream& stream = *work.stream;
        return stream.call_host([kept = std::move(work)] {});
    }
    caller.uses(std::move(work.charge));
    caller.uses(std::move(work.charge_of_kept));
    return {};
}

Error refused(std::string_view where, std::string_view why) {
    return Error::bad_input(fmt::format("{}: {}", where, why)).with_status(cuda_status::invalid_value);
}

}  // namespace ringfence::adapters::cudnn_calls
