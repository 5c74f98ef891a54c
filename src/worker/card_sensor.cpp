#include "worker/card_sensor.h"

#include <dlfcn.h>

#include <memory>
#include <utility>

namespace ringfence::worker {
namespace {

// Declarations of nvml.h. All functions return 0 for success.
constexpr unsigned sensor_of_gpu = 0;          // NVML_TEMPERATURE_GPU
constexpr unsigned threshold_of_slowdown = 1;  // NVML_TEMPERATURE_THRESHOLD_SLOWDOWN
using NvmlDevice = void*;

class Nvml {
public:
    Nvml(const std::string& place, const std::string& library) {
        void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) return;
        // The library is never unloaded, since a thread may be in one of its functions at any time.
        const auto find = [handle]<typename Function>(Function& function, const char* name) {
            function = reinterpret_cast<Function>(::dlsym(handle, name));
        };
        int (*init)() = nullptr;
        int (*by_place)(const char*, NvmlDevice*) = nullptr;
        find(init, "nvmlInit_v2");
        find(by_place, "nvmlDeviceGetHandleByPciBusId_v2");
        find(temperature_, "nvmlDeviceGetTemperature");
        find(threshold_, "nvmlDeviceGetTemperatureThreshold");
        find(power_, "nvmlDeviceGetPowerUsage");
        find(power_limit_, "nvmlDeviceGetEnforcedPowerLimit");
        if (init == nullptr || by_place == nullptr || init() != 0) return;
        if (by_place(place.c_str(), &device_) != 0) device_ = nullptr;
    }

    [[nodiscard]] std::optional<sched::ThermalFacts> read() const {
        if (device_ == nullptr) return std::nullopt;
        sched::ThermalFacts facts{};
        unsigned value = 0;
        if (temperature_ != nullptr && temperature_(device_, sensor_of_gpu, &value) == 0)
            facts.temperature = thousandfold(value);
        if (threshold_ != nullptr && threshold_(device_, threshold_of_slowdown, &value) == 0)
            facts.temperature_limit = thousandfold(value);
        if (power_ != nullptr && power_(device_, &value) == 0) facts.power = value;
        if (power_limit_ != nullptr && power_limit_(device_, &value) == 0) facts.power_limit = value;
        return facts;
    }

private:
    static std::uint32_t thousandfold(unsigned degrees) { return degrees < 1000 ? degrees * 1000 : 0; }

    NvmlDevice device_ = nullptr;
    int (*temperature_)(NvmlDevice, unsigned, unsigned*) = nullptr;
    int (*threshold_)(NvmlDevice, unsigned, unsigned*) = nullptr;
    int (*power_)(NvmlDevice, unsigned*) = nullptr;
    int (*power_limit_)(NvmlDevice, unsigned*) = nullptr;
};

}  // namespace

CardSensor nvml_sensor(std::string place, std::string library) {
    return [place = std::move(place), library = std::move(library), nvml = std::shared_ptr<Nvml>()]() mutable {
        if (!nvml) nvml = std::make_shared<Nvml>(place, library);
        return nvml->read();
    };
}

}  // namespace ringfence::worker
