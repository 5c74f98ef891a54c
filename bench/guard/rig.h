// A device with one tenant's window and three buffers in it, and modules loaded as they are or guarded.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"

namespace ringfence::guard_bench {

using backend::Address;

struct Times {
    double microseconds = 0;  // of one launch: the median
    std::uint32_t registers = 0;
    std::vector<std::uint32_t> results;  // the third buffer's first words
};

class Rig {
public:
    static Result<std::unique_ptr<Rig>> open(bool is_card, std::uint32_t elements);
    ~Rig();

    Result<std::unique_ptr<backend::Module>> load(std::string ptx);
    // Writes the variables and the guard's words of a guarded module, and clears the fault record.
    Result<void> set_up(const guard::GuardedPtx& guarded, backend::Module& module);
    Result<bool> is_record_empty();

    // The parameters of a kernel of kernels.cu.
    Result<std::vector<std::byte>> parameters(backend::Module& module, std::string_view kernel) const;
    bool holds(const guard::GuardedKernel& kernel, const backend::Function& function,
               const std::vector<std::byte>& parameters) const;
    Result<Times> time(backend::Module& module, std::string_view kernel);

private:
    Rig(bool is_card, std::uint32_t elements) : is_card_(is_card), elements_(elements) {}
    Result<void> make();
    Result<void> fill();
    backend::Launch launch() const;
    Result<double> time_once(const backend::Function& function, const std::vector<std::byte>& bytes);

    bool is_card_;
    std::uint32_t elements_;
    std::unique_ptr<backend::Device> device_;
    std::unique_ptr<backend::AddressSpace> space_;
    std::unique_ptr<backend::Stream> stream_;
    std::unique_ptr<backend::Event> start_;
    std::unique_ptr<backend::Event> end_;
    guard::Window window_;
    std::array<Address, 3> buffers_ = {};
    Address variables_ = 0;
    Address record_ = 0;
};

}  // namespace ringfence::guard_bench
