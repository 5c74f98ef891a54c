// A library whose functions are all declared in api/libraries, and that has several kinds of objects: handles, and what
// is handed to functions beside them (parameters, descriptors).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "adapters/adapter.h"
#include "adapters/call.h"
#include "adapters/library_file.h"
#include "adapters/signature.h"

namespace ringfence::adapters {

class DeclaredLibrary;

class DeclaredObject final : public Object {
public:
    DeclaredObject(channel::Library library, std::uint32_t kind, void* real, int (*destroy)(void*))
        : Object(library), kind(kind), real_(real), destroy_(destroy) {}
    ~DeclaredObject() override { (void)destroy_(real_); }

    void* real() const { return real_; }

    // Host memory for the library to work in. It is the worker's, one for all calls of this handle: the library is done
    // with it when the function returns, since programs free theirs then.
    Result<void*> host_work(Call& call, const char* name, reach::Wide bytes);

    const std::uint32_t kind;
    void* real_stream = nullptr;
    int real_pointer_mode = 0;
    std::int64_t work_bytes = 0;     // of the work area that the library goes on using, as it says itself
    std::shared_ptr<void> attached;  // what the library's adapter keeps with it
    Account::Holding memory;         // what the library takes for it

private:
    void* real_;
    int (*destroy_)(void*);
    struct HostWork {
        std::vector<std::byte> bytes;
        Account::Holding charge;
    };
    std::shared_ptr<HostWork> host_work_;
};

inline void* real_of(const DeclaredObject* object) {
    return object != nullptr ? object->real() : nullptr;
}

// How objects of a kind are made.
struct ObjectKind {
    const char* create;
    const char* destroy;
    bool has_argument = false;  // create takes a number too: the type of a generator
};

struct LibraryDeclaration {
    channel::Library library;
    const char* name;
    std::span<const ObjectKind> kinds;
    const char* set_stream;  // of objects of kind 0
    const char* set_pointer_mode = nullptr;
    // Functions that the adapter calls beside the declared ones.
    std::span<const char* const> helpers = {};
    // The software GPU's library computes on copies: how much they are of what a call reaches.
    std::uint64_t copies = 0;
    // True if its calls may become nodes of graphs, which outlive descriptors.
    bool can_be_recorded = true;
};

class DeclaredLibrary {
public:
    // `names`: of the declared functions, by their numbers.
    DeclaredLibrary(const LibraryFile& file, const LibraryDeclaration& declaration, std::span<const char* const> names);

    bool is_whole() const;
    bool checks_indices() const { return checks_indices_; }
    const LibraryDeclaration& declaration() const { return declaration_; }

    Result<std::shared_ptr<Object>> create(Caller& caller, std::uint32_t kind, int argument) const;
    Result<DeclaredObject*> object(Call& call, std::size_t index, std::uint32_t kind) const;
    // Null where the program gave none.
    Result<DeclaredObject*> optional_object(Call& call, std::size_t index, std::uint32_t kind) const {
        if (call.pointer(index) == nullptr) return static_cast<DeclaredObject*>(nullptr);
        return object(call, index, kind);
    }
    // Device memory for the library to work in: the program's, if it is the session's. Where sessions share a card as
    // much of the worker's: libraries leave indices there between their kernels, and the program could change them.
    Result<void*> work_area(const DeclaredObject& object, Call& call, std::size_t index, const char* name,
                            reach::Wide elements, std::size_t element_bytes) const;
    // Where sessions share a card, memory that a library may load in larger pieces than its elements: one that is not
    // aligned to them would end the context of all.
    Result<void> aligned(Call& call, std::size_t index, const char* name, std::size_t alignment) const;
    // After all scalars, before the library sees one.
    void set_pointer_mode(DeclaredObject& object, const Call& call) const;
    // Right before the library is called, after all checks: its stream is ready for more work.
    Result<void> begin(DeclaredObject& object, Call& call) const;

    template <typename Function, typename Number, typename... Arguments>
    int invoke(Number number, Arguments... arguments) const {
        auto* function = reinterpret_cast<Function*>(functions_[static_cast<std::size_t>(number)]);
        return function != nullptr ? function(arguments...) : not_supported_;
    }

    // Null: the library has no such function. By its place in the declaration's helpers.
    template <typename Function>
    Function* helper(std::size_t index) const {
        return reinterpret_cast<Function*>(helpers_[index]);
    }

private:
    struct Maker {
        void* create;
        int (*destroy)(void*);
    };
    LibraryDeclaration declaration_;
    std::vector<Maker> makers_;
    int (*set_stream_)(void*, void*);
    int (*set_pointer_mode_)(void*, int) = nullptr;
    std::vector<void*> helpers_;
    std::vector<void*> functions_;
    bool checks_indices_;
    int not_supported_;
};

struct DeclaredRow {
    FunctionSignature function;
    Result<Answer> (*call)(DeclaredLibrary&, Call&);
};

// The adapter: objects by ObjectFunction (channel/library_functions.h), all else by the rows. An error if the library
// lacks what every one has.
Result<std::unique_ptr<Adapter>> make_declared(const LibraryFile& file, const LibraryDeclaration& declaration,
                                               std::span<const DeclaredRow> rows);

}  // namespace ringfence::adapters
