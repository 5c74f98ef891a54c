// A handle or plan of a library's, as the client knows it.
#pragma once

#include <cstddef>
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
    // Tells the worker what the program has set since the last call, before the next; null: nothing. The library's
    // status.
    int (*send_news)(LibraryObject& object) = nullptr;
    std::uint64_t sent_stream = 0;
    void* workspace = nullptr;
    std::size_t workspace_bytes = 0;
    void* sent_workspace = nullptr;
    std::size_t sent_workspace_bytes = 0;
    std::int64_t settings[4] = {};  // that the program set and only reads back; their meaning is the shim's
};

}  // namespace ringfence::client
