// The objects that a session's handles name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "base/account.h"
#include "worker/activity.h"
#include "worker/backlog.h"
#include "worker/exchange.h"
#include "worker/guarded_module.h"
#include "worker/host_calls.h"
#include "worker/kernel_counts.h"
#include "worker/kernel_watch.h"
#include "worker/private_memory.h"
#include "worker/stream_order.h"
#include "worker/stream_point.h"
#include "worker/thread_slots.h"

namespace ringfence::worker {

// A word that a stream may be waiting for. The session's end writes it, so that the stream ends.
struct WaitedWord {
    backend::Address address = 0;
    std::uint64_t value = 0;
    unsigned bytes = 4;
    backend::WordCondition condition = backend::WordCondition::Equal;

    bool operator<(const WaitedWord& other) const {
        return std::tie(address, value, bytes, condition) <
               std::tie(other.address, other.value, other.bytes, other.condition);
    }
};

struct StreamObject : std::enable_shared_from_this<StreamObject> {
    StreamObject(std::unique_ptr<backend::Stream> real, StreamOrder::Kind kind)
        : stream(std::move(real)), order(*stream, kind, this) {}

    std::unique_ptr<backend::Stream> stream;
    StreamOrder::Node order;
    std::optional<std::uint32_t> host_word;
    std::uint64_t times_cleared = 0;  // how many clearings of the window's new memory this stream has waited for
    std::map<WaitedWord, std::uint64_t> waited_words;  // the number of the last work that waits for each
    std::weak_ptr<StreamPoint> open_point;             // the point after which there is no work yet
    std::shared_ptr<const ThreadSlots::Memory> slots;  // shared by its launches; null: none has needed slots
    Backlog::Account backlog;
    KernelWatch::Account watch;
    Account::Holding count;  // until the client destroys it
};

struct EventObject {
    std::shared_ptr<backend::Event> event;
    bool has_timing = true;
    bool is_interprocess = false;  // other sessions may record it, and wait for it
    bool is_imported = false;      // another session made it
    std::shared_ptr<Exchange::Offer> offer;

    // The event that the host is to wait for. Failures of other sessions' streams must not be reported to this session.
    std::shared_ptr<backend::Event> to_wait_for() const;

    bool is_recorded = false;
    // The stream in which it was recorded last; null if a graph has recorded it.
    std::weak_ptr<StreamObject> stream;
    std::uint64_t work = 0;
    Account::Holding count;
};

struct ModuleObject {
    std::shared_ptr<backend::Module> module;  // null until it is loaded
    std::shared_ptr<GuardedModule> guarded;   // the same module, if it is guarded
    std::shared_ptr<void> place;              // of its variables: freed with this object
    std::vector<backend::Address> variables;  // addresses that the window knows
    std::string digest;                       // of its image, for messages
    Account::Holding count;
    Account::Holding bytes;       // of its image
    Account::Holding late_bytes;  // of the source of late variants, if it is large
    Account::Holding contents;    // of its variables' initial contents, if they are large
};

// The variants that a record needs and that are not compiled yet.
struct Lacking {
    std::shared_ptr<ModuleObject> module;  // null: no variant is lacking
    LateRequest request = {};
};

struct FunctionObject {
    const backend::Function* function = nullptr;
    std::shared_ptr<ModuleObject> module;
    std::uint32_t most_dynamic_shared = 0;
    std::uint32_t most_local = UINT32_MAX;  // limit of a thread's local memory, in bytes
    KernelGuard guard;
    Account::Holding count;
    std::shared_ptr<Account> account;  // counts launches that need too much; may be null
    Activity::Place activity;
    std::uint64_t kernel = 0;             // its number for policies
    KernelCounts::Row* counts = nullptr;  // null until its first launch

    // The tenant's parameters: the guard may have added one behind them.
    std::span<const backend::ParameterInfo> parameters() const {
        const std::span<const backend::ParameterInfo> all = function->info().parameters;
        return guard.slot_bytes == 0 ? all : all.first(all.size() - 1);
    }
    std::uint32_t parameter_bytes() const {
        if (guard.slot_bytes == 0) return function->info().parameter_bytes;
        return parameters().empty() ? 0 : parameters().back().offset + parameters().back().bytes;
    }

    // The tenant's static shared memory, which limits its dynamic shared memory: without what the guard has added.
    std::uint32_t static_shared() const {
        const std::uint32_t all = function->info().static_shared;
        return all - static_cast<std::uint32_t>(std::min<std::uint64_t>(all, guard.own_shared));
    }
};

struct GraphObject {
    // Two graphs have one shape if each node has the same operation and dependencies.
    struct Shape {
        std::uint16_t operation = 0;
        std::vector<std::uint32_t> dependencies;
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    struct Range {
        backend::Address address = 0;
        std::uint64_t bytes = 0;
    };

    std::unique_ptr<backend::Graph> graph;
    std::vector<Shape> shape;
    std::vector<Range> ranges;                 // checked again at every launch
    std::vector<std::shared_ptr<void>> holds;  // modules, events and calls of libraries
    std::vector<WaitedWord> waited_words;
    std::vector<HostCalls::GraphCall> calls;
    std::unique_ptr<PrivateMemory::Segment> words;  // of `calls`
    // The data that its nodes write. After an update earlier data is kept while earlier launches may use it.
    std::vector<std::unique_ptr<PrivateMemory::Segment>> data;
    std::shared_ptr<StreamPoint> last_launch;
    std::uint64_t copies = 0;       // among its nodes
    std::uint64_t inner_nodes = 0;  // in the bodies of conditional nodes
    // Its kernels, with the number of nodes for each variant (KernelCounts).
    struct Kernels {
        KernelCounts::Row* row = nullptr;
        Variant variant = Variant::Unguarded;
        std::uint32_t condition = 0;
        std::uint64_t nodes = 0;
    };
    std::vector<Kernels> kernels;
    bool is_in_turn = false;      // it has a guarded cooperative kernel (Session::take_grid_turn)
    std::shared_ptr<void> count;  // among the session's
    Account::Holding graph_count;
    std::uint64_t library_weight = 0;  // weight of its library calls, when it was made
    Account::Holding library_count;
    unsigned failed_updates = 0;  // since the last one that succeeded
};

struct ArrayObject {
    std::shared_ptr<backend::Array> array;
};

// A captured call of a library: its work, and the objects that must exist while it may run.
struct LibraryRecordObject {
    std::shared_ptr<const backend::RecordedLibrary> work;
    std::vector<GraphObject::Range> ranges;
    std::vector<std::shared_ptr<void>> holds;  // the library's objects, and memory
    std::shared_ptr<void> count;               // among the session's graphs

    // How many graph nodes it counts as.
    std::uint64_t weight() const {
        constexpr std::size_t ranges_per_node = 16;
        return work->pieces() + ranges.size() / ranges_per_node;
    }
};

}  // namespace ringfence::worker
