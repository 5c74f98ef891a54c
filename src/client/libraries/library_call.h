// A call of a library's function (cuFFT, cuBLAS…) on its way to the worker: what the shims of libraries are made of.
// They are libraries of their own; this lies in libringfence-client.so.
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
    bool has_not_supported = true;  // false: the number above means something else, too
};
const LibraryStatus& status_of(Library library);

// A new object's number, which the worker does not know yet. 0: there are too many, or there is no session.
std::uint64_t new_library_object(Library library);
// Null if it is none of the library's. A handle of cuBLAS's is one of cublasLt's too.
LibraryObject* find_library_object(Library library, std::uint64_t bits);
void drop_library_object(std::uint64_t bits);
// The worker's handle of a stream, as the program names it. False: there is no such one.
bool find_wire_stream(void* stream, std::uint64_t& handle);

// Counts it, and gives the library's "not supported".
int unsupported_function(Library library, const char* name);

// Asks the library in the worker for its version; returns `otherwise` if there is none.
channel::LibraryVersion ask_version(Library library, std::uint32_t function, const channel::LibraryVersion& otherwise);

class LibraryCall {
public:
    // A call of a function without an object.
    LibraryCall(Library library, std::uint32_t function);
    // The object becomes the first argument.
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
    // In host or device memory, as the object's pointer mode says. `gives`: the call writes it.
    LibraryCall& add_scalar(void* place, std::size_t bytes, bool gives);
    // In host memory, written by the call, which waits for it.
    LibraryCall& add_host_result(void* place, reach::Wide bytes, bool optional);
    // The same of one that the call reads, too.
    LibraryCall& add_host_update(void* place, std::size_t bytes);
    // A descriptor that lives here. Empty: it is none.
    LibraryCall& add_state(std::span<const std::byte> state);
    // offsets[last] - offsets[0], of 32-bit numbers in device memory, when the stream comes to the call: waits for it.
    LibraryCall& add_distance(const void* offsets, reach::Wide last);
    bool has_device_scalars() const { return object_->has_device_scalars; }
    // Another object of the library's, of that kind.
    LibraryCall& add_object(void* object, std::uint32_t kind);
    LibraryCall& add_optional_object(void* object, std::uint32_t kind) {
        return object == nullptr ? add(object) : add_object(object, kind);
    }
    // An array in device memory of so many pointers to device memory. The call sends the array's contents as they are
    // when the stream reaches the call, so this waits for the stream. While the stream captures there is nothing to
    // wait for, and only the array's own address is sent.
    LibraryCall& add_pointers(const void* array, reach::Wide count);
    // A stream as the program names it. False: there is no such one.
    bool add_stream(void* stream);
    // The same, of a function that names the stream that its work goes to.
    bool add_work_stream(void* stream);

    // Sends it. Waits if it gives something. The library's status.
    int finish();
    // Waits, and gives the answer.
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
    // True if it may put work on its stream; only the worker knows for sure.
    bool may_work() const;
    driver::Stream* its_stream() const;
    bool is_captured() const;
    // The work of all blocking streams would come before it, and one of those captures.
    bool is_implicitly_captured() const;
    // Makes what it puts on its stream a node of the graph.
    int record(std::vector<std::byte>& answer);
    // Device memory as it is when the stream has come there. False: it cannot be read, and problem_ says why.
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
    bool asks_ = false;           // it gives what the library writes before it returns
    bool gives_scalars_ = false;  // then the answer has all that follow the pointer mode
};

}  // namespace ringfence::client

#pragma GCC visibility pop

// A function that a shim writes by hand: tools/generate_libraries.py makes no stub for it.
#define RF_LIBRARY_FUNCTION(type, name) extern "C" [[gnu::visibility("default")]] type name
