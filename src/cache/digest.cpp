#include "cache/digest.h"

#include <llvm-c/blake3.h>

#include <tuple>

namespace ringfence::cache {

namespace {

Digest finished(llvm_blake3_hasher& hasher, std::span<const std::string_view> parts) {
    static_assert(std::tuple_size_v<Digest> == LLVM_BLAKE3_OUT_LEN);
    for (const std::string_view part : parts) {
        const std::uint64_t size = part.size();
        llvm_blake3_hasher_update(&hasher, &size, sizeof size);
        llvm_blake3_hasher_update(&hasher, part.data(), part.size());
    }
    Digest result;
    llvm_blake3_hasher_finalize(&hasher, result.data(), result.size());
    return result;
}

}  // namespace

Digest digest(std::span<const std::string_view> parts) {
    llvm_blake3_hasher hasher;
    llvm_blake3_hasher_init(&hasher);
    return finished(hasher, parts);
}

Digest sealed_digest(const Digest& secret, std::span<const std::string_view> parts) {
    static_assert(std::tuple_size_v<Digest> == LLVM_BLAKE3_KEY_LEN);
    llvm_blake3_hasher hasher;
    llvm_blake3_hasher_init_keyed(&hasher, secret.data());
    return finished(hasher, parts);
}

std::string key_of(std::span<const std::string_view> parts) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string key;
    for (const std::uint8_t byte : digest(parts)) {
        key += digits[byte >> 4U];
        key += digits[byte & 15U];
    }
    return key;
}

}  // namespace ringfence::cache
