// Calls of libraries: what a session lends their adapters.
#include <cstring>

#include <fmt/core.h>

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

class Session::LibraryCaller final : public adapters::Caller {
public:
    // `waits`: the client waits for what the call gives.
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
            session_.poll_leaving();  // some of earlier calls may be done with
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
        session_.poll_leaving();  // what objects that are destroyed had may be free by now
        return session_.account_->hold(Limit::DeviceMemory, bytes);
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

    Result<void> insert(std::uint64_t handle, std::shared_ptr<adapters::Object> object) override {
        RF_RETURN_IF_ERROR(can_retire_more());
        return session_.library_objects_.insert(handle, std::move(object));
    }
    adapters::Object* find(std::uint64_t handle) const override { return session_.library_objects_.find(handle); }
    std::shared_ptr<adapters::Object> remove(std::uint64_t handle) override {
        std::shared_ptr<adapters::Object> object = session_.library_objects_.remove(handle);
        // The card may still be at work with it. The software GPU's libraries keep what they need.
        if (session_.options_.libraries->are_on_card()) retire(object);
        return object;
    }

    bool has_protected() const { return !segments_.empty(); }
    // What was protected stays until the stream is behind this point.
    void keep_until(const std::shared_ptr<StreamPoint>& point) {
        for (std::shared_ptr<PrivateMemory::Segment> segment : std::exchange(segments_, {}))
            session_.retired_.push_back({point, std::move(segment)});
    }

    // After the call: what it put on a stream may take as long as a kernel may.
    void watch() {
        if (begun_ != nullptr) session_.watch_.launched(*begun_);
    }

    // The read buffer that holds results, now the caller's to give back.
    std::optional<std::uint32_t> take_buffer() { return std::exchange(buffer_, std::nullopt); }

private:
    // What is retired waits for streams that the client may hold back for as long as it likes.
    Result<void> can_retire_more() {
        constexpr std::size_t most_retired = 65536;
        if (session_.retired_.size() < most_retired) return {};
        session_.poll_leaving();
        if (session_.retired_.size() < most_retired) return {};
        return Error::bad_input("too many objects of libraries are destroyed that streams are not done with")
            .with_status(cuda_status::out_of_memory);
    }

    Session& session_;
    bool waits_;
    std::optional<std::uint32_t> buffer_;
    std::vector<std::shared_ptr<PrivateMemory::Segment>> segments_;
    StreamObject* begun_ = nullptr;
    bool is_at_work_ = false;
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
