// The device's printf: a format and arguments that come from a kernel, made into text. Neither is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ringfence {

// Where the arguments come from. Either function may fail, which ends the printing.
class PrintSource {
public:
    virtual ~PrintSource() = default;
    // The next argument, of 4 or 8 bytes. Arguments lie one behind the other, each at a multiple of its own size.
    virtual bool argument(std::span<std::byte> to) = 0;
    // A string of the device's.
    virtual bool string(std::uint64_t address, std::string& text) = 0;
};

struct PrintedText {
    std::string text;
    std::int32_t arguments = 0;  // that the format named
};

// False if the source failed; `out` then holds what came before.
bool print_device_text(std::string_view format, PrintSource& source, PrintedText& out);

}  // namespace ringfence
