// Raises the limit of open files and sockets of this process.
#pragma once

namespace ringfence::service {

// Raises it as far as the system allows: sessions and connections need several each, and idle connections must not use
// up those for honest clients. If raising fails, the limit stays.
void allow_many_descriptors();

}  // namespace ringfence::service
