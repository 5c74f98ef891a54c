// A real card, through the vendor's driver.
#pragma once

#include <memory>
#include <string>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// Card number `ordinal`, in a context of its own. Fails with a reason where there is no driver or no such card.
Result<std::unique_ptr<Device>> open_cuda(unsigned ordinal = 0);

// The same, with the driver library at `path`.
Result<std::unique_ptr<Device>> open_cuda_at(const std::string& path, unsigned ordinal = 0);

}  // namespace ringfence::backend
