#include "softgpu/runtime/format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "softgpu/runtime/access.h"

namespace ringfence::softgpu {
namespace {

// A string is read up to here; the rest of it is not printed.
constexpr std::size_t max_string = 1 << 20;
// Larger widths and precisions are cut to this: nobody reads them.
constexpr int max_width = 4096;

class Formatter {
public:
    Formatter(const ThreadState& thread, std::uint64_t arguments, Formatted& out, FaultInfo& problem)
        : thread_(thread), next_(arguments), out_(out), problem_(problem) {}

    bool run(std::string_view format) {
        while (!format.empty()) {
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
            default: out_.text += whole; return true;  // as CUDA does with what it does not know
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
        if (address != 0 && !read_device_string(thread_, address, text, problem_)) return false;
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
        next_ = (next_ + sizeof(T) - 1) & ~std::uint64_t{sizeof(T) - 1};
        if (!check_access(thread_, next_, sizeof(T), sizeof(T), AccessKind::Read, nullptr, problem_)) return false;
        std::memcpy(&value, reinterpret_cast<const void*>(next_), sizeof(T));
        next_ += sizeof(T);
        ++out_.arguments;
        return true;
    }

    const ThreadState& thread_;
    std::uint64_t next_;
    Formatted& out_;
    FaultInfo& problem_;
};

}  // namespace

bool read_device_string(const ThreadState& thread, std::uint64_t address, std::string& out, FaultInfo& problem) {
    out.clear();
    for (; out.size() < max_string; ++address) {
        if (!check_access(thread, address, 1, 1, AccessKind::Read, nullptr, problem)) return false;
        const char c = *reinterpret_cast<const char*>(address);
        if (c == 0) break;
        out += c;
    }
    return true;
}

bool format_device_text(const ThreadState& thread, std::uint64_t format, std::uint64_t arguments, Formatted& out,
                        FaultInfo& problem) {
    std::string text;
    if (!read_device_string(thread, format, text, problem)) return false;
    return Formatter(thread, arguments, out, problem).run(text);
}

}  // namespace ringfence::softgpu
