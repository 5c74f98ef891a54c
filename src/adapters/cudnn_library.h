// cuDNN as the worker loaded it, and a session's handles of it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "adapters/caller.h"
#include "adapters/library_file.h"
#include "channel/cudnn_wire.h"
#include "libraries/cudnn_numbers.h"

namespace ringfence::adapters::cudnn_calls {

using channel::cudnn::Kind;
using ringfence::cudnn::Number;
using ringfence::cudnn::Setter;

constexpr int success = 0;
constexpr int bad_param = 2000;
constexpr int not_finalized = 2004;
constexpr int not_supported = 3000;

class CudnnLibrary {
public:
    explicit CudnnLibrary(const LibraryFile& file);

    bool is_whole() const;
    channel::cudnn::Versions versions() const;
    // The text of this thread's last error. Empty: the library gives none.
    std::string last_error() const;

    void* function(Number number) const { return functions_[static_cast<std::size_t>(number)]; }
    void* setter(Setter setter) const { return setters_[static_cast<std::size_t>(setter)]; }

    struct DescriptorFunctions {
        int (*create)(void**) = nullptr;
        int (*destroy)(void*) = nullptr;
    };
    const DescriptorFunctions& descriptors(Kind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

    // Otherwise it runs on the processor, in the worker's own memory: nothing but the adapter bounds what it touches.
    const bool is_for_card;

    int (*const create)(void**);
    int (*const destroy)(void*);
    int (*const set_stream)(void*, void*);
    int (*const create_descriptor)(int, void**);
    int (*const destroy_descriptor)(void*);
    int (*const finalize)(void*);
    int (*const set_attribute)(void*, int, int, std::int64_t, const void*);
    int (*const get_attribute)(void*, int, int, std::int64_t, std::int64_t*, void*);
    int (*const execute)(void*, void*, void*);
    int (*const get_tensor)(void*, int, int*, int*, int*, int*);
    int (*const get_weight_params)(void*, void*, std::int32_t, std::size_t, const void*, std::int32_t, void*, void**,
                                   void*, void**);

private:
    std::size_t (*get_version_)();
    std::size_t (*get_cudart_version_)();
    std::size_t (*get_max_device_version_)();
    void (*get_last_error_)(char*, std::size_t);
    std::array<DescriptorFunctions, channel::cudnn::kind_count> kinds_;
    std::array<void*, ringfence::cudnn::number_count> functions_ = {};
    std::array<void*, ringfence::cudnn::setter_count> setters_ = {};
};

enum class Part : std::uint8_t { Handle, Session };

class CudnnObject : public Object {
public:
    explicit CudnnObject(Part its_part) : Object(channel::Library::Cudnn), part(its_part) {}
    const Part part;
};

// One of the library's descriptors that calls fill.
class FilledDescriptor {
public:
    struct Range {
        backend::Address address = 0;
        std::uint64_t bytes = 0;
    };

    FilledDescriptor(void* its_real, int (*destroy)(void*)) : real(its_real), destroy_(destroy) {}
    FilledDescriptor(const FilledDescriptor&) = delete;
    FilledDescriptor& operator=(const FilledDescriptor&) = delete;
    ~FilledDescriptor() { (void)destroy_(real); }

    void* const real;
    std::vector<Range> ranges;                             // of device memory that it names
    std::vector<std::shared_ptr<FilledDescriptor>> holds;  // that it names

private:
    int (*destroy_)(void*);
};

// The library's own. Descriptors of graphs that were told of it use it still when the client has destroyed it.
class RealHandle {
public:
    RealHandle(const CudnnLibrary& library, void* its_real, Account::Holding memory)
        : real(its_real), library_(library), memory_(std::move(memory)) {}
    RealHandle(const RealHandle&) = delete;
    RealHandle& operator=(const RealHandle&) = delete;
    ~RealHandle() { (void)library_.destroy(real); }

    void* const real;

private:
    const CudnnLibrary& library_;
    Account::Holding memory_;
};

class CudnnHandle final : public CudnnObject {
public:
    explicit CudnnHandle(std::shared_ptr<RealHandle> its)
        : CudnnObject(Part::Handle), own(std::move(its)), real(own->real) {}
    ~CudnnHandle() override { filled.clear(); }

    const std::shared_ptr<RealHandle> own;
    void* const real;
    void* real_stream = nullptr;
    // By their kinds and steps; and how many bytes those are.
    std::unordered_map<std::string, std::shared_ptr<FilledDescriptor>> filled;
    std::size_t filled_bytes = 0;
};

// The work of one call.
struct Work {
    backend::Stream* stream = nullptr;
    std::shared_ptr<void> charge;
    std::shared_ptr<void> charge_of_kept;
};
// Makes the handle's stream ready. A library on the processor computes in memory of the worker's, which counts as the
// session's: with so many `numbers` at most at a time, and with `kept` ones, which the call brings, from now on.
Result<Work> begin(const CudnnLibrary& library, Caller& caller, CudnnHandle& handle, std::uint64_t numbers,
                   std::uint64_t kept = 0);
// After the library's call: it counts until the stream has done it.
Result<void> finish(Caller& caller, Work& work);

Error refused(std::string_view where, std::string_view why);

}  // namespace ringfence::adapters::cudnn_calls
