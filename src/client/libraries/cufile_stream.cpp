#include "client/libraries/cufile_stream.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <unordered_map>
#include <utility>

#include "api/driver_entries.h"
#include "api/runtime_entries.h"
#include "base/mutex.h"
#include "client/libraries/cufile_memory.h"
#include "client/libraries/library_call.h"
#include "client/libraries/own_kernel.h"

namespace ringfence::client::cufile {
namespace {

struct Streams {
    Mutex mutex;
    std::unordered_map<void*, unsigned> flags RF_GUARDED_BY(mutex);
};
Streams& streams() {
    // Never destroyed: the program's own destructors may still call us.
    static auto* const all = new Streams();
    return *all;
}

unsigned flags_of(void* stream) {
    const MutexLock lock(streams().mutex);
    const auto found = streams().flags.find(stream);
    return found == streams().flags.end() ? 0 : found->second;
}

// The order that the kernel reads, at the end of the pinned memory.
struct Order {
    std::uint64_t to;
    std::uint64_t from;
    std::uint64_t bytes;
};

// Eight bytes at a time where both addresses allow it, single ones otherwise and at the end.
constexpr const char* kernel_text = R"(.version 7.0
.target sm_50
.address_size 64

.visible .entry carry(.param .u64 order)
{
    .reg .pred %p;
    .reg .b64 %order, %to, %from, %bytes, %i, %step, %limit, %first, %words, %source, %target, %x;
    .reg .b32 %block, %blocks, %thread, %threads;
    .reg .b16 %byte;
    ld.param.u64 %order, [order];
    cvta.to.global.u64 %order, %order;
    ld.global.u64 %to, [%order];
    ld.global.u64 %from, [%order+8];
    ld.global.u64 %bytes, [%order+16];
    cvta.to.global.u64 %to, %to;
    cvta.to.global.u64 %from, %from;
    mov.u32 %block, %ctaid.x;
    mov.u32 %threads, %ntid.x;
    mov.u32 %thread, %tid.x;
    mov.u32 %blocks, %nctaid.x;
    mul.wide.u32 %first, %block, %threads;
    cvt.u64.u32 %step, %thread;
    add.u64 %first, %first, %step;
    mul.wide.u32 %step, %blocks, %threads;
    mov.u64 %words, 0;
    or.b64 %x, %to, %from;
    and.b64 %x, %x, 7;
    setp.ne.u64 %p, %x, 0;
    @%p bra single;
    and.b64 %words, %bytes, 0xfffffffffffffff8;
    shl.b64 %i, %first, 3;
    shl.b64 %limit, %step, 3;
many:
    setp.ge.u64 %p, %i, %words;
    @%p bra single;
    add.u64 %source, %from, %i;
    add.u64 %target, %to, %i;
    ld.global.b64 %x, [%source];
    st.global.b64 [%target], %x;
    add.u64 %i, %i, %limit;
    bra many;
single:
    add.u64 %i, %words, %first;
one:
    setp.ge.u64 %p, %i, %bytes;
    @%p bra done;
    add.u64 %source, %from, %i;
    add.u64 %target, %to, %i;
    ld.global.u8 %byte, [%source];
    st.global.u8 [%target], %byte;
    add.u64 %i, %i, %step;
    bra one;
done:
    ret;
}
)";

CUresult find_kernel(CUfunction& kernel) {
    static auto* const carry = new OwnKernel();
    return carry->find([] { return std::string(kernel_text); }, "carry", kernel);
}

// One call, from when it is made until the stream is through with it.
class Operation {
public:
    Operation(std::shared_ptr<const File> file, const Places& places, bool is_write, unsigned flags)
        : file_(std::move(file)), places_(places), is_write_(is_write), flags_(flags) {
        request_ = {places.base, *places.bytes, *places.file_offset, *places.buffer_offset};
        most_ = request_.bytes;
    }

    const Request& request() const { return request_; }
    std::size_t piece_count() const { return (most_ + piece_bytes - 1) / piece_bytes; }
    int acquire_memory(std::uint64_t stream) {
        stream_ = stream;
        return acquire_stream_staging(stream, staging_);
    }
    Order& order() { return *reinterpret_cast<Order*>(staging_.memory + piece_bytes); }

    // How far from its base on the buffer is memory of the device.
    void look_up_reach() {
        CUdeviceptr base = 0;
        std::size_t size = 0;
        const auto first = reinterpret_cast<std::uint64_t>(request_.base);
        const CUresult status = rf_cuMemGetAddressRange_v2(&base, &size, first);
        reach_ = status == CUDA_SUCCESS ? base + size - first : 0;
    }

    // For a buffer that the processor can reach: all of it at once.
    void run_on_host() {
        take_numbers();
        bool failed = false;
        char* const place = static_cast<char*>(request_.base) + request_.buffer_offset;
        const std::size_t got = is_write_ ? file_->write(place, request_.bytes, request_.file_offset, failed)
                                          : file_->read(place, request_.bytes, request_.file_offset, failed);
        note(got, request_.bytes, failed);
        tell();
    }

    // Before each piece goes to or from the device, and after the last.
    void step() {
        if (is_first_) take_numbers();
        if (!is_first_ && is_write_) write_piece();
        is_first_ = false;
        order() = {0, 0, 0};
        const std::size_t bytes = has_ended_ ? 0 : std::min(piece_bytes, request_.bytes - done_);
        if (bytes == 0) return;
        const std::uint64_t place =
            reinterpret_cast<std::uint64_t>(request_.base) + static_cast<std::uint64_t>(request_.buffer_offset) + done_;
        const auto pinned = reinterpret_cast<std::uint64_t>(staging_.memory);
        if (is_write_) {
            order() = {pinned, place, bytes};
        } else {
            order() = {place, pinned, read_piece(bytes)};
        }
    }

