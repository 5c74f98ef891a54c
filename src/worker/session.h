// One client's session: reads the client's records, checks them and carries them out on the device.
//
// The session's thread owns everything here and does not wait: pending operations are in a list that it polls, and
// modules are compiled on other threads, which post their results to the inbox. Whatever the client sends, the worst
// result is that its own session ends.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "adapters/libraries.h"
#include "backend/device.h"
#include "base/account.h"
#include "base/effort.h"
#include "base/mutex.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "channel/dispatch.h"
#include "channel/handshake.h"
#include "channel/shared_memory.h"
#include "channel/worker_channel.h"
#include "memory/texture_table.h"
#include "memory/window.h"
#include "worker/activity.h"
#include "worker/answer_thread.h"
#include "worker/backlog.h"
#include "worker/client_output.h"
#include "worker/event_pool.h"
#include "worker/exchange.h"
#include "worker/graph_builder.h"
#include "worker/guard_resources.h"
#include "worker/host_calls.h"
#include "worker/jobs.h"
#include "worker/journal.h"
#include "worker/kernel_counts.h"
#include "worker/kernel_watch.h"
#include "worker/load_memory.h"
#include "worker/log.h"
#include "worker/module_loader.h"
#include "worker/next_record.h"
#include "worker/object_table.h"
#include "worker/objects.h"
#include "worker/pace.h"
#include "worker/private_memory.h"
#include "worker/residency.h"
#include "worker/session_limits.h"
#include "worker/stream_order.h"
#include "worker/stream_point.h"
#include "worker/thread_pool.h"

namespace ringfence::worker {

struct SessionOptions {
    std::string backend = "soft";
    bool is_shared = false;            // other sessions' kernels run in the same context
    bool has_standard_output = false;  // redirect this process's, where a card's driver prints; for one session only
    bool keeps_pace = false;           // the driver's lock is not fair (pace.h)
    std::optional<guard::Mode> guard;  // none: kernels are not rewritten
    std::shared_ptr<const ModuleCache> cache;
    // cuFFT, cuBLAS and other libraries; null: none is supported.
    std::shared_ptr<adapters::Libraries> libraries;
    // Processes that compile guarded modules; null: the device compiles them.
    std::shared_ptr<compiler::Pool> compilers;
    memory::WindowOptions window;
    std::uint64_t staging_bytes = std::uint64_t{32} << 20;
    std::chrono::nanoseconds spin = std::chrono::microseconds(200);  // time of polling before a thread sleeps
    bool foresees_client = false;  // wake up before the client's next record (next_record.h)
    // The time between two polls of pending work, after spinning.
    std::chrono::nanoseconds shortest_nap = std::chrono::microseconds(10);
    std::chrono::nanoseconds longest_nap = std::chrono::milliseconds(2);
    BacklogLimits backlog;
    PrivateQuota private_memory;
    // Limit of a thread's local memory. A card has one pool per context with that much for each thread that can run at
    // once, and blocks all launches while the pool grows: so the worker has set its size at start.
    std::uint32_t most_local_bytes = UINT32_MAX;
    // Limits of all graphs of the session together.
    std::uint64_t most_graph_nodes = 1 << 20;
    std::uint64_t most_graph_bytes = std::uint64_t{256} << 20;
    // When the client is gone, its work on the device may go on for so long; then it is stopped, if the device can.
    std::chrono::nanoseconds grace = std::chrono::milliseconds(200);
    // How long a change of the window's mappings waits until no kernel of the session runs.
    std::chrono::seconds quiet_patience{2};
    std::chrono::milliseconds compile_limit{0};  // of one module; 0: the compiler's own
    // Counts all that the session has; null: it gets an account of its own.
    std::shared_ptr<Account> account;
    // Shares memory and events with the tenant's other sessions; null: no sharing.
    std::shared_ptr<Exchange> exchange;
    std::string tenant;
    // Reports the session's events; null: they are not reported.
    std::shared_ptr<Journal> journal;
    ActivityOptions activity;  // what the journal reports of launches and copies
    // Its virtual GPU, where its streams' work waits for turns; null: work does not wait.
    std::shared_ptr<const Jobs::Binding> jobs;
    // Decides when its memory leaves the device because not all fits; null: memory stays on the device.
    std::shared_ptr<Residency> residency;
    std::uint32_t priority = 0;      // of its virtual GPU
    std::uint64_t memory_share = 0;  // its share of the card's memory; 0: no limit
    // Called when there are kernels to watch for their duration (kernel_watch.h).
    std::function<void()> on_kernels;
    KernelWatch::Now kernel_now = KernelWatch::Clock::now;
    // For tests: changes the rewritten text of late variants before it is checked.
    std::function<void(std::string& late)> alter_late;
    // Called when the device is lost: it must get no new clients.
    std::function<void()> on_device_lost;
};

struct SessionStatistics {
    std::uint64_t records = 0;
    std::uint64_t launches = 0;
    std::uint64_t memory_bytes = 0;  // committed
    std::uint64_t host_bytes = 0;    // granted
    std::uint64_t copies = 0;
    std::uint64_t copied_bytes = 0;
};

class Session {
public:
    // Allocates the session's memory. `pace`: the one of all sessions of the
    // device.
    static Result<std::unique_ptr<Session>> create(backend::Device& device, Pace& pace,
                                                   const std::shared_ptr<PrivateMemory>& memory,
                                                   const SessionOptions& options, UniqueFd socket, UniqueFd output,
                                                   Log log);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // Sends the Welcome. `on_end` is called once, by the session's thread, when all of the session's resources are
    // freed; it is not called if start() fails.
    Result<void> start(std::function<void()> on_end);
    // From any thread. The session's thread cleans up and ends; the client's calls return `status` from then on.
    void end(std::string reason, std::int32_t status = channel::context_is_destroyed);
    // The same, and the client is told at once, even if the session's thread is stuck in the driver.
    void end_at_once(const std::string& reason, std::int32_t status = channel::context_is_destroyed);

