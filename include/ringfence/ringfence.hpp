// The native API of Ringfence, for C++17 and later: what ringfence.h has, with objects that close themselves.
//
//     auto client = ringfence::gpu::Client::open().value();
//     auto session = client.open(ringfence::gpu::Kind::Compute).value();
//     auto buffer = session.create_buffer(4096).value();
//
// Nothing throws, except value() of a result that has none. docs/native-api.md tells the story.
#pragma once

#include <ringfence/ringfence.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ringfence::gpu {

struct Error {
    rf_code code = RF_OK;
    std::int32_t cuda_status = 0;
    std::string message;
    std::string remedy;
    std::string limit;

    std::string text() const {
        std::string all = std::string(rf_code_name(code)) + ": " + message;
        return remedy.empty() ? all : all + " (" + remedy + ")";
    }
};

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }
    rf_code code() const { return ok() ? RF_OK : error().code; }
    const Error& error() const { return std::get<1>(state_); }
    // Throws if there is none.
    T value() && {
        if (!ok()) throw std::runtime_error(error().text());
        return std::move(std::get<0>(state_));
    }
    T& value() & {
        if (!ok()) throw std::runtime_error(error().text());
        return std::get<0>(state_);
    }

private:
    std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;

namespace detail {

inline Error error_of(const rf_error& error) {
    return {error.code, error.cuda_status, error.message, error.remedy, error.limit};
}

// Calls `call(&error)`; the value of `value()` if it went well.
template <typename Call, typename Value>
auto result_of(Call&& call, Value&& value) -> Result<decltype(value())> {
    rf_error error = {};
    if (call(&error) != RF_OK) return error_of(error);
    return value();
}
template <typename Call>
Status status_of(Call&& call) {
    return result_of(std::forward<Call>(call), [] { return Done{}; });
}

template <typename Handle, void (*close)(Handle*)>
struct Closer {
    void operator()(Handle* handle) const { close(handle); }
};
template <typename Handle, void (*close)(Handle*)>
using Owned = std::unique_ptr<Handle, Closer<Handle, close>>;

}  // namespace detail

enum class Kind { Copy = RF_COPY, Program = RF_PROGRAM, Compute = RF_COMPUTE };
// A token or a grant.
using Bytes = std::vector<std::byte>;

class Fence {
public:
    explicit Fence(rf_fence* handle) : handle_(handle) {}
    Result<bool> poll() {
        int is_done = 0;
        return detail::result_of([&](rf_error* e) { return rf_fence_poll(handle_.get(), &is_done, e); },
                                 [&] { return is_done != 0; });
    }
    Status wait(std::chrono::milliseconds timeout) {
        return detail::status_of(
            [&](rf_error* e) { return rf_fence_wait(handle_.get(), static_cast<std::uint32_t>(timeout.count()), e); });
    }
    Status cancel() {
        return detail::status_of([&](rf_error* e) { return rf_fence_cancel(handle_.get(), e); });
    }

private:
    detail::Owned<rf_fence, rf_fence_close> handle_;
};

// A buffer's bytes in this process. They reach the buffer with unmap(), or when the mapping goes.
class Mapping {
public:
    Mapping(rf_mapping* handle, std::size_t bytes) : handle_(handle), bytes_(bytes) {}
    void* data() const { return rf_mapping_data(handle_.get()); }
    std::size_t size() const { return bytes_; }
    template <typename T>
    T* as() const {
        return static_cast<T*>(data());
    }
    Status unmap() {
        return detail::status_of([&](rf_error* e) { return rf_mapping_unmap(handle_.release(), e); });
    }

private:
    struct Unmapper {
        void operator()(rf_mapping* handle) const { (void)rf_mapping_unmap(handle, nullptr); }
    };
    std::unique_ptr<rf_mapping, Unmapper> handle_;
    std::size_t bytes_;
};

class Buffer {
public:
    explicit Buffer(rf_buffer* handle) : handle_(handle) {}
    Result<std::uint64_t> size() {
        std::uint64_t bytes = 0;
        return detail::result_of([&](rf_error* e) { return rf_buffer_size(handle_.get(), &bytes, e); },
                                 [&] { return bytes; });
    }
    Status read(std::uint64_t offset, void* data, std::size_t bytes) {
        return detail::status_of([&](rf_error* e) { return rf_buffer_read(handle_.get(), offset, data, bytes, e); });
    }
    Status write(std::uint64_t offset, const void* data, std::size_t bytes) {
        return detail::status_of([&](rf_error* e) { return rf_buffer_write(handle_.get(), offset, data, bytes, e); });
    }
    Result<Mapping> map(std::uint64_t offset, std::size_t bytes) {
        rf_mapping* mapping = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_buffer_map(handle_.get(), offset, bytes, &mapping, e); },
                                 [&] { return Mapping(mapping, bytes); });
    }
    // Ends the buffer: later requests are refused. The object itself is destroyed as all are.
    Status close() {
        return detail::status_of([&](rf_error* e) { return rf_buffer_end(handle_.get(), e); });
    }
    rf_buffer* handle() const { return handle_.get(); }

