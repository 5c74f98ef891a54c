#include "adapters/cublaslt_arguments.h"

#include <algorithm>

#include "base/cuda_status.h"

namespace ringfence::adapters::lt {

Error refused_call(const char* function, const std::string& why) {
    return Error::bad_input(fmt::format("{}: {}", function, why)).with_status(cuda_status::invalid_value);
}

Result<void> check_piece(const Caller& caller, const char* function, const Piece& piece) {
    if (piece.bytes <= 0) return {};
    if (piece.address % piece.alignment != 0) {
        return refused_call(function, fmt::format("argument {}: is not aligned", piece.name));
    }
    if (piece.bytes >= reach::unbounded) {
        return refused_call(function, fmt::format("argument {}: is larger than any memory", piece.name));
    }
    const auto bytes = static_cast<std::uint64_t>(piece.bytes);
    if (const auto checked = caller.check(piece.address, bytes); !checked.ok()) {
        return refused_call(function, fmt::format("argument {}: {} bytes at {:#x} are not all its own: {}", piece.name,
                                                  bytes, piece.address, checked.error().message));
    }
    return {};
}

Result<void> check_pieces(const Caller& caller, const char* function, const Pieces& pieces) {
    if (!pieces.unknown.empty() && !caller.is_alone()) {
        return refused_call(function, fmt::format("argument {}: how far it reaches is not known; that is allowed in a "
                                                  "private domain only",
                                                  pieces.unknown));
    }
    for (const Piece& piece : pieces.all)
        RF_RETURN_IF_ERROR(check_piece(caller, function, piece));
    return {};
}

Result<Factor> read_factor(const channel::LibraryArguments& arguments, std::size_t index, bool is_host,
                           std::int32_t type, const char* function) {
    if (arguments.is_copy(index) != is_host) {
        return refused_call(function, fmt::format("argument {}: does not lie where the pointer mode says", index));
    }
    if (!is_host) return Factor{.address = arguments.word(index), .is_host = false};
    const std::span<const std::byte> copy = arguments.copy(index);
    if (copy.size() != channel::lt::type_bits(type) / 8 || copy.empty()) {
        return refused_call(function, fmt::format("argument {}: has {} bytes", index, copy.size()));
    }
    const bool is_zero = std::all_of(copy.begin(), copy.end(), [](std::byte one) { return one == std::byte{0}; });
    return Factor{.address = 0, .is_host = true, .is_zero = is_zero};
}

}  // namespace ringfence::adapters::lt
