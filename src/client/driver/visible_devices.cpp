#include "client/driver/visible_devices.h"

#include <cstdlib>
#include <string>

#include "base/escape.h"
#include "base/visible_devices.h"
#include "client/session/tell.h"

namespace ringfence::driver {
namespace {

bool read_environment() {
    const char* const list = std::getenv(visible_devices_variable);
    const VisibleDevices devices = list == nullptr ? VisibleDevices::shown : read_visible_devices(list);
    constexpr std::size_t most_said = 100;
    if (devices == VisibleDevices::malformed)
        client::tell(visible_devices_variable + ("=" + escape(list, most_said)) +
                     " leaves the program no device, because it begins with neither a number nor a UUID (GPU-…). "
                     "Unset it, or set it to 0: under Ringfence there is one device");
    return devices == VisibleDevices::shown;
}

}  // namespace

bool is_device_visible() {
    static const bool is_visible = read_environment();
    return is_visible;
}

}  // namespace ringfence::driver
