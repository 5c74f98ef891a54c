#include "adapters/cudnn_call.h"

#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::adapters::cudnn_calls {
namespace {

constexpr std::size_t most_filled = 4096;
constexpr std::size_t most_filled_bytes = 4 << 20;
constexpr std::size_t longest_scalar = 32;  // a vector of 32 integers of 8 bits

struct CallRow {
    const char* name;
    std::size_t arguments;
    Result<int> (*run)(CudnnCall&);
};
struct SetterRow {
    const char* name;
    std::size_t arguments;
    Kind kind;
    Result<int> (*run)(CudnnCall&, void*);
};

#include "libraries/cudnn_adapter.inc"

std::size_t words_of(std::size_t bytes) {
    return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

std::vector<std::int64_t> wide_integers(std::span<const std::byte> bytes) {
    std::vector<std::int64_t> all;
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= bytes.size(); at += sizeof(std::int32_t)) {
        std::int32_t one = 0;
        std::memcpy(&one, bytes.data() + at, sizeof one);
        all.push_back(one);
    }
    return all;
}

// In whichever order its dimensions lie, a filter has no gaps.
std::vector<std::int64_t> packed_strides(const std::vector<std::int64_t>& sizes) {
    std::vector<std::int64_t> strides(sizes.size(), 1);
    for (std::size_t i = sizes.size(); i-- > 1;) {
        if (__builtin_mul_overflow(strides[i], sizes[i], &strides[i - 1])) return {};
    }
    return strides;
}

}  // namespace

Error CudnnCall::refuse(const char* name, const std::string& why) const {
    return refused(function_, fmt::format("argument {}: {}", name, why));
}

Result<void*> CudnnCall::descriptor(std::size_t index, const char* name, Kind kind, bool is_optional) {
    if (!arguments_.is_copy(index)) {
        if (is_optional && word(index) == 0) return static_cast<void*>(nullptr);
        return refuse(name, "is no descriptor");
    }
    RF_TRY(auto found, find_or_make(kind, arguments_.copy(index), name));
    used_.push_back(found);
    return found->real;
}

Result<std::shared_ptr<FilledDescriptor>> CudnnCall::find_or_make(Kind kind, std::span<const std::byte> steps,
                                                                  const char* name) {
    std::string key(1, static_cast<char>(kind));
    key.append(reinterpret_cast<const char*>(steps.data()), steps.size());
    if (const auto found = handle_.filled.find(key); found != handle_.filled.end()) {
        for (const FilledDescriptor::Range& range : found->second->ranges)
            RF_RETURN_IF_ERROR(caller_.check(range.address, range.bytes));
        ranges_.insert(ranges_.end(), found->second->ranges.begin(), found->second->ranges.end());
        return found->second;
    }
    RF_RETURN_IF_ERROR(check_no_work(steps, name));
    std::shared_ptr<FilledDescriptor> made;
    RF_TRY(const int status, make(kind, steps, made));
    if (status != success) return refuse(name, fmt::format("the library refuses this descriptor, with {}", status));
    if (handle_.filled.size() >= most_filled || handle_.filled_bytes + key.size() > most_filled_bytes) {
        handle_.filled.clear();  // what this call uses stays for it
        handle_.filled_bytes = 0;
    }
    if (key.size() <= most_filled_bytes) {
        handle_.filled_bytes += key.size();
        handle_.filled.emplace(std::move(key), made);
    }
    return made;
}

// A dropout's new states are work on the stream, which is not ready when a descriptor is made for a call.
Result<void> CudnnCall::check_no_work(std::span<const std::byte> steps, const char* name) const {
    constexpr std::size_t count = 4;  // rate, states, their size, seed
    RF_TRY(const auto read, channel::cudnn::read_steps(steps));
    for (const channel::cudnn::Step& step : read) {
        if (step.setter != static_cast<std::uint32_t>(Setter::cudnnSetDropoutDescriptor)) continue;
        RF_TRY(const auto arguments, channel::LibraryArguments::read(step.arguments, count));
        if (arguments.word(1) != 0) return refuse(name, "a call's descriptor makes no states");
    }
    return {};
}