    // For other threads, while the session's thread is stuck: see ClientOutput::close.
    void close_output() { output_->close(); }

    int socket() const { return socket_.get(); }
    // Receives a message from the client's socket: host memory to attach, one at a time. False if it is anything else.
    // Callable from any thread.
    bool hear_client();
    bool was_refused() const { return was_refused_; }  // it ended because the client broke a rule
    bool has_lost_device() const { return has_lost_device_; }
    SessionStatistics statistics() const;
    const Account& account() const { return *account_; }
    KernelWatch& kernels() { return watch_; }
    // From any thread.
    const KernelCounts& kernel_counts() const { return kernel_counts_; }
    // The client's own count of unsupported calls. Callable from any thread.
    channel::WorkerChannel::Unsupported unsupported() const { return channel_->unsupported(); }
    // How long the session has been waiting for the device; 0 if it does not wait.
    std::chrono::nanoseconds waiting_for() const;

private:
    using Payload = channel::Payload;
    using Completion = channel::Completion;
    using StreamPointer = std::shared_ptr<StreamObject>;
    // Gets the first failure of the awaited work.
    using Finish = std::function<void(std::optional<Error> failure)>;

    struct Wait {
        std::shared_ptr<StreamPoint> point;
        std::shared_ptr<backend::Event> event;  // the client's event, if it waits for one
    };
    struct Pending {
        std::vector<Wait> waits;
        std::size_t next = 0;
        std::optional<Error> failure;
        Finish finish;
        std::chrono::steady_clock::time_point since;
        std::chrono::steady_clock::time_point came;  // by options_.kernel_now
        std::chrono::steady_clock::time_point next_look;
    };
    struct DeferredRelease {
        std::shared_ptr<StreamPoint> point;
        backend::Address address = 0;
    };
    // A module that is being loaded, or judged.
    struct Load {
        Load(std::shared_ptr<ModuleObject> object, std::uint64_t its_handle, std::uint64_t image, Completion due)
            : module(std::move(object)), handle(its_handle), bytes(image), completion(std::move(due)) {}
        std::shared_ptr<ModuleObject> module;  // null: it is judged
        std::uint64_t handle;
        std::uint64_t bytes;
        Completion completion;  // empty: it was answered
        std::shared_ptr<Effort> effort = nullptr;
        std::atomic<std::chrono::steady_clock::duration> began{};  // 0: no thread has started it yet
        // How long the session had waited for compilers when this load began.
        std::atomic<std::chrono::steady_clock::duration> waited_before{};
    };
    // Variants of a module's kernels that are being compiled.
    struct LateLoad {
        std::shared_ptr<ModuleObject> module;
        std::shared_ptr<const LateSource> source;
        LateRequest request;
        bool is_over = false;  // the session's thread has finished with it
        std::shared_ptr<Effort> effort = nullptr;
        std::atomic<std::chrono::steady_clock::duration> began{};
        std::atomic<std::chrono::steady_clock::duration> waited_before{};
    };
    // A record that waits for variants or memory. No other record is read until this one was handled again.
    struct HeldRecord {
        std::shared_ptr<LateLoad> load;  // null: it waits for memory
        Finish again;
        std::optional<Error> failure;
        bool is_ready = false;
    };
    // Another session's memory in this window. The entry exists until the memory is unmapped, also while it is being
    // closed, which waits for the session's streams.
    struct Import {
        std::optional<Token> token = std::nullopt;
        std::optional<std::uint32_t> segment = std::nullopt;
        std::uint32_t count = 1;
        std::uint64_t number = 0;  // unique, since an address may be used again
        bool is_closing = false;
    };
    struct Retired {
        std::shared_ptr<StreamPoint> point;
        std::shared_ptr<void> object;
    };
    struct Gate;

