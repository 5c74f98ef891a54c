// The words of `ringfence ptx run`'s command line, taken apart: kernel arguments, symbols, sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::cli {

// One `--arg`.
struct ArgumentSpec {
    enum class Kind : std::uint8_t {
        Buffer,  // the address of a buffer on the device
        Value,   // bytes
        Same,    // the address of another argument's buffer
    };

    std::string text;  // as it was written
    Kind kind = Kind::Value;
    std::string input;             // of a Buffer: the file it is filled from; empty: zeros
    std::string output;            // of a Buffer: the file it is written to afterwards; empty: none
    std::uint64_t bytes = 0;       // of a Buffer without input: its size
    std::vector<std::byte> value;  // of a Value
    std::size_t other = 0;         // of a Same: which argument
};

// One `--symbol`.
struct SymbolSpec {
    std::string name;
    bool is_input = false;  // copied to the device before the launch; otherwise from it afterwards
    std::string file;
};

Result<ArgumentSpec> parse_argument(std::string_view text);
Result<SymbolSpec> parse_symbol(std::string_view text);

// "8", "8,4" or "8,4,2"
Result<backend::Dim3> parse_size(std::string_view text);

// A number of bytes: decimal or 0x; K, M or G behind it multiplies by 1024 once, twice, three times.
Result<std::uint64_t> parse_bytes(std::string_view text);

}  // namespace ringfence::cli
