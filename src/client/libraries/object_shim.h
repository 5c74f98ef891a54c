// Shared by the shims of libraries with several kinds of objects: making and destroying them, and their streams.
#pragma once

#include <cstdint>
#include <vector>

#include "channel/library_functions.h"
#include "client/libraries/library_call.h"

namespace ringfence::client {

inline LibraryCall object_call(Library library, channel::ObjectFunction function, void* object) {
    return {library, static_cast<std::uint32_t>(function), object};
}

inline int make_object(Library library, std::uint32_t kind, void** object, int argument = 0) {
    if (object == nullptr) return status_of(library).invalid_value;
    const std::uint64_t bits = new_library_object(library);
    if (bits == 0) return status_of(library).bad_handle;
    auto* made = reinterpret_cast<void*>(bits);
    find_library_object(library, bits)->kind = kind;
    std::vector<std::byte> nothing;
    LibraryCall call = object_call(library, channel::ObjectFunction::Create, made);
    call.add(kind).add(argument);
    if (const int status = call.wait(nothing); status != 0) {
        drop_library_object(bits);
        return status;
    }
    *object = made;
    return 0;
}

inline LibraryObject* find_object(Library library, std::uint32_t kind, void* object) {
    LibraryObject* found = find_library_object(library, reinterpret_cast<std::uint64_t>(object));
    return found != nullptr && found->kind == kind ? found : nullptr;
}

inline int destroy_object(Library library, std::uint32_t kind, void* object) {
    if (find_object(library, kind, object) == nullptr) return status_of(library).bad_handle;
    LibraryCall call = object_call(library, channel::ObjectFunction::Destroy, object);
    if (!call.is_open()) return status_of(library).bad_handle;
    const int status = call.finish();
    drop_library_object(reinterpret_cast<std::uint64_t>(object));
    return status;
}

inline int set_object_stream(Library library, void* object, void* stream) {
    LibraryObject* found = find_object(library, 0, object);
    if (found == nullptr) return status_of(library).bad_handle;
    LibraryCall call = object_call(library, channel::ObjectFunction::SetStream, object);
    if (!call.is_open()) return status_of(library).bad_handle;
    if (!call.add_stream(stream)) return status_of(library).invalid_value;
    found->stream = stream;
    return call.finish();
}

}  // namespace ringfence::client