    Session(backend::Device& device, Pace& pace, const SessionOptions& options, UniqueFd socket, UniqueFd output,
            Log log);
    Result<void> open(const std::shared_ptr<PrivateMemory>& memory);
    Result<void> greet();

    // session.cpp: the thread
    void run();
    void rest();
    void note_waiting();
    bool read_records();
    int work_on_records();
    bool run_inbox();
    void post(std::function<void()> job);
    std::chrono::nanoseconds longest_wait();

    // session_waits.cpp: pending operations
    bool poll();
    bool poll_pending(Pending& pending);
    bool is_over(StreamPoint& point);
    void finish(Pending& pending);
    bool is_worth_spinning() const;
    bool wait_idle();
    std::chrono::nanoseconds until_next_look() const;
    void poll_releases();
    void poll_leaving();
    void when_done(const std::vector<StreamPointer>& streams, Finish finish);
    void when_done(std::shared_ptr<backend::Event> event, Finish finish);
    void await(std::unique_ptr<Pending> pending);
    bool is_idle();
    // True if an allocation that has just failed may succeed once no work is running.
    bool may_have_been_refused_for_work();
    std::vector<StreamPointer> all_streams(bool with_non_blocking = true);
    // The streams that a query or a wait for `stream` concerns: for the legacy stream the blocking ones too.
    std::vector<StreamPointer> streams_behind(StreamObject& stream);
    static Finish answer(Completion completion);

    // session_guard.cpp
    struct Quiet {
        Finish change;
        std::chrono::steady_clock::time_point since;
    };
    // Calls `change` when none of the session's kernels runs, so that pages of the window can be exchanged with sinks.
    // Passes an error if that takes too long.
    void when_quiet(Finish change);
    bool poll_quiet();
    // True if records have to wait for the pending changes.
    bool holds_back();
    Result<void> find_textures(const GuardedModule& module, GuardedModule::Places& places);
    void place_module(const std::shared_ptr<ModuleObject>& module, std::uint64_t handle, Completion& completion);
    void drop_module(const std::shared_ptr<ModuleObject>& module, std::uint64_t handle);
    // A kernel could not be found. Counts and reports that, if the guard has refused the kernel.
    void note_refusal(const ModuleObject& module, std::string_view kernel, const Error& error);
    bool is_own(backend::Address address) const { return guard_ && guard_->owns(address); }
    // Takes guarded kernels' output and faults.
    void look_at_guard();
    void take_fault();
    // Call it after launching kernels that print: their output is polled while they run.
    void expect_prints();
    bool take_prints();
    bool poll_prints();

    // session_variants.cpp A record needs variants of kernels that are not compiled yet. It is held until
    // they are compiled or compiling has failed. The caller then sets held_->again, which handles the record
    // again.
    Result<void> await_variants(const Lacking& lacking);
    void finish_variants(const std::shared_ptr<LateLoad>& load, Result<LateModule> made);
    void fail_variants(LateLoad& load, ModuleObject& module, const Error& failure);
    void give_up_variants(LateLoad& load, ModuleObject& module, Error error);
    bool poll_variants();
    void release_held(std::optional<Error> failure);
    bool take_held();
    bool awaits_variants() const { return held_ && !held_->is_ready; }
    // session.cpp: makes held_ handle the record again when it no longer has to wait.
    template <typename Record>
    Result<void> hold_record(const Record& record, Payload payload);
    template <typename Record>
    Result<void> hold_record(const Record& record, Payload payload, Completion& completion);
    Result<void> hold(const wire::Launch& launch, Payload payload);
    Result<void> hold(const wire::CreateGraph& create, Payload payload, Completion& completion);
    Result<void> hold(const wire::UpdateGraph& update, Payload payload, Completion& completion);

