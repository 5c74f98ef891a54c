#include "kernels.h"

#include <regex>

namespace ringfence::softgpu::test {

const ModuleInfo& test_module() {
    static const ModuleInfo module = [] {
        ModuleInfo info;
        info.file_name = "k.ptx";
        info.functions = {"k", "f"};
        info.files = {"", "k.cu"};
        for (std::uint32_t line = 0; line < 200; ++line)
            info.sites.push_back({line < 100 ? 0U : 1U, line, line < 100 ? 0U : 1U, line < 100 ? 0 : line - 100});
        return info;
    }();
    return module;
}

Device::Device(unsigned workers) {
    memory = DeviceMemory::create({.total_bytes = std::uint64_t{1} << 30, .reservation_bytes = std::uint64_t{4} << 30})
                 .take();
    executor = std::make_unique<Executor>(*memory, ExecutorOptions{.workers = workers, .fibers = {}});
}

std::string report_of(const Result<void>& result) {
    if (result.ok()) return "no error";
    EXPECT_EQ(result.error().kind, Error::Kind::bad_input);
    return std::regex_replace(result.error().text(), std::regex("0x[0-9a-f]{9,}"), "ADDRESS");
}

}  // namespace ringfence::softgpu::test
