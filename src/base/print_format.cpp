#include "base/print_format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace ringfence {
namespace {

// Larger widths and precisions are cut to this: they have no use.
constexpr int max_width = 4096;
// Text beyond this is not printed.
constexpr std::size_t max_text = std::size_t{16} << 20;

class Formatter {
public:
    Formatter(PrintSource& source, PrintedText& out) : source_(source), out_(out) {}

    bool run(std::string_view format) {
        while (!format.empty() && out_.text.size() < max_text) {
            const std::size_t plain = std::min(format.find('%'), format.size());
            out_.text += format.substr(0, plain);
            format.remove_prefix(plain);
            if (!format.empty() && !conversion(format)) return false;
        }
        return true;
    }

private:
    struct Specification {
        std::array<char, 64> text{};  // for snprintf, without length and conversion
        std::size_t length = 1;
        bool is_long = false;  // 64 bits
        int shortened = 0;     // number of h
        void add(char c) {
            if (length + 8 < text.size()) text[length++] = c;
        }
        void add(int number) {
            std::array<char, 16> digits{};
            const int count = std::snprintf(digits.data(), digits.size(), "%d", number);
            for (int i = 0; i < count; ++i)
                add(digits[static_cast<std::size_t>(i)]);
        }
        const char* finish(std::string_view end) {
            for (const char c : end)
                text[length++] = c;
            text[length] = 0;
            return text.data();
        }
    };

    // `format` begins with %. Takes the whole conversion off it.
    bool conversion(std::string_view& format) {
        Specification spec;
        spec.text[0] = '%';
        std::size_t at = 1;
        while (at < format.size() && std::strchr("-+ #0", format[at]) != nullptr)
            spec.add(format[at++]);
        if (!number(format, at, spec)) return false;
        if (at < format.size() && format[at] == '.') {
            spec.add(format[at++]);
            if (!number(format, at, spec)) return false;
        }
        for (; at < format.size() && std::strchr("hlLqjzt", format[at]) != nullptr; ++at) {
            spec.is_long |= format[at] != 'h' && format[at] != 'L';
            spec.shortened += format[at] == 'h' ? 1 : 0;
        }
        if (at == format.size()) {  // not finished: is printed as it is
            out_.text += format;
            format = {};
            return true;
        }
        const std::string_view whole = format.substr(0, at + 1);
        format.remove_prefix(at + 1);
        return convert(spec, whole);
    }

    bool number(std::string_view format, std::size_t& at, Specification& spec) {
        if (at < format.size() && format[at] == '*') {
            ++at;
            std::int32_t value = 0;
            if (!argument(value)) return false;
            spec.add(std::clamp(value, -max_width, max_width));
            return true;
        }
        int value = 0;
        bool any = false;
        for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
            value = std::min(value * 10 + (format[at] - '0'), max_width);
            any = true;
        }
        if (any) spec.add(value);
        return true;
    }

    bool convert(Specification& spec, std::string_view whole) {
        const char kind = whole.back();
        switch (kind) {
            case '%': out_.text += '%'; return true;
            case 'd':
            case 'i': return signed_integer(spec);
            case 'u':
            case 'x':
            case 'X':
            case 'o': return unsigned_integer(spec, kind);
            case 'c': return character(spec);
            case 'p': return pointer(spec);
            case 's': return string(spec);
            case 'a':
            case 'A':
            case 'e':
            case 'E':
            case 'f':
            case 'F':
            case 'g':
            case 'G': return floating(spec, kind);
            default: out_.text += whole; return true;  // as CUDA does with unknown conversions
        }
    }

    bool signed_integer(Specification& spec) {
        std::int64_t value = 0;
        if (spec.is_long) {
            if (!argument(value)) return false;
        } else {
            std::int32_t word = 0;
            if (!argument(word)) return false;
            value = spec.shortened == 0   ? word
                    : spec.shortened == 1 ? static_cast<std::int16_t>(word)
                                          : static_cast<std::int8_t>(word);
        }
        print(spec.finish("lld"), static_cast<long long>(value));
        return true;
    }

    bool unsigned_integer(Specification& spec, char kind) {
        std::uint64_t value = 0;
        if (spec.is_long) {
            if (!argument(value)) return false;
        } else {
            std::uint32_t word = 0;
            if (!argument(word)) return false;
            value = spec.shortened == 0 ? word : spec.shortened == 1 ? word & 0xffff : word & 0xff;
        }
        const std::array<char, 3> end = {'l', 'l', kind};
        print(spec.finish({end.data(), end.size()}), static_cast<unsigned long long>(value));
        return true;
    }

    bool character(Specification& spec) {
        std::int32_t value = 0;
        if (!argument(value)) return false;
        print(spec.finish("c"), value);
        return true;
    }

    bool pointer(Specification& spec) {
        std::uint64_t value = 0;
        if (!argument(value)) return false;
        print(spec.finish("p"), reinterpret_cast<void*>(value));
        return true;
    }

    bool floating(Specification& spec, char kind) {
        double value = 0;
        if (!argument(value)) return false;
        print(spec.finish({&kind, 1}), value);
        return true;
    }

    bool string(Specification& spec) {
        std::uint64_t address = 0;
        if (!argument(address)) return false;
        std::string text = "(null)";
        if (address != 0 && !source_.string(address, text)) return false;
        print(spec.finish("s"), text.c_str());
        return true;
    }

    template <typename T>
    void print(const char* format, T value) {
        // The format was made here from parts that were checked.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
        const int length = std::snprintf(nullptr, 0, format, value);
        if (length <= 0) return;
        const std::size_t before = out_.text.size();
        out_.text.resize(before + static_cast<std::size_t>(length) + 1);
        std::snprintf(out_.text.data() + before, static_cast<std::size_t>(length) + 1, format, value);
        out_.text.pop_back();
#pragma GCC diagnostic pop
    }

    template <typename T>
    bool argument(T& value) {
        std::array<std::byte, sizeof(T)> bytes{};
        if (!source_.argument(bytes)) return false;
        std::memcpy(&value, bytes.data(), sizeof(T));
        ++out_.arguments;
        return true;
    }

    PrintSource& source_;
    PrintedText& out_;
};

}  // namespace

bool print_device_text(std::string_view format, PrintSource& source, PrintedText& out) {
    return Formatter(source, out).run(format);
}

}  // namespace ringfence
