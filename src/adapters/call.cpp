#include "adapters/call.h"

#include <algorithm>
#include <cstring>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::adapters {
namespace {

constexpr std::size_t scalar_alignment = 16;

}  // namespace

Error Call::refused(const char* argument, const std::string& why) const {
    return Error::bad_input(fmt::format("{}: argument {}: {}", function_, argument, why))
        .with_status(cuda_status::invalid_value);
}

Result<Object*> Call::object(std::size_t index, channel::Library library) {
    Object* object = caller_.find(arguments_.word(index));
    if (object == nullptr || object->library != library) {
        return Error::bad_input(fmt::format("{}: there is no handle {:#x}", function_, arguments_.word(index)))
            .with_status(cuda_status::invalid_handle);
    }
    return object;
}

Result<void> Call::reaches(std::size_t index, const char* name, reach::Wide elements, std::size_t element_bytes) {
    if (arguments_.is_copy(index)) return refused(name, "must lie in device memory");
    return reaches_from(arguments_.word(index), name, elements, element_bytes);
}

Result<void> Call::aligned(std::size_t index, const char* name, std::size_t alignment) const {
    if (arguments_.word(index) % alignment == 0) return {};
    return refused(name, fmt::format("is not aligned to {} bytes", alignment));
}

Result<void> Call::reaches_from(backend::Address address, const char* name, reach::Wide elements,
                                std::size_t element_bytes) {
    if (element_bytes == 0) return refused(name, "has elements of a type that is not known");
    if (elements <= 0) return {};
    // A card that loads one that is not aligned ends its context, and with it all sessions that share it.
    if (address % reach::alignment_of(element_bytes) != 0) return refused(name, "is not aligned");
    if (elements >= reach::unbounded / static_cast<reach::Wide>(element_bytes)) {
        return refused(name, "is larger than any memory");
    }
    const auto bytes = static_cast<std::uint64_t>(elements) * element_bytes;
    if (const auto checked = caller_.check(address, bytes); !checked.ok()) {
        return refused(
            name, fmt::format("{} bytes at {:#x} are not all its own: {}", bytes, address, checked.error().message));
    }
    reached_bytes_ += bytes;
    return {};
}

Result<void> Call::charge_until_done(std::uint64_t stream, std::uint64_t times) {
    if (times == 0 || reached_bytes_ == 0) return {};
    if (reached_bytes_ > UINT64_MAX / times) return refused("all", "are larger than any memory together");
    RF_TRY(charge_, caller_.charge_work(stream, reached_bytes_ * times));
    return {};
}

Result<void> Call::keep_charge() {
    if (!charge_ || stream_ == nullptr) return {};
    if (caller_.is_recording()) {
        caller_.uses(std::move(charge_));
        return {};
    }
    return stream_->call_host([charge = std::move(charge_)] {});
}

Result<void*> Call::pointers(std::size_t index, const char* name, reach::Wide elements, std::size_t element_bytes,
                             reach::Wide count) {
    if (!arguments_.is_copy(index) && count > 0) return unread_pointers(index, name, count);
    const std::span<const std::byte> copy = arguments_.copy(index);
    const std::size_t there = copy.size() / sizeof(backend::Address);
    if (copy.size() % sizeof(backend::Address) != 0 ||
        static_cast<reach::Wide>(there) != std::max<reach::Wide>(count, 0)) {
        return refused(name, fmt::format("has {} pointers, not {}", there, static_cast<std::int64_t>(count)));
    }
    for (std::size_t i = 0; i < there; ++i) {
        backend::Address address = 0;
        std::memcpy(&address, copy.data() + i * sizeof address, sizeof address);
        RF_RETURN_IF_ERROR(reaches_from(address, name, elements, element_bytes));
    }
    if (there == 0) return static_cast<void*>(nullptr);
    RF_TRY(const backend::Address array, caller_.protect(copy));
    return reinterpret_cast<void*>(array);
}

// In a captured call the pointers are read when the graph runs, if that is allowed.
Result<void*> Call::unread_pointers(std::size_t index, const char* name, reach::Wide count) {
    if (!caller_.may_follow_pointers()) {
        return refused(name,
                       "pointers in device memory are not known when a call is captured, so that on a card the program "
                       "must be alone (ringfence run --isolation private); elsewhere such calls are not captured");
    }
    RF_RETURN_IF_ERROR(reaches(index, name, count, sizeof(backend::Address)));
    return pointer(index);
}