Result<int> CudnnCall::make(Kind kind, std::span<const std::byte> steps, std::shared_ptr<FilledDescriptor>& made) {
    const CudnnLibrary::DescriptorFunctions& functions = library_.descriptors(kind);
    if (functions.create == nullptr || functions.destroy == nullptr) return not_supported;
    RF_TRY(const auto read, channel::cudnn::read_steps(steps));
    void* real = nullptr;
    if (const int status = functions.create(&real); status != success) return status;
    made = std::make_shared<FilledDescriptor>(real, functions.destroy);
    for (const channel::cudnn::Step& step : read) {
        if (step.setter >= ringfence::cudnn::setter_count) return refused(function_, "a step that is not known");
        const SetterRow& row = setter_rows[step.setter];
        if (row.kind != kind) return refused(row.name, "fills another kind of descriptor");
        RF_TRY(const auto arguments, channel::LibraryArguments::read(step.arguments, row.arguments));
        CudnnCall call(library_, caller_, handle_, row.name, arguments);
        RF_TRY(const int status, row.run(call, real));
        if (status != success) return status;
        made->ranges.insert(made->ranges.end(), call.ranges_.begin(), call.ranges_.end());
        made->holds.insert(made->holds.end(), call.used_.begin(), call.used_.end());
    }
    ranges_.insert(ranges_.end(), made->ranges.begin(), made->ranges.end());
    return success;
}

Result<void*> CudnnCall::scalar(std::size_t index, const char* name, bool is_optional) {
    if (!arguments_.is_copy(index)) {
        if (is_optional && word(index) == 0) return static_cast<void*>(nullptr);
        return refuse(name, "must lie in host memory");
    }
    const std::span<const std::byte> copy = arguments_.copy(index);
    if (copy.empty() || copy.size() > longest_scalar) return refuse(name, fmt::format("has {} bytes", copy.size()));
    scalars_.emplace_back(words_of(longest_scalar));  // whatever type the library takes it for
    std::memcpy(scalars_.back().data(), copy.data(), copy.size());
    return static_cast<void*>(scalars_.back().data());
}

Result<void*> CudnnCall::integers(std::size_t index, const char* name, std::int64_t count) {
    const std::span<const std::byte> copy = arguments_.copy(index);
    const auto there = static_cast<std::int64_t>(copy.size() / sizeof(std::int32_t));
    if (count < 0 || count > static_cast<std::int64_t>(channel::cudnn::most_integers) || there != count ||
        copy.size() % sizeof(std::int32_t) != 0) {
        return refuse(name, fmt::format("has {} integers, not {}", there, count));
    }
    // Longer than it must be: the library may take eight dimensions where fewer are set.
    scalars_.emplace_back(words_of(copy.size()) + channel::cudnn::most_dimensions);
    if (!copy.empty()) std::memcpy(scalars_.back().data(), copy.data(), copy.size());
    return static_cast<void*>(scalars_.back().data());
}

Result<void*> CudnnCall::memory(std::size_t index, const char* name, std::uint64_t bytes) {
    if (arguments_.is_copy(index)) return refuse(name, "must lie in device memory");
    const std::uint64_t address = word(index);
    if (address == 0) return static_cast<void*>(nullptr);
    const std::uint64_t checked = bytes != 0 ? bytes : 1;
    if (const auto is_own = caller_.check(address, checked); !is_own.ok()) {
        return refuse(
            name, fmt::format("{} bytes at {:#x} are not all its own: {}", checked, address, is_own.error().message));
    }
    ranges_.push_back({address, checked});
    return reinterpret_cast<void*>(address);
}

