// How many files and sockets this process may have open.
#pragma once

namespace ringfence::service {

// As many as the system lets it have: sessions and connections take several each, and there are to be enough for honest
// clients beside those who only wait. Where that is refused, it stays as it was.
void allow_many_descriptors();

}  // namespace ringfence::service
