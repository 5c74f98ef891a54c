// A real card, through the vendor's driver.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// Card number `ordinal`, in a context of its own. Fails with a reason where there is no driver or no such card.
// `local_bytes`: if not 0, the context has so much local memory for each thread from the beginning. Should a kernel
// need more, all others wait when it is first launched.
Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal = 0, std::uint64_t local_bytes = 0);

// The same, with the driver library at `path`.
Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal = 0,
                                             std::uint64_t local_bytes = 0);

}  // namespace ringfence::backend