    // session_slots.cpp The address of the slots for a launch's threads. All launches of a stream share one
    // allocation.
    Result<backend::Address> slots_on(StreamObject& stream, const FunctionObject& function, const wire::Launch& launch);
    // True if a record that failed with this error is held until there may be memory for it.
    bool awaits_memory_after(const Error& error);

    // session_residency.cpp
    struct Room {
        std::uint64_t bytes = 0;
        Finish finish;
        std::chrono::steady_clock::time_point since;
        bool was_asked_for = false;
        bool may_be_had = false;
        // When the memory last seemed obtainable.
        std::chrono::steady_clock::time_point hopeful_at = since;
        // The most that was free so far, and when that last grew.
        std::uint64_t most_free = 0;
        std::chrono::steady_clock::time_point stuck_since = since;
    };
    void join_residency();
    // Calls `finish` when the device has room for so many bytes, moving others' memory if needed; or with an error.
    void when_room(std::uint64_t bytes, Finish finish);
    bool waits_for_memory();
    bool needs_room() const;
    bool poll_residency();
    bool may_move();
    bool give_room();
    void refuse_room();
    bool take_room();
    bool come_in();
    bool serve_room();
    // Nothing: there may be room later. Otherwise the reason why there will be none.
    std::optional<Error> ask_for_room(Room& room);
    void lose_memory(const Error& error);

    // session_sharing.cpp
    Result<void> check_sharing() const;
    Result<void> check_imports() const;
    void when_shareable(bool needs_quiet, std::function<Result<void>()> share, std::function<Result<void>()> give,
                        const std::shared_ptr<Completion>& completion);
    Result<void> release_memory(backend::Address address);
    void attach_shared(memory::SharedRange range, const Import& import, Completion& completion);
    void let_go_of_segment(std::uint32_t id);
    bool is_import(backend::Address address, std::uint64_t number) const;
    // `number`: the import's; 0 for memory that is no import.
    void drop_shared(backend::Address address, std::uint64_t number = 0);
    Result<void> wait_for_others(EventObject& event, std::uint64_t handle);
    Result<void> answer_segment(std::uint32_t id, std::uint64_t least_bytes, Completion& completion);

    // session_textures.cpp
    using Textures = std::unordered_map<std::uint64_t, std::shared_ptr<backend::TextureObject>>;
    Result<void> check_textures() const;
    Result<std::shared_ptr<backend::Array>> find_array(std::uint64_t handle) const;
    Result<backend::TextureResource> find_resource(const wire::CreateTexture& wanted) const;
    Result<std::shared_ptr<memory::TextureTable>> texture_table();
    Result<std::uint64_t> keep_texture(Textures& textures, std::unique_ptr<backend::TextureObject> texture,
                                       memory::TextureTable::Columns columns);
    struct DroppedTexture {
        std::uint64_t number = 0;
        std::shared_ptr<backend::TextureObject> object;
    };
    using DroppedTextures = std::vector<DroppedTexture>;
    Result<void> drop_texture(Textures& textures, std::uint64_t number);
    void let_textures_leave();
    void end_textures(DroppedTextures& textures);

    // session_mapping.cpp
    void drop_mapped(const wire::UnmapMemory& operation, const std::shared_ptr<Completion>& completion);

    // session_failure.cpp
    void end_breach(const std::string& how);
    void report(const Error& error, wire::Operation operation);
    void note_failure(const Error& error);
    Error current_failure();

    // session_end.cpp
    void reclaim();
    // `lent`: its memory that other sessions have still mapped.
    void close_account(const std::vector<std::shared_ptr<memory::Piece>>& lent);
    void wait_for_streams();
    void release_waited_words(std::size_t turn);
    Result<void> make_room_for_words(StreamObject& stream, std::span<const WaitedWord> words);
    static void note_waited_words(StreamObject& stream, std::span<const WaitedWord> words);
    void destroy_objects();
    void forget_stream(StreamObject& stream);
    Result<void> start_afresh();

