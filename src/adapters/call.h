// One call of a function whose arguments are declared in api/libraries: what the generated adapters are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/caller.h"
#include "base/reach.h"
#include "base/result.h"
#include "channel/library_frame.h"

namespace ringfence::adapters {

class Call {
public:
    Call(Caller& caller, const char* function, channel::LibraryArguments arguments)
        : caller_(caller), function_(function), arguments_(arguments) {}

    reach::Wide i32(std::size_t index) const { return arguments_.i32(index); }
    reach::Wide i64(std::size_t index) const { return arguments_.i64(index); }
    double f64(std::size_t index) const { return arguments_.f64(index); }
    void* pointer(std::size_t index) const { return reinterpret_cast<void*>(arguments_.word(index)); }
    std::span<const std::byte> copy(std::size_t index) const { return arguments_.copy(index); }
    // A copy as a 64-bit number; 0 if it is none.
    reach::Wide copied_number(std::size_t index) const;

    // The library's object behind a handle.
    Result<Object*> object(std::size_t index, channel::Library library);

    // Device memory: so many elements from the pointer on must be the session's.
    Result<void> reaches(std::size_t index, const char* name, reach::Wide elements, std::size_t element_bytes);

    // The same of an address that lies in a descriptor.
    Result<void> reaches_from(backend::Address address, const char* name, reach::Wide elements,
                              std::size_t element_bytes);

    // More than the elements' own alignment.
    Result<void> aligned(std::size_t index, const char* name, std::size_t alignment) const;

    // Charges for the memory that the library takes while it works: a multiple of the memory that the call reaches. The
    // charge lasts until the stream has finished the work, if any was put there (Caller::charge_work).
    Result<void> charge_until_done(std::uint64_t stream, std::uint64_t times);
    void goes_to(backend::Stream& stream) { stream_ = &stream; }
    Result<void> keep_charge();

    // An array of pointers to device memory, as a copy: from each of them so many elements must be the session's. Where
    // the library finds the array. If it came without a copy, nobody has looked: for callers that
    // may_follow_pointers().
    Result<void*> pointers(std::size_t index, const char* name, reach::Wide elements, std::size_t element_bytes,
                           reach::Wide count);

    // A scalar that lies in host or device memory: where the library finds it. `gives`: it writes it too.
    Result<void*> scalar(std::size_t index, const char* name, std::size_t bytes, bool gives);
    // A result that the library writes to host memory before it returns. May be null if `optional`.
    Result<void*> host_result(std::size_t index, const char* name, reach::Wide bytes, bool optional);
    // A value in host memory that the library reads, and writes before it returns or when the stream comes there: where
    // it finds it. The answer waits for the stream.
    Result<void*> host_update(std::size_t index, const char* name, std::size_t bytes);

    // Indices in device memory say what is reached: that is for sessions that are alone, or a library that looks at
    // them.
    Result<void> may_be_steered(bool checks_indices) const;

    // The same where a function reads what an earlier call has left, wherever a library keeps that: in a work area that
    // has become somebody else's, or nowhere, if there was no such call.
    Result<void> may_remember(bool keeps_its_own) const;

    // After all scalars: whether they are addresses of the device's.
    bool has_device_scalars() const { return kind_ == Kind::Device || has_scalar_results_; }

    // Something that the library uses during the call.
    void keep(std::shared_ptr<void> used) { kept_.push_back(std::move(used)); }

    Caller& caller() { return caller_; }
    const char* function() const { return function_; }
    // With what the scalars or the host results give: no function has both.
    Answer answer(std::int32_t status, std::uint64_t stream) const;

    Error refused(const char* argument, const std::string& why) const;

private:
    enum class Kind : std::uint8_t { Unknown, Host, Device };
    // A complex number of doubles is 16-byte aligned, and NVIDIA's code depends on it.
    struct alignas(16) AlignedScalar {
        std::byte bytes[64];
    };

    // Room for what the call gives, by its place in the result place.
    Result<std::size_t> place_for(std::size_t index, const char* name, std::size_t bytes);
    Result<void*> unread_pointers(std::size_t index, const char* name, reach::Wide count);

    Caller& caller_;
    const char* function_;
    channel::LibraryArguments arguments_;
    Kind kind_ = Kind::Unknown;
    ResultPlace place_;
    std::size_t result_bytes_ = 0;
    bool has_scalar_results_ = false;
    std::forward_list<AlignedScalar> host_scalars_;
    std::vector<std::vector<std::byte>> host_results_;
    std::vector<std::shared_ptr<void>> kept_;
    std::uint64_t reached_bytes_ = 0;
    std::shared_ptr<void> charge_;
    backend::Stream* stream_ = nullptr;
};

}  // namespace ringfence::adapters
