#include "engine.h"

namespace ringfence::bench {

Result<std::unique_ptr<Engine>> open_pocl(const std::string& /*source*/, const std::string& /*cache_directory*/) {
    return Error::bad_input("this program was built without OpenCL's headers and loader")
        .with_remedy("on Debian, ./rf bench softgpu installs them");
}

}  // namespace ringfence::bench