private:
    detail::Owned<rf_buffer, rf_buffer_close> handle_;
};

class Segment {
public:
    explicit Segment(rf_segment* handle) : handle_(handle) {}
    Result<std::uint64_t> size() {
        std::uint64_t bytes = 0;
        return detail::result_of([&](rf_error* e) { return rf_segment_size(handle_.get(), &bytes, e); },
                                 [&] { return bytes; });
    }
    // As long as this object is there.
    Result<void*> map() {
        void* data = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_segment_map(handle_.get(), &data, e); },
                                 [&] { return data; });
    }
    Result<Bytes> grant() {
        Bytes bytes(256);
        std::size_t size = 0;
        return detail::result_of(
            [&](rf_error* e) { return rf_segment_grant(handle_.get(), bytes.data(), bytes.size(), &size, e); },
            [&] {
                bytes.resize(size);
                return bytes;
            });
    }
    rf_segment* handle() const { return handle_.get(); }

private:
    detail::Owned<rf_segment, rf_segment_close> handle_;
};

class Program {
public:
    explicit Program(rf_program* handle) : handle_(handle) {}
    Result<Bytes> grant() {
        Bytes bytes(256);
        std::size_t size = 0;
        return detail::result_of(
            [&](rf_error* e) { return rf_program_grant(handle_.get(), bytes.data(), bytes.size(), &size, e); },
            [&] {
                bytes.resize(size);
                return bytes;
            });
    }
    rf_program* handle() const { return handle_.get(); }

private:
    detail::Owned<rf_program, rf_program_close> handle_;
};

// Somewhere in a buffer or a segment.
struct Place {
    rf_place place = {};
    Place(const Buffer& buffer, std::uint64_t offset = 0) : place{buffer.handle(), nullptr, offset} {}
    Place(const Segment& segment, std::uint64_t offset = 0) : place{nullptr, segment.handle(), offset} {}
};

// A value of the size of its parameter, or a place, whose address the kernel gets.
class Argument {
public:
    Argument(const Place& place) : place_(place.place) {}
    Argument(const Buffer& buffer) : Argument(Place(buffer)) {}
    Argument(const Segment& segment) : Argument(Place(segment)) {}
    template <typename T, typename = std::enable_if_t<std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> &&
                                                      !std::is_base_of_v<Place, T> && !std::is_same_v<T, Argument>>>
    Argument(const T& value) : value_(sizeof(T)) {
        std::memcpy(value_.data(), &value, sizeof(T));
    }
    rf_argument raw() const { return {value_.empty() ? nullptr : value_.data(), value_.size(), place_}; }

private:
    std::vector<std::byte> value_;
    rf_place place_ = {};
};

struct Size3 {
    std::uint32_t x = 1;
    std::uint32_t y = 1;
    std::uint32_t z = 1;
};

struct SessionOptions {
    std::string name = {};
    std::string backend = {};
    std::string isolation = {};
    std::string guard = {};
    std::vector<std::pair<std::string, std::uint64_t>> limits = {};
    std::vector<Bytes> programs = {};
    std::vector<Bytes> segments = {};
    std::optional<int> output = {};  // a descriptor: where kernels print
};

