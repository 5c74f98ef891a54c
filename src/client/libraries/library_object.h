// A handle or plan of a library's, as the client knows it.
#pragma once

#include <cstdint>

#include "channel/library_frame.h"

namespace ringfence::client {

using channel::Library;

struct LibraryObject {
    Library library = Library::Cufft;
    std::uint32_t kind = 0;  // which of the library's kinds of objects; their numbers are the shim's
    std::uint64_t bits = 0;  // its handle
    void* stream = nullptr;  // as the program named it
    bool has_device_scalars = false;
    std::int64_t settings[4] = {};  // that the program set and only reads back; their meaning is the shim's
};

}  // namespace ringfence::client