    Result<StreamObject*> find_stream(std::uint64_t handle);
    // The stream, prepared for more work: in order, and within the backlog's limits.
    Result<StreamObject*> begin_work(std::uint64_t handle, std::uint64_t operations = 1, std::uint64_t copies = 0);
    Result<StreamObject*> begin_copy(std::uint64_t handle) { return begin_work(handle, 1, 1); }
    // session_backlog.cpp
    bool may_read_on();
    bool may_wait_for_client();
    void look_at_backlog();
    Error too_much_work() const;
    // Reports that records wait because of a limit.
    void note_held_back();
    Result<FunctionObject*> find_function(std::uint64_t handle);
    Result<void> make_room_for_stream();
    Result<StreamPointer> make_stream(StreamOrder::Kind kind, int priority);
    // See read_placements(): the client's addresses for a module's variables, checked. Checks the address range of a
    // client's image, and that not too much is being loaded.
    Result<void> check_image(backend::Address image, std::uint64_t bytes) const;
    ModuleWishes module_wishes(std::shared_ptr<Effort> effort) const;
    Result<std::vector<backend::Placement>> read_placements(Payload payload) const;
    Result<void> write_placed_contents(backend::Module& module) const;
    GraphContext graph_context();
    // Counts a graph while the result exists.
    Result<std::shared_ptr<void>> count_graph(std::uint64_t nodes, std::uint64_t bytes);
    // The list of a graph's nodes: the payload itself, or a copy from host memory in `copy`.
    Result<Payload> graph_list(std::uint64_t list, std::uint64_t bytes, Payload payload, std::vector<std::byte>& copy);

