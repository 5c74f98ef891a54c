// A program with an RPATH that leads to another libnccl.so.2, as PyTorch's does: under `ringfence run` it gets the
// shim.
#include "device.h"

extern "C" int ncclGetVersion(int* version);

int main() {
    ++cases;
    int version = 0;
    check_status(ncclGetVersion(&version), 0, "ncclGetVersion");
    check(version == 22809, "NCCL is the shim's, not that of the RPATH: " + std::to_string(version));
    return finish("RPATH");
}
