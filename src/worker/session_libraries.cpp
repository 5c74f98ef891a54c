// Calls of libraries: the session's resources that their adapters use.
#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "backend/library_recorder.h"
#include "worker/errors.h"
#include "worker/session.h"

namespace ringfence::worker {
namespace {

class OwnMemory final : public adapters::DeviceMemory {
public:
    OwnMemory(backend::Device& device, backend::Address where, std::uint64_t size, Account::Holding holding)
        : DeviceMemory(where, size), device_(device), holding_(std::move(holding)) {}
    ~OwnMemory() override { (void)device_.release(address); }

private:
    backend::Device& device_;
    Account::Holding holding_;
};

}  // namespace

// Only the session's thread adds to it; the last owner of the work releases it.
struct Session::LibraryWork {
    std::uint64_t bytes = 0;
    std::vector<Account::Holding> parts;
};

class Session::LibraryCaller : public adapters::Caller {
public:
    // `waits`: the client waits for the call's result.
    LibraryCaller(Session& session, bool waits) : session_(session), waits_(waits) {}
    LibraryCaller(const LibraryCaller&) = delete;
    LibraryCaller& operator=(const LibraryCaller&) = delete;
    ~LibraryCaller() override {
        (void)end_work();
        if (buffer_) session_.free_read_buffers_.push_back(*buffer_);
    }

    bool is_alone() const override { return !session_.options_.is_shared; }
    Result<void> check(backend::Address address, std::uint64_t bytes) const override {
        RF_RETURN_IF_ERROR(session_.window_->check(address, bytes));
        return {};
    }
    Result<backend::Stream*> begin_work(std::uint64_t stream) override {
        RF_RETURN_IF_ERROR(end_work());
        RF_TRY(begun_, session_.begin_work(stream));
        RF_RETURN_IF_ERROR(begun_->stream->begin_library());
        is_at_work_ = true;
        return begun_->stream.get();
    }
    // After the library's call.
    Result<void> end_work() {
        if (!std::exchange(is_at_work_, false)) return {};
        return begun_->stream->end_library();
    }
    Result<adapters::ResultPlace> result_place() override {
        if (!waits_) return invalid("a library call that gives something and is not waited for");
        if (!buffer_) {
            if (session_.free_read_buffers_.empty()) {
                return Error::internal("there are more calls that wait for results than slots for their replies");
            }
            buffer_ = session_.free_read_buffers_.back();
            session_.free_read_buffers_.pop_back();
        }
        const std::uint64_t offset = std::uint64_t{*buffer_} * channel::slot_bytes;
        return adapters::ResultPlace{session_.private_->address() + offset,
                                     session_.private_->bytes().subspan(offset, channel::largest_reply / 2)};
    }

    Result<backend::Address> protect(std::span<const std::byte> bytes) override {
        auto segment = session_.private_memory_->allocate(bytes.size());
        if (!segment.ok()) {
            session_.poll_leaving();  // earlier calls may have finished with some
            segment = session_.private_memory_->allocate(bytes.size());
        }
        if (!segment.ok()) return segment.take_error();
        std::memcpy(segment.value()->bytes().data(), bytes.data(), bytes.size());
        segments_.push_back(segment.take());
        return segments_.back()->address();
    }
    Result<Account::Holding> charge(std::uint64_t bytes) override {
        auto held = session_.account_->hold(Limit::DeviceMemory, bytes);
        if (held.ok()) return held;
        session_.poll_leaving();  // memory of destroyed objects may be free by now
        return session_.account_->hold(Limit::DeviceMemory, bytes);
    }
    Result<std::shared_ptr<void>> charge_work(std::uint64_t stream, std::uint64_t bytes) override {
        constexpr std::uint64_t unit = 1 << 16;  // so that there are few parts
        RF_RETURN_IF_ERROR(session_.find_stream(stream));
        if (bytes <= UINT64_MAX - unit) bytes = (bytes + unit - 1) / unit * unit;
        std::weak_ptr<LibraryWork>& known = session_.library_work_[stream];
        std::shared_ptr<LibraryWork> work = known.lock();
        if (!work) known = work = std::make_shared<LibraryWork>();
        if (bytes > work->bytes) {
            RF_TRY(Account::Holding more, charge(bytes - work->bytes));
            work->parts.push_back(std::move(more));
            work->bytes = bytes;
        }
        return std::shared_ptr<void>(std::move(work));
    }
    Result<std::shared_ptr<adapters::DeviceMemory>> device_memory(std::uint64_t bytes) override {
        RF_RETURN_IF_ERROR(can_retire_more());
        RF_TRY(Account::Holding holding, charge(bytes));
        RF_TRY(const backend::Address address, session_.device_.allocate(bytes));
        return std::shared_ptr<adapters::DeviceMemory>(
            std::make_shared<OwnMemory>(session_.device_, address, bytes, std::move(holding)));
    }
    // One for each stream, since the work of a stream is done in order.
    Result<backend::Address> workspace(std::uint64_t stream, std::uint64_t bytes) override {
        RF_RETURN_IF_ERROR(session_.find_stream(stream));
        std::shared_ptr<adapters::DeviceMemory>& kept = session_.library_workspaces_[stream];
        if (!kept || kept->bytes < bytes) {
            RF_TRY(std::shared_ptr<adapters::DeviceMemory> memory, device_memory(bytes));
            retire(std::exchange(kept, std::move(memory)));
        }
        return kept->address;
    }
    void retire(std::shared_ptr<void> object) override {
        if (!object) return;
        for (const StreamPointer& stream : session_.all_streams()) {
            if (!StreamOrder::is_known_idle(stream->order))
                session_.retired_.push_back({StreamPoint::after(*stream), object});
        }
    }

