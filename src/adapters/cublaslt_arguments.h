// Reads the arguments of a cublasLt call and checks that all memory they reach is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <fmt/core.h>

#include "adapters/caller.h"
#include "adapters/cublaslt_reach.h"
#include "base/result.h"
#include "channel/library_frame.h"

namespace ringfence::adapters::lt {

Error refused_call(const char* function, const std::string& why);

Result<void> check_piece(const Caller& caller, const char* function, const Piece& piece);
Result<void> check_pieces(const Caller& caller, const char* function, const Pieces& pieces);

// In a shared domain the library must not see values that NVIDIA does not document.
template <typename Descriptor>
Result<void> check_documented(const Caller& caller, const char* function, const Descriptor& descriptor) {
    if (caller.is_alone()) return {};
    const char* name = undocumented(descriptor);
    if (name == nullptr) return {};
    return refused_call(
        function, fmt::format("attribute {}: holds what is not documented, allowed in a private domain only", name));
}

template <typename T>
Result<T> read_copy(const channel::LibraryArguments& arguments, std::size_t index, const char* function) {
    T value;
    const std::span<const std::byte> copy = arguments.copy(index);
    if (copy.size() != sizeof value) {
        return refused_call(function,
                            fmt::format("argument {} has {} bytes, not {}", index, copy.size(), sizeof value));
    }
    std::memcpy(&value, copy.data(), sizeof value);
    return value;
}

// A factor lies where the pointer mode says: in the call, or in device memory.
Result<Factor> read_factor(const channel::LibraryArguments& arguments, std::size_t index, bool is_host,
                           std::int32_t type, const char* function);

inline const void* place_of(const channel::LibraryArguments& arguments, std::size_t index) {
    return reinterpret_cast<const void*>(arguments.word(index));
}

// Where the library finds a factor: in device memory, or here, aligned as its type would be.
class FactorPlace {
public:
    FactorPlace(const channel::LibraryArguments& arguments, std::size_t index) {
        const std::span<const std::byte> copy = arguments.copy(index);
        if (arguments.is_copy(index) && copy.size() <= sizeof bytes_) {
            std::memcpy(bytes_, copy.data(), copy.size());
        } else {
            place_ = place_of(arguments, index);
        }
    }
    FactorPlace(const FactorPlace&) = delete;
    FactorPlace& operator=(const FactorPlace&) = delete;
    const void* get() const { return place_; }

private:
    alignas(16) std::byte bytes_[16] = {};
    const void* place_ = bytes_;
};

}  // namespace ringfence::adapters::lt
