// Sends a call of a library's function (cuFFT, cuBLAS…) to the worker: the base of all library shims. Shims are
// separate libraries; this code is in libringfence-client.so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/reach.h"
#include "channel/library_frame.h"
#include "channel/library_functions.h"
#include "client/libraries/library_object.h"
#include "client/trace/call_gate.h"

#pragma GCC visibility push(default)

namespace ringfence::driver {
struct Stream;
}

namespace ringfence::client {

// A library's status codes for errors that any call can have.
struct LibraryStatus {
    int bad_handle;
    int out_of_memory;
    int invalid_value;
    int failed;
    int not_supported;
    bool has_not_supported = true;  // false: `not_supported` has other meanings, too
};
const LibraryStatus& status_of(Library library);

// The number of a new object, which the worker does not know yet. 0 if there are too many, or there is no session.
std::uint64_t new_library_object(Library library);
// Null if it is not the library's. cublasLt also accepts handles of cuBLAS.
LibraryObject* find_library_object(Library library, std::uint64_t bits);
void drop_library_object(std::uint64_t bits);
// The worker's handle for the program's stream. False if there is no such stream.
bool find_wire_stream(void* stream, std::uint64_t& handle);

// Counts the call, and returns the library's status "not supported".
int unsupported_function(Library library, const char* name);

// Asks the library in the worker for its version; returns `otherwise` if there is none.
channel::LibraryVersion ask_version(Library library, std::uint32_t function, const channel::LibraryVersion& otherwise);

class LibraryCall {
public:
    // Calls a function without an object.
    LibraryCall(Library library, std::uint32_t function);
    // Calls a function whose first argument is the object.
    LibraryCall(Library library, std::uint32_t number, void* handle);
    LibraryCall(const LibraryCall&) = delete;
    LibraryCall& operator=(const LibraryCall&) = delete;
    ~LibraryCall();

    // True if there is a session, and the object.
    bool is_open() const { return is_open_; }

    template <typename T>
    LibraryCall& add(T value) {
        frame_.add(value);
        return *this;
    }
    void add_copy(const void* from, std::size_t bytes) { frame_.add_copy(from, bytes); }
    // Adds a scalar in host or device memory, depending on the object's pointer mode. `gives`: the call writes it.
    LibraryCall& add_scalar(void* place, std::size_t bytes, bool gives);
    // Adds a result in host memory. The call waits for it.
    LibraryCall& add_host_result(void* place, reach::Wide bytes, bool optional);
    // The same for a value that the call also reads.
    LibraryCall& add_host_update(void* place, std::size_t bytes);
    // Adds a descriptor that is stored in the client. Empty: it is invalid.
    LibraryCall& add_state(std::span<const std::byte> state);
    // Waits for the stream, then adds offsets[last] - offsets[0] of 32-bit numbers in device memory.
    LibraryCall& add_distance(const void* offsets, reach::Wide last);
    bool has_device_scalars() const { return object_->has_device_scalars; }
    // Adds another object of the library, of that kind.
    LibraryCall& add_object(void* object, std::uint32_t kind);
    LibraryCall& add_optional_object(void* object, std::uint32_t kind) {
        return object == nullptr ? add(object) : add_object(object, kind);
    }
    // Adds an array in device memory, of pointers to device memory. The call sends the array's contents as they are
    // when the stream gets here, so this waits for the stream. If the stream captures, only the array's address is
    // sent.
    LibraryCall& add_pointers(const void* array, reach::Wide count);
    // Adds the program's stream. False if there is no such stream.
    bool add_stream(void* stream);
    // The same, for the stream to which the call submits its work.
    bool add_work_stream(void* stream);

    // Sends the call, and waits if it has results. Returns the library's status.
    int finish();
    // Sends the call and waits for the answer.
    int wait(std::vector<std::byte>& answer);

private:
    struct Scalar {
        void* place;
        std::size_t bytes;
        bool gives;
        bool follows_pointer_mode = false;
    };
    int library_status(std::int32_t status) const;
    int tell_news();
    // True if the call may submit work to its stream; only the worker knows for certain.
    bool may_work() const;
    driver::Stream* its_stream() const;
    bool is_captured() const;
    // True if the call would have to wait for blocking streams, and one of them captures.
    bool is_implicitly_captured() const;
    // Records the call's work as a node of the graph that is being captured.
    int record(std::vector<std::byte>& answer);
    // Reads device memory when the stream has got here. False if it cannot be read: problem_ has the status.
    bool read_device(std::uint64_t address, std::span<std::byte> to);
    void copy_results(std::span<const std::byte> answer) const;

    CallGate gate_;
    Library library_;
    std::uint32_t function_;
    LibraryObject* object_ = nullptr;
    std::optional<void*> work_stream_;
    bool is_open_ = false;
    int problem_ = 0;
    channel::LibraryFrame frame_;
    std::vector<Scalar> scalars_;
    bool gives_ = false;
    bool asks_ = false;           // it has results that the library writes before it returns
    bool gives_scalars_ = false;  // then the answer has all scalars that follow the pointer mode
};

}  // namespace ringfence::client

#pragma GCC visibility pop

// Marks a hand-written function of a shim: tools/generate_libraries.py generates no stub for it.
#define RF_LIBRARY_FUNCTION(type, name) extern "C" [[gnu::visibility("default")]] type name