Result<void*> CudnnCall::give(std::size_t index, const char* name, std::int64_t bytes) {
    if (word(index) == 0) return static_cast<void*>(nullptr);
    const auto most = static_cast<std::int64_t>(channel::cudnn::most_answer_bytes - given_bytes_);
    if (bytes < 0 || bytes > most) return refuse(name, fmt::format("{} bytes are too many to give", bytes));
    given_.emplace_back(words_of(static_cast<std::size_t>(bytes)) + 1);  // never nowhere
    given_.back().pop_back();
    given_bytes_ += given_.back().size() * sizeof(std::uint64_t);
    return static_cast<void*>(given_.back().data());
}

std::int64_t CudnnCall::batch(std::size_t index) const {
    const auto steps = channel::cudnn::read_steps(arguments_.copy(index));
    if (!steps.ok()) return -1;
    std::int64_t batch = -1;
    for (const channel::cudnn::Step& step : steps.value()) {
        if (step.setter != static_cast<std::uint32_t>(Setter::cudnnSetTensorNdDescriptor)) continue;
        constexpr std::size_t count = 4;
        constexpr std::size_t dimensions = 2;
        const auto arguments = channel::LibraryArguments::read(step.arguments, count);
        if (!arguments.ok()) return -1;
        const std::span<const std::byte> sizes = arguments.value().copy(dimensions);
        std::int32_t size[2] = {};
        if (sizes.size() < sizeof size) return -1;
        std::memcpy(size, sizes.data(), sizeof size);
        batch = size[1];  // the last step counts
    }
    return batch;
}

std::uint64_t CudnnCall::reach(std::size_t index) {
    if (library_.is_for_card || !arguments_.is_copy(index)) return 1;
    const auto steps = channel::cudnn::read_steps(arguments_.copy(index));
    if (!steps.ok()) return UINT64_MAX;
    std::uint64_t bytes = UINT64_MAX;
    std::uint64_t elements = 0;
    for (const channel::cudnn::Step& step : steps.value()) {
        const bool is_tensor = step.setter == static_cast<std::uint32_t>(Setter::cudnnSetTensorNdDescriptor);
        const bool is_filter = step.setter == static_cast<std::uint32_t>(Setter::cudnnSetFilterNdDescriptor);
        if (!is_tensor && !is_filter) continue;
        constexpr std::size_t count = 4;  // type, format, rank, sizes; or type, rank, sizes, strides
        const auto arguments = channel::LibraryArguments::read(step.arguments, count);
        if (!arguments.ok()) return UINT64_MAX;
        const auto sizes = wide_integers(arguments.value().copy(is_tensor ? 2 : 3));
        const auto strides = is_tensor ? wide_integers(arguments.value().copy(3)) : packed_strides(sizes);
        bytes = channel::cudnn::reach_of(arguments.value().i32(0), sizes, strides);
        elements = channel::cudnn::elements_of(sizes);
    }
    // Each argument is loaded, and may have to be brought into another shape and the result's.
    constexpr std::uint64_t copies = 3;
    if (__builtin_mul_overflow(elements, copies, &elements) || __builtin_add_overflow(numbers_, elements, &numbers_))
        numbers_ = UINT64_MAX;
    return bytes;
}

std::int64_t CudnnCall::sum(std::size_t index) const {
    const std::span<const std::byte> copy = arguments_.copy(index);
    std::int64_t all = 0;
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= copy.size(); at += sizeof(std::int32_t)) {
        std::int32_t one = 0;
        std::memcpy(&one, copy.data() + at, sizeof one);
        if (one < 0) return -1;
        all += one;
    }
    return all;
}