    // Operations, by topic: session_memory.cpp, _modules.cpp, _streams.cpp, _launch.cpp, _graphs.cpp. An error becomes
    // the reply, or the session's failure if there is none. To reply later, a handler moves the completion.
    Result<void> handle(const wire::SynchronizeSession&, Payload, Completion&);
    Result<void> handle(const wire::ResetSession&, Payload, Completion&);
    Result<void> handle(const wire::MemoryInfo&, Payload, Completion&);
    Result<void> handle(const wire::Allocate&, Payload, Completion&);
    Result<void> handle(const wire::Release&, Payload, Completion&);
    Result<void> handle(const wire::ReleaseAfter&, Payload);
    Result<void> handle(const wire::AllocateHost&, Payload, Completion&);
    Result<void> handle(const wire::AttachHost&, Payload, Completion&);
    Result<void> handle(const wire::ReleaseHost&, Payload, Completion&);
    Result<void> handle(const wire::ReserveAddresses&, Payload, Completion&);
    Result<void> handle(const wire::FreeAddresses&, Payload, Completion&);
    Result<void> handle(const wire::CreateMemory&, Payload, Completion&);
    Result<void> handle(const wire::DestroyMemory&, Payload, Completion&);
    Result<void> handle(const wire::MapMemory&, Payload, Completion&);
    Result<void> handle(const wire::UnmapMemory&, Payload, Completion&);
    Result<void> handle(const wire::ExportCreatedMemory&, Payload, Completion&);
    Result<void> handle(const wire::ImportCreatedMemory&, Payload, Completion&);
    Result<void> handle(const wire::ExportMemory&, Payload, Completion&);
    Result<void> handle(const wire::ImportMemory&, Payload, Completion&);
    Result<void> handle(const wire::CloseMemory&, Payload, Completion&);
    Result<void> handle(const wire::GetSegment&, Payload, Completion&);
    Result<void> handle(const wire::AttachSegment&, Payload, Completion&);
    Result<void> handle(const wire::DescribeSegment&, Payload, Completion&);
    Result<void> handle(const wire::GrantSegment&, Payload, Completion&);
    Result<void> handle(const wire::RemoveSegment&, Payload, Completion&);
    Result<void> handle(const wire::ExportEvent&, Payload, Completion&);
    Result<void> handle(const wire::ImportEvent&, Payload, Completion&);
    Result<void> handle(const wire::Copy&, Payload);
    Result<void> handle(const wire::CopyBox&, Payload);
    Result<void> handle(const wire::Write&, Payload);
    Result<void> handle(const wire::Read&, Payload, Completion&);
    Result<void> handle(const wire::Fill&, Payload);
    Result<void> handle(const wire::CreateArray&, Payload, Completion&);
    Result<void> handle(const wire::DestroyArray&, Payload, Completion&);
    Result<void> handle(const wire::CopyArray&, Payload);
    Result<void> handle(const wire::CreateTexture&, Payload, Completion&);
    Result<void> handle(const wire::DestroyTexture&, Payload);
    Result<void> handle(const wire::EncodeTensorMap&, Payload, Completion&);
    Result<void> handle(const wire::MoveTensorMap&, Payload, Completion&);
    Result<void> handle(const wire::CreateSurface&, Payload, Completion&);
    Result<void> handle(const wire::DestroySurface&, Payload);
    Result<void> handle(const wire::LoadModule&, Payload, Completion&);
    Result<void> handle(const wire::JudgeImage&, Payload, Completion&);
    Result<void> handle(const wire::UnloadModule&, Payload, Completion&);
    Result<void> handle(const wire::FindFunction&, Payload, Completion&);
    Result<void> handle(const wire::ListFunctions&, Payload, Completion&);
    Result<void> handle(const wire::ExplainLaunch&, Payload, Completion&);
    Result<void> handle(const wire::FindGlobal&, Payload, Completion&);
    Result<void> handle(const wire::SetFunctionAttribute&, Payload, Completion&);
    Result<void> handle(const wire::Occupancy&, Payload, Completion&);
    Result<void> handle(const wire::CreateStream&, Payload, Completion&);
    Result<void> handle(const wire::DestroyStream&, Payload);
    Result<void> handle(const wire::SynchronizeStream&, Payload, Completion&);
    Result<void> handle(const wire::QueryStream&, Payload, Completion&);
    Result<void> handle(const wire::CreateEvent&, Payload);
    Result<void> handle(const wire::AskForEvent&, Payload, Completion&);
    Result<void> handle(const wire::DestroyEvent&, Payload);
    Result<void> handle(const wire::RecordEvent&, Payload);
    Result<void> handle(const wire::WaitEvent&, Payload);
    Result<void> handle(const wire::SynchronizeEvent&, Payload, Completion&);
    Result<void> handle(const wire::QueryEvent&, Payload, Completion&);
    Result<void> handle(const wire::Elapsed&, Payload, Completion&);
    Result<void> handle(const wire::CallHost&, Payload);
    Result<void> handle(const wire::WriteValue&, Payload);
    Result<void> handle(const wire::WaitValue&, Payload);
    Result<void> handle(const wire::Launch&, Payload);
    Result<void> handle(const wire::CreateGraph&, Payload, Completion&);
    Result<void> handle(const wire::UpdateGraph&, Payload, Completion&);
    Result<void> handle(const wire::LaunchGraph&, Payload);
    Result<void> handle(const wire::DestroyGraph&, Payload);
    Result<void> handle(const wire::CallLibrary&, Payload, Completion&);
    Result<void> handle(const wire::SubmitLibrary&, Payload);
    Result<void> handle(const wire::RecordLibrary&, Payload, Completion&);
    Result<void> handle(const wire::DropRecord&, Payload);
    Result<void> handle(const wire::ReplayLibrary&, Payload);
    Result<void> handle(const wire::RunBodies&, Payload);

