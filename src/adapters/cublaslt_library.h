// The functions of a cublasLt library, and the descriptors that it is given: made from the client's copies for each
// call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "adapters/caller.h"
#include "adapters/cublaslt_algorithms.h"
#include "adapters/library_file.h"
#include "channel/cublaslt_state.h"

namespace ringfence::adapters::lt {

constexpr int success = 0;
constexpr int invalid_value = 7;
constexpr int not_supported = 15;

struct Functions {
    using Set = int(void*, int, const void*, std::size_t);
    using Destroy = int(void*);

    explicit Functions(const LibraryFile& file);

    // Functions for the attributes of algorithms and for transforms may be missing.
    bool are_whole() const {
        return create != nullptr && destroy != nullptr && matmul != nullptr && heuristic != nullptr &&
               create_layout != nullptr && set_layout != nullptr && destroy_layout != nullptr &&
               create_desc != nullptr && set_desc != nullptr && destroy_desc != nullptr &&
               create_preference != nullptr && set_preference != nullptr && destroy_preference != nullptr;
    }

    using MatmulFunction = int(void*, void*, const void*, const void*, void*, const void*, void*, const void*,
                               const void*, void*, void*, void*, const channel::lt::Algorithm*, void*, std::size_t,
                               void*);
    using HeuristicFunction = int(void*, void*, void*, void*, void*, void*, void*, int, channel::lt::HeuristicResult*,
                                  int*);
    using CheckFunction = int(void*, void*, void*, void*, void*, void*, const channel::lt::Algorithm*,
                              channel::lt::HeuristicResult*);
    using CreateLayout = int(void**, int, std::uint64_t, std::uint64_t, std::int64_t);
    using GetOfAlgorithm = int(const channel::lt::Algorithm*, int, void*, std::size_t, std::size_t*);
    using TransformFunction = int(void*, void*, const void*, const void*, void*, const void*, const void*, void*, void*,
                                  void*, void*);

    int (*create)(void**);
    Destroy* destroy;
    MatmulFunction* matmul;
    HeuristicFunction* heuristic;
    CreateLayout* create_layout;
    Set* set_layout;
    Destroy* destroy_layout;
    int (*create_desc)(void**, int, int);
    Set* set_desc;
    Destroy* destroy_desc;
    int (*create_preference)(void**);
    Set* set_preference;
    Destroy* destroy_preference;
    int (*get_ids)(void*, int, int, int, int, int, int, int, int*, int*);
    int (*init)(void*, int, int, int, int, int, int, int, channel::lt::Algorithm*);
    CheckFunction* check;
    GetOfAlgorithm* get_capability;
    GetOfAlgorithm* get_configuration;
    int (*set_configuration)(channel::lt::Algorithm*, int, const void*, std::size_t);
    int (*create_transform)(void**, int);
    Set* set_transform;
    Destroy* destroy_transform;
    TransformFunction* transform;
};

// The session's one.
class Session final : public Object {
public:
    Session(void* its, Functions::Destroy* destroy, Account::Holding memory)
        : Object(channel::Library::CublasLt), real(its), destroy_(destroy), memory_(std::move(memory)) {}
    ~Session() override { (void)destroy_(real); }

    void* const real;
    Algorithms algorithms;

private:
    Functions::Destroy* destroy_;
    Account::Holding memory_;
};

// One of the library's descriptors. To make it costs less than to look for one that was made before.
class Real {
public:
    Real(void* made, int status, Functions::Destroy* destroy) : its_(made), status_(status), destroy_(destroy) {}
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    ~Real() {
        if (its_ != nullptr) (void)destroy_(its_);
    }
    void* get() const { return its_; }
    int status() const { return status_; }

    // Sets what is not as it was made.
    template <typename Descriptor>
    void apply(const Descriptor& value, const Descriptor& made, Functions::Set* set) {
        const auto* wanted = reinterpret_cast<const std::byte*>(&value);
        const auto* there = reinterpret_cast<const std::byte*>(&made);
        for (const channel::lt::Attribute& attribute : channel::lt::attributes<Descriptor>()) {
            if (status_ != success) return;
            if (std::memcmp(wanted + attribute.offset, there + attribute.offset, attribute.bytes) != 0)
                status_ = set(its_, attribute.number, wanted + attribute.offset, attribute.bytes);
        }
    }

private:
    void* its_;
    int status_;
    Functions::Destroy* destroy_;
};

template <typename Create>
std::unique_ptr<Real> make_real(Create create, Functions::Destroy* destroy) {
    void* made = nullptr;
    const int status = create(&made);
    return std::make_unique<Real>(status == success ? made : nullptr, status, destroy);
}

std::unique_ptr<Real> real_layout(const Functions& functions, const channel::lt::MatrixLayout& layout);

struct RealProblem {
    RealProblem(const Functions& functions, const channel::lt::Problem& problem);
    int status() const {
        for (const std::unique_ptr<Real>* real : {&a, &b, &c, &d, &desc})
            if ((*real)->status() != success) return (*real)->status();
        return success;
    }

    std::unique_ptr<Real> a, b, c, d, desc;
};

}  // namespace ringfence::adapters::lt
