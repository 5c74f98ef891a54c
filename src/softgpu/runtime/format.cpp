#include "softgpu/runtime/format.h"

#include <cstring>
#include <span>

#include "softgpu/runtime/access.h"

namespace ringfence::softgpu {
namespace {

// A string is read up to here; the rest of it is not printed.
constexpr std::size_t max_string = 1 << 20;

class ThreadSource final : public PrintSource {
public:
    ThreadSource(const ThreadState& thread, std::uint64_t arguments, FaultInfo& problem)
        : thread_(thread), next_(arguments), problem_(problem) {}

    bool argument(std::span<std::byte> to) override {
        next_ = (next_ + to.size() - 1) & ~(std::uint64_t{to.size()} - 1);
        const auto bytes = static_cast<std::uint32_t>(to.size());
        if (!check_access(thread_, next_, bytes, bytes, AccessKind::Read, nullptr, problem_)) return false;
        std::memcpy(to.data(), reinterpret_cast<const void*>(next_), to.size());
        next_ += to.size();
        return true;
    }

    bool string(std::uint64_t address, std::string& text) override {
        return read_device_string(thread_, address, text, problem_);
    }

private:
    const ThreadState& thread_;
    std::uint64_t next_;
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

bool format_device_text(const ThreadState& thread, std::uint64_t format, std::uint64_t arguments, PrintedText& out,
                        FaultInfo& problem) {
    std::string text;
    if (!read_device_string(thread, format, text, problem)) return false;
    ThreadSource source(thread, arguments, problem);
    return print_device_text(text, source, out);
}

}  // namespace ringfence::softgpu