    bool may_follow_pointers() const override { return is_alone() && session_.options_.libraries->are_on_card(); }

    Result<void> insert(std::uint64_t handle, std::shared_ptr<adapters::Object> object) override {
        RF_RETURN_IF_ERROR(session_.check_library_objects());
        RF_RETURN_IF_ERROR(can_retire_more());
        return session_.library_objects_.insert(handle, std::move(object));
    }
    adapters::Object* find(std::uint64_t handle) const override { return session_.library_objects_.find(handle); }
    std::shared_ptr<adapters::Object> remove(std::uint64_t handle) override {
        std::shared_ptr<adapters::Object> object = session_.library_objects_.remove(handle);
        if (object.use_count() > 1) session_.detached_library_objects_.push_back(object);
        // A card may still be using the object. The software GPU's libraries keep their resources alive themselves.
        if (session_.options_.libraries->are_on_card()) retire(object);
        return object;
    }

    bool has_protected() const { return !segments_.empty(); }
    // Protected segments stay until the stream has passed this point.
    void keep_until(const std::shared_ptr<StreamPoint>& point) {
        for (std::shared_ptr<PrivateMemory::Segment> segment : std::exchange(segments_, {}))
            session_.retired_.push_back({point, std::move(segment)});
    }

    // Call it after the library's call, whose work on a stream is subject to the limit of kernels.
    void watch() {
        if (begun_ != nullptr) session_.watch_.launched(*begun_);
    }

    // The read buffer with the results. The caller must give it back.
    std::optional<std::uint32_t> take_buffer() { return std::exchange(buffer_, std::nullopt); }

protected:
    Session& session_;
    std::vector<std::shared_ptr<PrivateMemory::Segment>> segments_;

private:
    // A limit, since retired objects wait for streams, which the client can block for ever.
    Result<void> can_retire_more() {
        constexpr std::size_t most_retired = 65536;
        if (session_.retired_.size() < most_retired) return {};
        session_.poll_leaving();
        if (session_.retired_.size() < most_retired) return {};
        return Error::bad_input("the session has destroyed too many library objects that streams still use")
            .with_status(cuda_status::out_of_memory);
    }

    bool waits_;
    std::optional<std::uint32_t> buffer_;
    StreamObject* begun_ = nullptr;
    bool is_at_work_ = false;
};

// For a captured call: its work is recorded, with the resources that replaying it needs.
class Session::RecordingCaller final : public LibraryCaller {
public:
    RecordingCaller(Session& session, std::uint64_t capture) : LibraryCaller(session, true), capture_(capture) {}

