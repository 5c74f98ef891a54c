// Descriptors that one daemon passes to another. The message that describes the state names them by index in this list.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

class DescriptorList {
public:
    // Adds a descriptor to send, which the list does not own. Returns its index.
    std::uint32_t add(int descriptor) {
        to_send_.push_back(descriptor);
        return static_cast<std::uint32_t>(to_send_.size() - 1);
    }
    const std::vector<int>& to_send() const { return to_send_; }

    // Adds a received descriptor. Each can be taken once.
    void receive(UniqueFd descriptor) { received_.push_back(std::move(descriptor)); }
    std::size_t received() const { return received_.size(); }
    Result<UniqueFd> take(std::uint32_t place) {
        if (place >= received_.size() || !received_[place])
            return Error::bad_input("the state names a descriptor that did not come with it");
        return std::move(received_[place]);
    }

private:
    std::vector<int> to_send_;
    std::vector<UniqueFd> received_;
};

}  // namespace ringfence::supervisor