std::vector<std::byte> CudnnCall::take_answer() {
    std::vector<std::byte> all;
    for (const std::vector<std::uint64_t>& piece : given_) {
        const auto bytes = std::as_bytes(std::span(piece));
        all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return all;
}

Result<Answer> call_declared(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle, std::uint32_t number,
                             std::span<const std::byte> arguments) {
    if (number >= ringfence::cudnn::number_count) return refused("cuDNN", fmt::format("has no function {}", number));
    const CallRow& row = call_rows[number];
    if (library.function(static_cast<Number>(number)) == nullptr) {
        return Error::bad_input(fmt::format("{}: {} has no such function", row.name,
                                            library.is_for_card ? "this worker's cuDNN" : "the software GPU's cuDNN"))
            .with_status(cuda_status::not_supported);
    }
    RF_TRY(const auto read, channel::LibraryArguments::read(arguments, row.arguments));
    CudnnCall call(library, caller, handle, row.name, read);
    Answer answer;
    RF_TRY(answer.status, row.run(call));
    answer.stream = handle.stream;
    if (answer.status != success) return answer;
    RF_RETURN_IF_ERROR(call.finish());
    answer.bytes = call.take_answer();
    return answer;
}

Result<Answer> initialize_dropout(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle,
                                  std::span<const std::byte> steps) {
    const std::vector<std::byte> none(sizeof(std::uint64_t));
    RF_TRY(const auto no_arguments, channel::LibraryArguments::read(none, 0));
    CudnnCall call(library, caller, handle, "cudnnSetDropoutDescriptor", no_arguments);
    RF_RETURN_IF_ERROR(call.begin());
    std::shared_ptr<FilledDescriptor> made;
    Answer answer;
    RF_TRY(answer.status, call.make(Kind::Dropout, steps, made));
    answer.stream = handle.stream;
    return answer;
}

namespace {

channel::cudnn::TensorShape shape_of(const CudnnLibrary& library, void* tensor) {
    channel::cudnn::TensorShape shape;
    int type = 0;
    int rank = 0;
    if (library.get_tensor(tensor, channel::cudnn::most_dimensions, &type, &rank, shape.dimensions, shape.strides) !=
        success) {
        return {};
    }
    shape.type = type;
    shape.rank = rank < 0 || rank > channel::cudnn::most_dimensions ? 0 : rank;
    return shape;
}

}  // namespace

Result<Answer> get_weight_params(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle,
                                 std::span<const std::byte> bytes) {
    constexpr std::size_t count = 5;  // steps of the network, layer, bytes of the weights, the weights, part
    if (library.get_weight_params == nullptr || library.get_tensor == nullptr) return Answer{.status = not_supported};
    RF_TRY(const auto arguments, channel::LibraryArguments::read(bytes, count));
    CudnnCall call(library, caller, handle, "cudnnGetRNNWeightParams", arguments);
    RF_TRY(void* network, call.descriptor(0, "rnnDesc", Kind::Rnn, false));
    RF_TRY(void* weights, call.memory(3, "weightSpace", arguments.word(2)));
    std::shared_ptr<FilledDescriptor> matrix;
    std::shared_ptr<FilledDescriptor> bias;
    RF_TRY(const int made_matrix, call.make(Kind::Tensor, {}, matrix));
    if (made_matrix != success) return Answer{.status = made_matrix};
    RF_TRY(const int made_bias, call.make(Kind::Tensor, {}, bias));
    if (made_bias != success) return Answer{.status = made_bias};
    void* matrix_at = nullptr;
    void* bias_at = nullptr;
    Answer answer;
    answer.status = library.get_weight_params(handle.real, network, arguments.i32(1), arguments.word(2), weights,
                                              arguments.i32(4), matrix->real, &matrix_at, bias->real, &bias_at);
    if (answer.status != success) return answer;
    channel::cudnn::WeightParams params;
    params.matrix = reinterpret_cast<std::uint64_t>(matrix_at);
    params.bias = reinterpret_cast<std::uint64_t>(bias_at);
    if (matrix_at != nullptr) params.matrix_shape = shape_of(library, matrix->real);
    if (bias_at != nullptr) params.bias_shape = shape_of(library, bias->real);
    const auto all = std::as_bytes(std::span(&params, 1));
    answer.bytes.assign(all.begin(), all.end());
    return answer;
}

}  // namespace ringfence::adapters::cudnn_calls