    bool is_recording() const override { return true; }
    // The range is checked again at every launch.
    Result<void> check(backend::Address address, std::uint64_t bytes) const override {
        RF_RETURN_IF_ERROR(LibraryCaller::check(address, bytes));
        ranges_.push_back({address, bytes});
        return {};
    }
    Result<backend::Stream*> begin_work(std::uint64_t stream) override {
        RF_RETURN_IF_ERROR(session_.find_stream(stream));
        if (!recorder_) {
            RF_TRY(recorder_, session_.device_.record_library(session_.group_));
        }
        return static_cast<backend::Stream*>(recorder_.get());
    }
    Result<adapters::ResultPlace> result_place() override {
        return Error::bad_input("a captured call gives nothing to host memory")
            .with_status(cuda_status::capture_unsupported);
    }
    // Not shared with the stream's own work, since graphs may run beside it.
    Result<std::shared_ptr<void>> charge_work(std::uint64_t /*stream*/, std::uint64_t bytes) override {
        RF_TRY(Account::Holding holding, charge(bytes));
        return std::shared_ptr<void>(std::make_shared<Account::Holding>(std::move(holding)));
    }
    Result<backend::Address> workspace(std::uint64_t stream, std::uint64_t bytes) override {
        auto& known = session_.captured_workspaces_;
        std::erase_if(known, [](const auto& one) { return one.second.expired(); });
        std::shared_ptr<adapters::DeviceMemory> memory = known[{capture_, stream}].lock();
        if (!memory || memory->bytes < bytes) {
            RF_TRY(memory, device_memory(bytes));
            known[{capture_, stream}] = memory;
        }
        uses(memory);
        return memory->address;
    }
    adapters::Object* find(std::uint64_t handle) const override {
        std::shared_ptr<adapters::Object> object = session_.library_objects_.share(handle);
        adapters::Object* found = object.get();
        if (found != nullptr) hold(std::move(object));
        return found;
    }
    void uses(std::shared_ptr<void> thing) override {
        if (thing) hold(std::move(thing));
    }

    // After the call. Null: it put nothing on its stream.
    Result<std::shared_ptr<LibraryRecordObject>> take() {
        if (!recorder_) return std::shared_ptr<LibraryRecordObject>();
        auto record = std::make_shared<LibraryRecordObject>();
        RF_TRY(record->work, recorder_->end());
        if (record->work->pieces() == 0) return std::shared_ptr<LibraryRecordObject>();
        for (std::shared_ptr<PrivateMemory::Segment>& segment : segments_)
            hold(std::move(segment));
        segments_.clear();
        record->holds = std::move(holds_);
        record->ranges = distinct(std::move(ranges_));
        return record;
    }

private:
    using Range = GraphObject::Range;

    void hold(std::shared_ptr<void> thing) const {
        if (std::find(holds_.begin(), holds_.end(), thing) == holds_.end()) holds_.push_back(std::move(thing));
    }
    static std::vector<Range> distinct(std::vector<Range> ranges) {
        const auto key = [](const Range& range) { return std::tie(range.address, range.bytes); };
        std::sort(ranges.begin(), ranges.end(), [&](const Range& a, const Range& b) { return key(a) < key(b); });
        const auto is_same = [&](const Range& a, const Range& b) { return key(a) == key(b); };
        ranges.erase(std::unique(ranges.begin(), ranges.end(), is_same), ranges.end());
        return ranges;
    }

