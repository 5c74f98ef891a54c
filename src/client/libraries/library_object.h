// The client's record of a library's handle or plan.
#pragma once

#include <cstddef>
#include <cstdint>

#include "channel/library_frame.h"

namespace ringfence::client {

using channel::Library;

struct LibraryObject {
    Library library = Library::Cufft;
    std::uint32_t kind = 0;  // the kind of object, numbered by the shim
    std::uint64_t bits = 0;  // its handle
    void* stream = nullptr;  // as the program named it
    bool has_device_scalars = false;
    // Called before each call: sends settings that the program has changed; null: there are none. Returns the library's
    // status.
    int (*send_news)(LibraryObject& object) = nullptr;
    std::uint64_t sent_stream = 0;
    void* workspace = nullptr;
    std::size_t workspace_bytes = 0;
    void* sent_workspace = nullptr;
    std::size_t sent_workspace_bytes = 0;
    std::int64_t settings[4] = {};  // that the program only reads back; the shim defines them
};

}  // namespace ringfence::client
