// Calls functions that are not supported (unsupported.py): of the driver's before there is a session, a library's
// after. Says `ready`, and ends when its input does.
#include <cstdio>

#include "call_by_name.h"
#include "program.h"

int main() {
    void* made = nullptr;
    EXPECT_STATUS(status_not_supported, call("libcuda.so.1", "cuGreenCtxCreate", &made, nullptr, 0, 0U));
    (void)begin();
    constexpr int not_supported_by_nvml = 3;
    unsigned degrees = 0;
    for (int i = 0; i < 3; ++i) {
        const int status = call("libnvidia-ml.so.1", "nvmlDeviceGetTemperature", nullptr, 0, &degrees);
        EXPECT_STATUS(not_supported_by_nvml, status);
    }
    std::printf("ready\n");
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    return 0;
}