class Session {
public:
    explicit Session(rf_session* handle) : handle_(handle) {}
    // A connection that somebody else has opened and handed on.
    static Result<Session> adopt(int descriptor, Kind kind) {
        rf_session* handle = nullptr;
        return detail::result_of(
            [&](rf_error* e) { return rf_session_adopt(descriptor, static_cast<rf_kind>(kind), &handle, e); },
            [&] { return Session(handle); });
    }
    Result<rf_session_info> info() {
        rf_session_info info = {};
        return detail::result_of([&](rf_error* e) { return rf_session_info_get(handle_.get(), &info, e); },
                                 [&] { return info; });
    }
    Result<rf_usage> usage() {
        rf_usage usage = {};
        return detail::result_of([&](rf_error* e) { return rf_session_usage(handle_.get(), &usage, e); },
                                 [&] { return usage; });
    }
    // All that was made in it is invalid from then on.
    Status close() {
        return detail::status_of([&](rf_error* e) { return rf_session_end(handle_.get(), e); });
    }
    Result<Buffer> create_buffer(std::uint64_t bytes) {
        rf_buffer* buffer = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_buffer_create(handle_.get(), bytes, &buffer, e); },
                                 [&] { return Buffer(buffer); });
    }
    Result<Segment> create_segment(std::uint64_t bytes) {
        rf_segment* segment = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_segment_create(handle_.get(), bytes, &segment, e); },
                                 [&] { return Segment(segment); });
    }
    Result<Segment> granted_segment(std::size_t index) {
        rf_segment* segment = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_segment_granted(handle_.get(), index, &segment, e); },
                                 [&] { return Segment(segment); });
    }
    Result<Program> load_program(std::string_view image) {
        rf_program* program = nullptr;
        return detail::result_of(
            [&](rf_error* e) { return rf_program_load(handle_.get(), image.data(), image.size(), &program, e); },
            [&] { return Program(program); });
    }
    Result<Program> granted_program(std::size_t index) {
        rf_program* program = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_program_granted(handle_.get(), index, &program, e); },
                                 [&] { return Program(program); });
    }
    Result<Fence> copy(const Place& to, const Place& from, std::uint64_t bytes) {
        rf_fence* fence = nullptr;
        return detail::result_of(
            [&](rf_error* e) { return rf_copy(handle_.get(), to.place, from.place, bytes, &fence, e); },
            [&] { return Fence(fence); });
    }
    Result<Fence> fill(const Place& to, std::uint64_t bytes, std::uint8_t value) {
        rf_fence* fence = nullptr;
        return detail::result_of([&](rf_error* e) { return rf_fill(handle_.get(), to.place, bytes, value, &fence, e); },
                                 [&] { return Fence(fence); });
    }
    Result<Fence> launch(const Program& program, const std::string& kernel, Size3 grid, Size3 block,
                         const std::vector<Argument>& arguments, std::uint32_t shared_bytes = 0) {
        std::vector<rf_argument> raw;
        raw.reserve(arguments.size());
        for (const Argument& argument : arguments)
            raw.push_back(argument.raw());
        const rf_launch_options options = {
            kernel.c_str(), {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, raw.data(),
            raw.size()};
        rf_fence* fence = nullptr;
        return detail::result_of(
            [&](rf_error* e) { return rf_launch(handle_.get(), program.handle(), &options, &fence, e); },
            [&] { return Fence(fence); });
    }
    rf_session* handle() const { return handle_.get(); }

private:
    detail::Owned<rf_session, rf_session_close> handle_;
};

// The daemon's device manager, as the tenant that this process is, or whose token it shows.
class Client {
public:
    explicit Client(rf_client* handle) : handle_(handle) {}
    static Result<Client> open(const std::string& socket = {}, const Bytes& token = {}) {
        rf_client* handle = nullptr;
        return detail::result_of(
            [&](rf_error* e) {
                return rf_client_open(socket.empty() ? nullptr : socket.c_str(), {token.data(), token.size()}, &handle,
                                      e);
            },
            [&] { return Client(handle); });
    }
    Result<std::vector<rf_device>> devices() {
        std::vector<rf_device> devices(16);
        std::size_t count = 0;
        return detail::result_of(
            [&](rf_error* e) { return rf_client_devices(handle_.get(), devices.data(), devices.size(), &count, e); },
            [&] {
                if (count < devices.size()) devices.resize(count);
                return devices;
            });
    }
    Result<Session> open(Kind kind, const SessionOptions& options = {}) {
        std::vector<rf_limit> limits;
        for (const auto& [key, value] : options.limits)
            limits.push_back({key.c_str(), value});
        const std::vector<rf_bytes> programs = raw(options.programs);
        const std::vector<rf_bytes> segments = raw(options.segments);
        const rf_session_options asked = {options.name.c_str(),
                                          options.backend.c_str(),
                                          options.isolation.c_str(),
                                          options.guard.c_str(),
                                          limits.data(),
                                          limits.size(),
                                          programs.data(),
                                          programs.size(),
                                          segments.data(),
                                          segments.size(),
                                          options.output ? &*options.output : nullptr};
        rf_session* session = nullptr;
        return detail::result_of(
            [&](rf_error* e) {
                return rf_session_open(handle_.get(), static_cast<rf_kind>(kind), &asked, &session, e);
            },
            [&] { return Session(session); });
    }

private:
    static std::vector<rf_bytes> raw(const std::vector<Bytes>& list) {
        std::vector<rf_bytes> raw;
        for (const Bytes& bytes : list)
            raw.push_back({bytes.data(), bytes.size()});
        return raw;
    }
    detail::Owned<rf_client, rf_client_close> handle_;
};

}  // namespace ringfence::gpu