    void count_memory();
    Result<void> create_event(std::uint64_t handle, std::uint32_t flags);
    // For the audit log: "host to device".
    std::string_view direction_of(backend::Address from, backend::Address to) const;
    bool is_host_memory(backend::Address address) const;
    std::uint64_t copy_piece(backend::Address from, backend::Address to, std::uint64_t bytes) const;
    Result<void> allocate_now(const wire::Allocate& wanted, Completion& completion);
    void allocate_or_make_room(const wire::Allocate& wanted, const std::shared_ptr<Completion>& completion);
    Result<void> allocate_host_now(const wire::AllocateHost& operation, Completion& completion);
    std::shared_ptr<Effort> begin_effort();
    std::shared_ptr<Load> begin_load(std::shared_ptr<ModuleObject> module, std::uint64_t handle, std::uint64_t bytes,
                                     Completion& completion);
    void note_begin(Load& load) const;
    void end_load(Load& load);
    Result<void> hold_late_bytes(ModuleObject& module, std::uint64_t image_bytes);
    Result<void> hold_contents(ModuleObject& module, std::uint64_t image_bytes);
    void finish_loading(Load& load, Result<LoadedModule> loaded);
    void finish_judging(Load& load, const Result<void>& verdict);
    bool poll_loads();
    void drop_retired(backend::Address address, Completion completion);
    bool is_running(const GraphObject& graph);
    Result<StreamObject*> begin_graph(GraphObject& graph, std::uint64_t stream);
    // All guarded cooperative kernels use the same words to synchronize their blocks (GuardResources), so they run one
    // at a time. Call it after begin_work() and before the launch.
    Result<void> take_grid_turn(StreamObject& stream);
    void retire_graph(const std::shared_ptr<GraphObject>& graph);
    // session_libraries.cpp
    class LibraryCaller;
    class RecordingCaller;
    Result<void> keep_record(RecordingCaller& caller, std::uint64_t record, std::uint64_t bytes, std::uint32_t& nodes);
    // Fails if there are too many objects. Destroyed objects that captured calls still use count, too.
    Result<void> check_library_objects();
    Result<adapters::Answer> call_library(adapters::Adapter& library, LibraryCaller& caller, std::uint32_t function,
                                          Payload payload);
    void keep_protected(LibraryCaller& caller, const adapters::Answer& answer);
    Result<adapters::Adapter*> find_library(std::uint32_t library);
    void answer_library(const adapters::Answer& answer, std::optional<std::uint32_t> buffer, Completion completion);

    static constexpr std::size_t most_judged_bytes = std::size_t{64} << 20;

    backend::Device& device_;
    Pace::Member pace_;
    SessionOptions options_;
    std::shared_ptr<Account> account_;
    UniqueFd socket_;
    std::shared_ptr<ClientOutput> output_;
    Log log_;

    channel::SharedMemory shared_;
    std::unique_ptr<channel::WorkerChannel> channel_;
    std::unique_ptr<memory::Window> window_;
    std::unique_ptr<Residency::Member> residency_;  // null: memory stays on the device
    std::deque<Room> rooms_;
    unsigned rooms_in_a_row_ = 0;  // since the last record
    std::optional<std::chrono::steady_clock::time_point> asked_since_;
    bool is_coming_ = false;                   // its memory is coming back from the host
    std::chrono::nanoseconds coming_time_{0};  // time spent on moving, without waiting
    std::chrono::steady_clock::time_point last_look_;
    std::chrono::steady_clock::time_point last_move_;
    backend::Address staging_ = 0;
    UniqueFd staging_file_;  // until it was sent to the client
    Mutex offered_mutex_;
    UniqueFd offered_ RF_GUARDED_BY(offered_mutex_);  // host memory that the client wants to attach
    std::shared_ptr<PrivateMemory::Share> private_memory_;
    std::unique_ptr<PrivateMemory::Segment> private_;  // buffers for reads, then the words of streams
    std::unique_ptr<GuardResources> guard_;            // null: kernels are not rewritten
    std::vector<std::uint32_t> free_read_buffers_;
    std::unique_ptr<HostCalls> calls_;
    std::unique_ptr<AnswerThread> answers_;

