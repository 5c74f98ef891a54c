// A card's sensor readings, for policies that keep it cool or below a power: by NVML, the driver's library for that.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sched/policy.h"

namespace ringfence::worker {

// Nothing: it cannot be read just now. Unknown values are 0; the caller sets the times.
using CardSensor = std::function<std::optional<sched::ThermalFacts>()>;

// The sensor of the card in that slot ("00000000:17:00.0"). The library is loaded at the first reading; where there is
// none, or it does not know the card, nothing is ever read.
CardSensor nvml_sensor(std::string place, std::string library = "libnvidia-ml.so.1");

}  // namespace ringfence::worker
