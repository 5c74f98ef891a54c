#include "client/driver/visible_bytes.h"

#include <cstring>

namespace ringfence::driver {

VisibleBytes::VisibleBytes(client::Session& session, std::span<const std::byte> bytes) : session_(session) {
    client::Staging& staging = session_.staging();
    if (bytes.size() <= staging.largest_piece()) {
        status_ = static_cast<CUresult>(staging.acquire(bytes.size(), piece_));
        address_ = piece_.address;
    } else {
        status_ = static_cast<CUresult>(session_.allocate_host(bytes.size(), address_));
    }
    if (status_ == CUDA_SUCCESS) std::memcpy(reinterpret_cast<void*>(address_), bytes.data(), bytes.size());
}

VisibleBytes::~VisibleBytes() {
    if (status_ != CUDA_SUCCESS) return;
    if (piece_.number != 0) {
        session_.staging().release(piece_);
    } else {
        (void)session_.release_host(address_);
    }
}

}  // namespace ringfence::driver
