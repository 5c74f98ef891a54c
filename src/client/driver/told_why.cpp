#include "client/driver/told_why.h"

#include "channel/client_channel.h"
#include "client/session/tell.h"

namespace ringfence::driver {

CUresult told_why(std::int32_t status) {
    if (status == CUDA_ERROR_NOT_SUPPORTED) client::tell(channel::ClientChannel::last_failure_text());
    return as_result(status);
}

}  // namespace ringfence::driver
