#include "channel/dispatch.h"

namespace ringfence::channel::detail {

Error bad_record(std::uint16_t operation, std::string_view what) {
    std::string message = "record of operation " + std::to_string(operation);
    if (operation < wire::operation_count) {
        message += " (" + std::string(wire::name_of(static_cast<wire::Operation>(operation))) + ")";
    }
    return Error::bad_input(message + ": " + std::string(what));
}

}  // namespace ringfence::channel::detail