Result<void*> Call::scalar(std::size_t index, const char* name, std::size_t bytes, bool gives) {
    const Kind kind = arguments_.is_copy(index) ? Kind::Host : Kind::Device;
    if (kind_ != Kind::Unknown && kind != kind_) return refused(name, "does not lie where the other scalars do");
    kind_ = kind;
    if (kind == Kind::Device) {
        RF_RETURN_IF_ERROR(reaches(index, name, 1, bytes));
        return pointer(index);
    }
    const std::span<const std::byte> copy = arguments_.copy(index);
    if (bytes == 0) return refused(name, "has a type that is not known");
    if (copy.size() != bytes) return refused(name, fmt::format("has {} bytes, not {}", copy.size(), bytes));
    if (gives) {
        has_scalar_results_ = true;
        RF_TRY(const std::size_t begin, place_for(index, name, bytes));
        return reinterpret_cast<void*>(place_.address + begin);
    }
    // The library only reads it, during the call. It expects it where the type's alignment would put it.
    if (bytes > sizeof(AlignedScalar)) return refused(name, fmt::format("has {} bytes", bytes));
    AlignedScalar& aligned = host_scalars_.emplace_front();
    std::memcpy(aligned.bytes, copy.data(), bytes);
    return static_cast<void*>(aligned.bytes);
}

Result<void*> Call::host_result(std::size_t index, const char* name, reach::Wide bytes, bool optional) {
    constexpr reach::Wide most = 2000;  // so that an answer holds them
    if (optional && !arguments_.is_copy(index)) return static_cast<void*>(nullptr);
    const std::span<const std::byte> copy = arguments_.copy(index);
    if (bytes > most) return refused(name, fmt::format("gives more than {} bytes", static_cast<int>(most)));
    const auto wanted = static_cast<std::size_t>(std::max(bytes, reach::Wide{0}));
    if (copy.size() != wanted) return refused(name, fmt::format("has {} bytes, not {}", copy.size(), wanted));
    host_results_.emplace_back(wanted);
    return static_cast<void*>(host_results_.back().data());
}

Result<void*> Call::host_update(std::size_t index, const char* name, std::size_t bytes) {
    const std::span<const std::byte> copy = arguments_.copy(index);
    if (copy.size() != bytes) return refused(name, fmt::format("has {} bytes, not {}", copy.size(), bytes));
    RF_TRY(const std::size_t begin, place_for(index, name, bytes));
    return static_cast<void*>(place_.bytes.data() + begin);
}

reach::Wide Call::copied_number(std::size_t index) const {
    std::int64_t number = 0;
    const std::span<const std::byte> copy = arguments_.copy(index);
    if (copy.size() == sizeof number) std::memcpy(&number, copy.data(), sizeof number);
    return number;
}

Result<void> Call::may_be_steered(bool checks_indices) const {
    if (checks_indices || caller_.is_alone()) return {};
    return Error::bad_input(fmt::format("{}: indices in device memory say what it reaches, so that it is for sessions "
                                        "that share with nobody (ringfence run --isolation private)",
                                        function_))
        .with_status(cuda_status::not_supported);
}

Result<void> Call::may_remember(bool keeps_its_own) const {
    if (keeps_its_own || caller_.is_alone()) return {};
    return Error::bad_input(fmt::format("{}: it reads what an earlier call has left, which may be gone, so that it is "
                                        "for sessions that share with nobody (ringfence run --isolation private)",
                                        function_))
        .with_status(cuda_status::not_supported);
}

// The device writes it there, and the answer takes it from there: so nothing waits in the library.
Result<std::size_t> Call::place_for(std::size_t index, const char* name, std::size_t bytes) {
    if (caller_.is_recording()) {
        return Error::bad_input(
                   fmt::format("{}: argument {}: a captured call gives nothing to host memory", function_, name))
            .with_remedy("let it write to device memory, as with CUBLAS_POINTER_MODE_DEVICE")
            .with_status(cuda_status::capture_unsupported);
    }
    if (place_.bytes.empty()) {
        RF_TRY(place_, caller_.result_place());
    }
    const std::size_t begin = (result_bytes_ + scalar_alignment - 1) / scalar_alignment * scalar_alignment;
    if (begin + bytes > place_.bytes.size()) return refused(name, "there is no room for what it gives");
    std::memcpy(place_.bytes.data() + begin, arguments_.copy(index).data(), bytes);
    result_bytes_ = begin + bytes;
    return begin;
}

Answer Call::answer(std::int32_t status, std::uint64_t stream) const {
    Answer answer;
    answer.status = status;
    answer.stream = stream;
    if (status != 0) return answer;
    answer.result_bytes = result_bytes_;
    for (const std::vector<std::byte>& result : host_results_) {
        const std::size_t begin = (answer.bytes.size() + scalar_alignment - 1) / scalar_alignment * scalar_alignment;
        answer.bytes.resize(begin);
        answer.bytes.insert(answer.bytes.end(), result.begin(), result.end());
    }
    return answer;
}

}  // namespace ringfence::adapters
