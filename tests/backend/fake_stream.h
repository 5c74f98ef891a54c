// A stream for tests without a device: it is done with everything at once.
#pragma once

#include <cstdint>
#include <functional>

#include "backend/device.h"

namespace ringfence::backend {

class FakeStream : public Stream {
public:
    Result<void> synchronize() override { return {}; }
    Result<bool> is_idle() override { return true; }
    Result<std::uint64_t> mark() override { return std::uint64_t{0}; }
    Result<bool> is_reached(std::uint64_t) override { return true; }
    bool has_passed(std::uint64_t) override { return true; }
    Result<void> record(Event&) override { return {}; }
    Result<void> wait_for(Event&) override { return {}; }
    Result<void> call_host(std::function<void()> function) override {
        function();
        return {};
    }
    Result<void> write_word(Address, std::uint64_t, unsigned) override { return {}; }
    Result<void> wait_word(Address, std::uint64_t, unsigned, WordCondition) override { return {}; }
};

}  // namespace ringfence::backend
