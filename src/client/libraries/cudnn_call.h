// What the parts of cuDNN's shim share. Descriptors are stored here, and sent to the worker with the calls that use
// them.
#pragma once

#include <climits>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "channel/cudnn_wire.h"
#include "channel/library_frame.h"
#include "client/libraries/library_call.h"
#include "libraries/cudnn_numbers.h"

namespace ringfence::client::cudnn {

using channel::cudnn::Kind;
using ringfence::cudnn::Number;
using ringfence::cudnn::Setter;

constexpr int success = 0;
constexpr int not_initialized = 1001;
constexpr int bad_param = 2000;
constexpr int null_pointer = 2002;
constexpr int not_finalized = 2004;
constexpr int not_supported = 3000;

struct Descriptor {
    Kind kind = Kind::Tensor;
    int data_type = 0;
    std::vector<std::pair<Setter, std::vector<std::byte>>> steps;  // the last of each setter, as called

    std::vector<std::byte> bytes() const;
    // The arguments of that setter's last call; none if it was not called.
    std::optional<channel::LibraryArguments> find(Setter setter, std::size_t count) const;
};

int new_descriptor(Kind kind, void** made);
int drop_descriptor(Kind kind, void* descriptor);
// -1 if unknown.
std::int64_t batch_of(const void* tensor);
std::int64_t sum_of(const void* integers, std::int64_t count);

// The worker's text about the thread's last failure.
std::string& last_error();
// A handle for functions that take none. Null if there is no session.
void* own_handle();
LibraryCall call_of(channel::cudnn::Function function, void* handle);

class Arguments {
public:
    template <typename T>
    Arguments& value(T value) {
        frame_.add(value);
        return *this;
    }
    // A number of dimensions.
    Arguments& rank(int count, int most);
    // Refuses values out of range, as the library does at once.
    Arguments& between(double value, double lowest, double highest);
    Arguments& at_least(double value, double lowest) { return between(value, lowest, value); }
    Arguments& memory(const void* address);
    Arguments& descriptor(const void* descriptor, Kind kind, bool is_optional);
    Arguments& scalar(const void* place, const void* tensor);
    // One element of the tensor's type.
    Arguments& element(const void* place, const void* tensor);
    Arguments& fill(const void* place, int data_type);
    Arguments& integers(const void* place, std::int64_t count, int lowest = INT_MIN);
    Arguments& give(void* place, std::int64_t bytes);

    int fill_descriptor(void* descriptor, Kind kind, Setter setter, int data_type = 0);
    int submit(Number number, void* handle);
    int wait(Number number, void* handle);
    // The same, with the answer cached.
    int ask(Number number, void* handle);

    std::vector<std::byte> bytes() const { return frame_.bytes(); }
    int problem() const { return problem_; }

private:
    Arguments& refuse(int status) {
        if (problem_ == success) problem_ = status;
        return *this;
    }
    int copy_given(const std::vector<std::byte>& answer) const;

    channel::LibraryFrame frame_;
    std::vector<std::pair<void*, std::size_t>> given_;
    int problem_ = 0;
};

}  // namespace ringfence::client::cudnn
