#include "client/driver/visible_bytes.h"

#include <cstring>

namespace ringfence::driver {

VisibleBytes::VisibleBytes(std::span<const std::byte> bytes) {
    client::Staging& staging = session().staging();
    if (bytes.size() <= staging.largest_piece()) {
        status_ = static_cast<CUresult>(staging.acquire(bytes.size(), piece_));
        address_ = piece_.address;
    } else {
        status_ = static_cast<CUresult>(session().allocate_host(bytes.size(), address_));
    }
    if (status_ == CUDA_SUCCESS) std::memcpy(reinterpret_cast<void*>(address_), bytes.data(), bytes.size());
}

VisibleBytes::~VisibleBytes() {
    if (status_ != CUDA_SUCCESS) return;
    if (piece_.number != 0) {
        session().staging().release(piece_);
    } else {
        (void)session().release_host(address_);
    }
}

}  // namespace ringfence::driver
