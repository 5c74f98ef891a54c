#include <utility>

#include "backend/cuda/cuda.h"
#include "backend/cuda/driver.h"

namespace ringfence::backend {
namespace {

// CU_DEVICE_ATTRIBUTE_PCI_BUS_ID and so on.
constexpr int attribute_bus = 33;
constexpr int attribute_slot = 34;
constexpr int attribute_domain = 50;

}  // namespace

Result<CardPlace> place_of_cuda_card(unsigned ordinal) {
    RF_TRY(const std::unique_ptr<cuda::Driver> driver, cuda::Driver::open(cuda::driver_candidates()));
    const cuda::DriverApi& api = driver->api();
    cuda::DeviceHandle device{};
    int domain = 0;
    int bus = 0;
    int slot = 0;
    auto status = api.device_get(&device, static_cast<int>(ordinal));
    const std::pair<int, int*> parts[] = {{attribute_domain, &domain}, {attribute_bus, &bus}, {attribute_slot, &slot}};
    for (const auto& [attribute, part] : parts) {
        if (status == 0) status = api.device_attribute(part, attribute, device);
    }
    if (status != 0) return Error::bad_input("the card does not say where it sits: " + driver->describe(status));
    return CardPlace{static_cast<unsigned>(domain), static_cast<unsigned>(bus), static_cast<unsigned>(slot)};
}

Result<int> cuda_driver_version() {
    RF_TRY(const std::unique_ptr<cuda::Driver> driver, cuda::Driver::open(cuda::driver_candidates()));
    int version = 0;
    const auto status = driver->api().driver_version(&version);
    if (status != 0) return Error::bad_input("the driver does not say its version: " + driver->describe(status));
    return version;
}

}  // namespace ringfence::backend
