// A card's temperature and power, for policies that limit them. They are read through NVML, the driver's library.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sched/policy.h"

namespace ringfence::worker {

// Returns nothing if the sensor cannot be read just now. Unknown values are 0; the caller sets the times.
using CardSensor = std::function<std::optional<sched::ThermalFacts>()>;

// The sensor of the card in that slot ("00000000:17:00.0"). The library is loaded at the first reading. If it is
// missing or does not know the card, the sensor never returns a value.
CardSensor nvml_sensor(std::string place, std::string library = "libnvidia-ml.so.1");

}  // namespace ringfence::worker