    std::uint64_t capture_;
    std::shared_ptr<backend::LibraryRecorder> recorder_;
    mutable std::vector<Range> ranges_;
    mutable std::vector<std::shared_ptr<void>> holds_;
};

Result<adapters::Adapter*> Session::find_library(std::uint32_t library) {
    if (!options_.libraries) {
        return Error::bad_input("this worker has no libraries").with_status(cuda_status::not_supported);
    }
    return options_.libraries->find(static_cast<channel::Library>(library));
}

Result<adapters::Answer> Session::call_library(adapters::Adapter& library, LibraryCaller& caller,
                                               std::uint32_t function, Payload payload) {
    device_.enter_thread();
    Result<adapters::Answer> answer = library.call(caller, function, payload);
    const Result<void> ended = caller.end_work();
    device_.enter_thread();
    if (answer.ok() && !ended.ok()) return ended.error();
    return answer;
}

void Session::keep_protected(LibraryCaller& caller, const adapters::Answer& answer) {
    if (!caller.has_protected()) return;
    if (auto stream = find_stream(answer.stream); stream.ok()) caller.keep_until(StreamPoint::after(*stream.value()));
}

Result<void> Session::handle(const wire::CallLibrary& call, Payload payload, Completion& completion) {
    RF_TRY(adapters::Adapter * library, find_library(call.library));
    LibraryCaller caller(*this, true);
    RF_TRY(const adapters::Answer answer, call_library(*library, caller, call.function, payload));
    keep_protected(caller, answer);
    caller.watch();
    answer_library(answer, answer.result_bytes != 0 ? caller.take_buffer() : std::nullopt, std::move(completion));
    return {};
}

void Session::answer_library(const adapters::Answer& answer, std::optional<std::uint32_t> buffer,
                             Completion completion) {
    if (!buffer) {
        completion.succeed(wire::CallLibrary::Reply{.status = answer.status}, answer.bytes);
        return;
    }
    auto stream = find_stream(answer.stream);
    if (!stream.ok()) {
        free_read_buffers_.push_back(*buffer);
        completion.fail(stream.error());
        return;
    }
    auto held = std::make_shared<Completion>(std::move(completion));
    when_done({stream.value()->shared_from_this()},
              [this, held, buffer, bytes = answer.result_bytes](std::optional<Error> failure) {
                  free_read_buffers_.push_back(*buffer);
                  if (failure) {
                      held->fail(*failure);
                      return;
                  }
                  held->succeed(wire::CallLibrary::Reply{},
                                private_->bytes().subspan(std::uint64_t{*buffer} * channel::slot_bytes, bytes));
              });
}

Result<void> Session::check_library_objects() {
    std::erase_if(detached_library_objects_, [](const auto& object) { return object.expired(); });
    if (library_objects_.count() + detached_library_objects_.size() < most_library_objects) return {};
    return Error::bad_input(fmt::format("a session has at most {} handles and plans of libraries, including those "
                                        "that captured calls need",
                                        most_library_objects))
        .with_remedy("destroy graphs that are not used any more")
        .with_status(cuda_status::out_of_memory);
}

Result<void> Session::handle(const wire::RecordLibrary& call, Payload payload, Completion& completion) {
    RF_TRY(adapters::Adapter * library, find_library(call.library));
    RecordingCaller caller(*this, call.capture);
    RF_TRY(const adapters::Answer answer, call_library(*library, caller, call.function, payload));
    wire::RecordLibrary::Reply reply{.status = answer.status, .nodes = 0};
    if (answer.status == 0) RF_RETURN_IF_ERROR(keep_record(caller, call.record, payload.size(), reply.nodes));
    completion.succeed(reply, answer.bytes);
    return {};
}

// `bytes`: the size of the call, which the library may copy.
Result<void> Session::keep_record(RecordingCaller& caller, std::uint64_t record, std::uint64_t bytes,
                                  std::uint32_t& nodes) {
    RF_TRY(std::shared_ptr<LibraryRecordObject> kept, caller.take());
    if (!kept) return {};
    RF_TRY(kept->count, count_graph(kept->weight(), bytes));
    nodes = static_cast<std::uint32_t>(std::min<std::size_t>(kept->work->pieces(), UINT32_MAX));
    return library_records_.insert(record, std::move(kept));
}

Result<void> Session::handle(const wire::DropRecord& drop, Payload) {
    if (library_records_.remove(drop.record)) return {};
    return Error::bad_input("there is no such captured call of a library").with_status(cuda_status::invalid_handle);
}

Result<void> Session::handle(const wire::ReplayLibrary&, Payload) {
    return invalid("a captured call of a library is done as a part of a graph only");
}

Result<void> Session::handle(const wire::SubmitLibrary& call, Payload payload) {
    RF_TRY(adapters::Adapter * library, find_library(call.library));
    LibraryCaller caller(*this, false);
    RF_TRY(const adapters::Answer answer, call_library(*library, caller, call.function, payload));
    keep_protected(caller, answer);
    caller.watch();
    if (answer.status != 0) {
        return Error::bad_input(fmt::format("a library refused a call, with its status {}", answer.status))
            .with_status(cuda_status::invalid_value);
    }
    return {};
}

}  // namespace ringfence::worker
