// Streams and events of the software GPU.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "backend/device.h"
#include "backend/partitions.h"
#include "backend/soft/texture_space.h"
#include "backend/soft/work_queue.h"
#include "base/mutex.h"
#include "softgpu/runtime/launch.h"

namespace ringfence::backend::soft {

class SoftDevice;
class SoftStream;

// A piece of a stream's work.
struct StreamWork {
    std::function<Result<void>(const SoftStream& stream)> run;
    std::optional<JobFacts> job = {};  // its use of the device; none: it only waits, or takes no time
};

class SoftEvent final : public Event {
public:
    explicit SoftEvent(const EventOptions& options) : has_timing_(options.timing) {}

    Result<void> synchronize() override;
    Result<bool> is_done() override;
    Result<bool> has_passed() override;
    Result<double> milliseconds_since(Event& start) override;

    void set(std::shared_ptr<Mark> mark);
    // The mark of the last record; null if it was never recorded.
    std::shared_ptr<Mark> mark();

private:
    const bool has_timing_;
    Mutex mutex_;
    std::shared_ptr<Mark> mark_ RF_GUARDED_BY(mutex_);
};

// Streams whose kernels run on some of the multiprocessors.
class SoftGroup final : public StreamGroup {
public:
    explicit SoftGroup(std::shared_ptr<const Partitions::Place> place) : place_(std::move(place)) {}
    // Does nothing: the streams' threads poll the words that they wait for.
    void look() override {}
    std::uint32_t multiprocessors() const override { return place_->units; }
    Multiprocessors place() const { return {place_->first_unit, place_->units}; }
    // Null means all multiprocessors.
    static std::uint32_t multiprocessors_of(const StreamGroup* group) {
        return group != nullptr ? group->multiprocessors() : 0;
    }

private:
    const std::shared_ptr<const Partitions::Place> place_;
};

class SoftStream final : public Stream {
public:
    SoftStream(SoftDevice& device, std::shared_ptr<WorkQueue> queue, softgpu::OutputSink print,
               std::shared_ptr<SoftTextureSpace> textures = {}, std::shared_ptr<const SoftGroup> group = {})
        : device_(device),
          queue_(std::move(queue)),
          print_(std::move(print)),
          textures_(std::move(textures)),
          group_(std::move(group)) {}
    ~SoftStream() override;
    SoftStream(const SoftStream&) = delete;
    SoftStream& operator=(const SoftStream&) = delete;

    Result<void> synchronize() override;
    Result<bool> is_idle() override;
    Result<std::uint64_t> mark() override { return queue_->count_put(); }
    Result<bool> is_reached(std::uint64_t mark) override;
    bool has_passed(std::uint64_t mark) override { return queue_->count_done() >= mark; }
    Result<void> record(Event& event) override;
    Result<void> wait_for(Event& event) override;
    Result<void> call_host(std::function<void()> function) override;
    Result<void> write_word(Address address, std::uint64_t value, unsigned bytes) override;
    Result<void> wait_word(Address address, std::uint64_t value, unsigned bytes, WordCondition condition) override;

    Result<void> put(StreamWork work);
    WorkQueue& queue() { return *queue_; }
    const softgpu::OutputSink& print() const { return print_; }
    // The textures and surfaces that its kernels may use; may be null.
    std::shared_ptr<const softgpu::TextureSnapshot> textures() const {
        return textures_ ? textures_->snapshot() : nullptr;
    }
    // The multiprocessors for its kernels: a policy's present choice, otherwise the group's.
    Multiprocessors multiprocessors() const {
        const Multiprocessors wish = queue_->multiprocessors();
        return wish.count == 0 && group_ ? group_->place() : wish;
    }
    const SoftGroup* group() const { return group_.get(); }
    void abandon() override { queue_->abandon(); }
    bool is_waiting() override { return queue_->is_waiting(); }
    // Between these calls functions on the stream are a library's, which count as compute jobs, unlike host functions.
    Result<void> begin_library() override {
        is_library_ = true;
        return {};
    }
    Result<void> end_library() override {
        is_library_ = false;
        return {};
    }
    bool is_abandoned() const override { return queue_->is_unwanted(); }
    // True if a waiting piece of work must end its wait now.
    bool is_closing() const { return queue_->is_closing() || queue_->is_unwanted(); }
    const std::atomic<bool>& is_unwanted() const { return queue_->is_unwanted(); }
    softgpu::CompilingThreads& compiling() const { return queue_->compiling(); }

private:
    SoftDevice& device_;
    std::shared_ptr<WorkQueue> queue_;
    const softgpu::OutputSink print_;
    const std::shared_ptr<SoftTextureSpace> textures_;
    const std::shared_ptr<const SoftGroup> group_;  // null: on all multiprocessors
    bool is_library_ = false;
};

}  // namespace ringfence::backend::soft