    void finish() {
        step();
        tell();
        release_stream_staging(stream_);
    }

private:
    void tell() const { *places_.done = failure_ != 0 && done_ == 0 ? failure_ : static_cast<ssize_t>(done_); }

    // Arguments that were not fixed at the call may have changed since; they must not exceed what the call said.
    void take_numbers() {
        if ((flags_ & fixed_size) == 0) request_.bytes = *places_.bytes;
        if ((flags_ & fixed_file_offset) == 0) request_.file_offset = *places_.file_offset;
        const off_t offset = (flags_ & fixed_buffer_offset) == 0 ? *places_.buffer_offset : request_.buffer_offset;
        const bool is_good = request_.bytes <= most_ && request_.file_offset >= 0 && offset >= 0 && is_inside(offset);
        request_.buffer_offset = offset;
        if (is_good) return;
        request_.bytes = 0;
        failure_ = -invalid_value;
        has_ended_ = true;
    }
    // No call of CUDA's here: the whole range was looked up when the call was made.
    bool is_inside(off_t offset) const {
        const auto end = static_cast<std::uint64_t>(offset) + request_.bytes;
        return offset == request_.buffer_offset || end <= reach_;
    }

    std::size_t read_piece(std::size_t bytes) {
        bool failed = false;
        const off_t place = request_.file_offset + static_cast<off_t>(done_);
        const std::size_t got = file_->read(staging_.memory, bytes, place, failed);
        note(got, bytes, failed);
        return got;
    }
    void write_piece() {
        bool failed = false;
        const std::size_t bytes = order().bytes;
        const off_t place = request_.file_offset + static_cast<off_t>(done_);
        const std::size_t got = file_->write(staging_.memory, bytes, place, failed);
        note(got, bytes, failed);
    }
    void note(std::size_t got, std::size_t bytes, bool failed) {
        if (failed) failure_ = -errno;
        if (got < bytes) has_ended_ = true;
        done_ += got;
    }

    std::shared_ptr<const File> file_;
    Places places_;
    Request request_;
    bool is_write_;
    unsigned flags_;
    std::uint64_t stream_ = 0;  // the worker's number of it
    Staging staging_;
    std::size_t most_ = 0;
    std::uint64_t reach_ = UINT64_MAX;
    std::size_t done_ = 0;
    ssize_t failure_ = 0;
    bool is_first_ = true;
    bool has_ended_ = false;
};

void run_step(void* operation) {
    static_cast<Operation*>(operation)->step();
}
void run_last(void* operation) {
    const std::unique_ptr<Operation> owned(static_cast<Operation*>(operation));
    owned->finish();
}
void run_on_host(void* operation) {
    const std::unique_ptr<Operation> owned(static_cast<Operation*>(operation));
    owned->run_on_host();
}

CUresult enqueue(Operation& operation, CUstream stream) {
    constexpr unsigned threads = 256;
    constexpr unsigned blocks = 64;
    CUfunction kernel = nullptr;
    CUresult status = find_kernel(kernel);
    for (std::size_t i = 0; status == CUDA_SUCCESS && i < operation.piece_count(); ++i) {
        Order* order = &operation.order();
        void* arguments[] = {static_cast<void*>(&order)};
        status = rf_cuLaunchHostFunc(stream, run_step, &operation);
        if (status == CUDA_SUCCESS)
            status = rf_cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr);
    }
    return status;
}

bool is_captured(CUstream stream) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return rf_cuStreamIsCapturing(stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

}  // namespace

Error register_stream(void* stream, unsigned flags) {
    std::uint64_t wire = 0;
    if ((flags & ~unsigned{all_stream_flags}) != 0 || !find_wire_stream(stream, wire)) return as_error(invalid_value);
    const MutexLock lock(streams().mutex);
    streams().flags[stream] = flags;
    return {};
}

Error deregister_stream(void* stream) {
    const MutexLock lock(streams().mutex);
    return as_error(streams().flags.erase(stream) == 1 ? success : invalid_value);
}

Error submit(std::shared_ptr<const File> file, const Places& places, void* stream, bool is_write) {
    const auto its_stream = static_cast<CUstream>(stream);
    // A graph would run it again, with memory that belongs to others by then.
    if (is_captured(its_stream)) return as_error(async_not_supported);
    auto operation = std::make_unique<Operation>(std::move(file), places, is_write, flags_of(stream));
    if (const int status = check_request(operation->request()); status != success) return as_error(status);
    if (!describe_buffer(places.base).is_on_device) {
        const CUresult status = rf_cuLaunchHostFunc(its_stream, run_on_host, operation.get());
        if (status == CUDA_SUCCESS) static_cast<void>(operation.release());
        return cuda_error(status);
    }
    operation->look_up_reach();
    std::uint64_t wire = 0;
    if (!find_wire_stream(stream, wire)) return as_error(invalid_value);
    // Calls on one stream share memory: no other may come between the steps of this one.
    static auto* const one_by_one = new Mutex();
    const MutexLock lock(*one_by_one);
    if (const int status = operation->acquire_memory(wire); status != cudaSuccess) return cuda_error(status);
    CUresult status = enqueue(*operation, its_stream);
    // The last step owns it, also after a failure halfway: what was put on the stream still uses it.
    const CUresult last = rf_cuLaunchHostFunc(its_stream, run_last, operation.get());
    if (status == CUDA_SUCCESS) status = last;
    if (last == CUDA_SUCCESS) static_cast<void>(operation.release());
    return cuda_error(status);
}

}  // namespace ringfence::client::cufile