    std::shared_ptr<backend::StreamGroup> group_;  // of its streams; may be null
    NextRecord next_record_;
    EventPool events_;
    Activity activity_;
    KernelCounts kernel_counts_;
    Backlog backlog_;
    KernelWatch watch_;
    unsigned turns_unmarked_ = 0;
    Backlog::Clock::time_point next_look_;
    bool is_held_back_ = false;  // records in the ring wait because of the backlog
    StreamOrder order_;
    StreamPointer legacy_;
    ObjectTable<StreamObject> streams_{HandleKind::Stream, most_streams};
    ObjectTable<EventObject> event_objects_{HandleKind::Event, most_events + channel::internal_events};
    ObjectTable<ModuleObject> modules_{HandleKind::Module, most_modules};
    ObjectTable<FunctionObject> functions_{HandleKind::Function, most_functions};
    ObjectTable<GraphObject> graphs_{HandleKind::GraphExec, most_graphs};
    std::shared_ptr<backend::TextureSpace> texture_space_;  // null: the device has none
    std::shared_ptr<memory::TextureTable> texture_table_;   // null: no guarded kernel needs one yet
    ObjectTable<ArrayObject> arrays_{HandleKind::Array, most_arrays};
    // By the numbers that kernels get.
    Textures textures_;
    Textures surfaces_;
    std::size_t leaving_textures_ = 0;  // destroyed, but kernels may be using them
    DroppedTextures dropped_textures_;  // those that do not wait for streams yet
    bool are_textures_leaving_ = false;
    std::uint64_t array_bytes_ = 0;
    ObjectTable<adapters::Object> library_objects_{HandleKind::LibraryObject, most_library_objects};
    std::vector<std::weak_ptr<adapters::Object>> detached_library_objects_;  // captured calls may still need them
    std::map<std::uint64_t, std::shared_ptr<adapters::DeviceMemory>> library_workspaces_;  // by stream
    // The memory that libraries take for the work of a stream, by stream. Owned by the work.
    struct LibraryWork;
    std::map<std::uint64_t, std::weak_ptr<LibraryWork>> library_work_;
    ObjectTable<LibraryRecordObject> library_records_{HandleKind::LibraryRecord, most_library_records};
    // Workspaces of captured calls, by capture and stream. Owned by the captures.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::weak_ptr<adapters::DeviceMemory>> captured_workspaces_;
    std::shared_ptr<StreamPoint> grid_turn_;  // behind the last cooperative launch, if kernels are guarded
    std::vector<StreamPointer> leaving_;      // destroyed by the client, not idle yet
    std::deque<Retired> retired_;

    std::vector<std::unique_ptr<Pending>> pending_;
    std::deque<Quiet> quiet_;
    std::vector<DeferredRelease> releases_;
    std::unordered_set<backend::Address> releasing_;
    std::unique_ptr<Exchange::Member> sharing_;  // null: it shares nothing
    std::map<backend::Address, std::shared_ptr<Exchange::Offer>> offers_;
    std::map<backend::Address, Import> imports_;
    std::uint64_t last_import_ = 0;
    std::map<std::uint64_t, memory::SharedRange> made_memory_;  // by number; the window knows its addresses
    std::uint64_t last_made_memory_ = 0;
    std::map<std::uint64_t, std::shared_ptr<Exchange::Offer>> made_offers_;  // by the memory's number
    std::size_t reservations_ = 0;
    std::size_t mappings_ = 0;
    std::uint64_t loading_bytes_ = 0;
    std::vector<std::shared_ptr<Load>> loads_;
    Efforts efforts_;                          // of these, and of late variants
    std::shared_ptr<LoadMemory> load_memory_;  // null: nothing was loaded yet
    std::optional<HeldRecord> held_;
    std::shared_ptr<compiler::Customer> compiler_;  // of options_.compilers, if any
    std::shared_ptr<JudgedModules> judged_ = std::make_shared<JudgedModules>(most_judged_bytes);
    std::uint64_t graph_bytes_ = 0;

    // True while kernels that print may be running.
    bool expects_prints_ = false;
    std::chrono::steady_clock::time_point next_print_look_;
    std::chrono::nanoseconds print_pause_{0};

    std::optional<Error> failure_;  // a sticky one
    bool is_failure_told_ = false;
    bool is_resetting_ = false;  // no new work begins until earlier work is done
    unsigned lines_logged_ = 0;

    Mutex inbox_mutex_;
    std::vector<std::function<void()>> inbox_ RF_GUARDED_BY(inbox_mutex_);
    std::string end_reason_ RF_GUARDED_BY(inbox_mutex_);
    std::int32_t end_status_ RF_GUARDED_BY(inbox_mutex_) = channel::context_is_destroyed;
    std::atomic<bool> has_mail_{false};
    std::atomic<bool> is_ending_{false};
    std::atomic<bool> was_refused_{false};
    std::atomic<bool> has_lost_device_{false};
    std::atomic<std::uint64_t> records_{0};
    std::atomic<std::uint64_t> launches_{0};
    std::atomic<std::uint64_t> memory_bytes_{0};
    std::atomic<std::uint64_t> host_bytes_{0};
    std::atomic<std::int64_t> waiting_since_{0};  // by options_.kernel_now, in nanoseconds; 0: it does not wait

    std::vector<std::byte> record_;
    std::function<void()> on_end_;
    ThreadPool loaders_{2};
    std::thread thread_;
};

}  // namespace ringfence::worker
