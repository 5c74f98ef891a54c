// The software GPU as a device.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "backend/partitions.h"
#include "backend/soft/address_space.h"
#include "backend/soft/graph.h"
#include "backend/soft/soft.h"
#include "backend/soft/stream.h"
#include "backend/soft/work_queue.h"
#include "base/mutex.h"
#include "softgpu/gpu.h"

namespace ringfence::backend::soft {

class SoftDevice final : public Device {
public:
    SoftDevice(std::unique_ptr<softgpu::Gpu> gpu, const SoftOptions& options);

    const Properties& properties() const override { return properties_; }
    Result<MemoryInfo> memory_info() override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Result<void> release(Address address) override;
    Result<std::unique_ptr<AddressSpace>> create_address_space(const AddressSpaceOptions& options) override;
    Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options) override;
    Result<std::unique_ptr<Module>> load_binary(std::span<const std::byte> cubin, const LoadOptions& options) override;
    Result<std::unique_ptr<Module>> load_image(std::span<const std::byte> image, const LoadOptions& options) override;
    std::string image_kind() const override;
    Result<std::shared_ptr<StreamGroup>> create_stream_group(const GroupOptions& options) override;
    Result<std::unique_ptr<Stream>> create_stream(StreamOptions options) override;
    Result<std::unique_ptr<Event>> create_event(const EventOptions& options) override;
    Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) override;
    Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) override;
    Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) override;
    Result<void> copy_box(Stream& stream, const Box& to, const Box& from, const BoxSize& size) override;
    Result<void> write(Stream& stream, Address to, std::span<const std::byte> from) override;
    Result<void> fill(Stream& stream, Address to, std::uint32_t value, unsigned width, std::uint64_t count) override;
    Result<void> fill_rows(Stream& stream, Address to, std::uint64_t pitch, std::uint32_t value, unsigned width,
                           std::uint64_t count, std::uint64_t height) override;
    Result<void> launch(Stream& stream, const Function& function, const Launch& launch,
                        std::span<const std::byte> parameters) override;
    Result<std::shared_ptr<Array>> create_array(const ArrayShape& shape) override;
    Result<void> copy_array(Stream& stream, const ArrayCopySide& to, const ArrayCopySide& from,
                            const BoxSize& size) override;
    Result<std::shared_ptr<TextureSpace>> create_texture_space() override;
    Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& map) override;
    Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& map, Address address) override;
    Result<std::uint32_t> occupancy(const Function& function, std::uint32_t block_threads,
                                    std::uint32_t dynamic_shared) override;
    Result<std::unique_ptr<Graph>> create_graph(std::span<const GraphNode> nodes,
                                                const std::shared_ptr<StreamGroup>& group) override;
    Result<void> update_graph(Graph& graph, std::span<const GraphNode> nodes) override;
    Result<void> launch_graph(Stream& stream, Graph& graph) override;
    Result<std::shared_ptr<LibraryRecorder>> record_library(const std::shared_ptr<StreamGroup>& group) override;
    Result<void> synchronize() override;

    // Make the work of streams and graphs. It is checked now, so that the error is returned by the right call; its
    // addresses are checked again when it is done, since another thread may have freed the memory.
    Result<StreamWork> copy_work(const CopyNode& copy) const;
    Result<StreamWork> fill_work(const FillNode& fill) const;
    // `multiprocessors`: how many it may use; 0: all.
    Result<StreamWork> launch_work(const Function& function, const Launch& launch,
                                   std::span<const std::byte> parameters, std::uint32_t multiprocessors);
    Result<StreamWork> write_word_work(const WriteWordNode& word) const;
    Result<StreamWork> wait_word_work(const WaitWordNode& word) const;

private:
    // Fails unless the range lies within one allocation, or within the committed or attached memory of an address
    // space. `doing` completes "cannot ...".
    Result<void> check_range(Address address, std::uint64_t bytes, std::string_view doing) const;
    JobKind kind_of(Address to, Address from) const;
    Result<void> check_word(Address address, unsigned bytes, std::string_view doing) const;
    Result<void> check_cooperative(const softgpu::Kernel& kernel, const Launch& launch,
                                   std::uint32_t multiprocessors) const;
    Result<SoftGraph::Step> make_step(const GraphNode& node, std::uint32_t multiprocessors);
    Result<StreamWork> condition_work(const ConditionNode& node, std::uint32_t multiprocessors);
    Result<SoftGraph::Steps> make_steps(std::span<const GraphNode> nodes, std::uint32_t multiprocessors);
    std::vector<std::shared_ptr<WorkQueue>> queues();

    std::unique_ptr<softgpu::Gpu> gpu_;
    SpaceTable spaces_;
    Properties properties_;
    Partitions partitions_;
    std::uint64_t launch_limit_ms_;
    softgpu::OutputSink output_;
    Mutex output_mutex_;  // so that one thread prints at a time
    std::atomic<std::uint64_t> failure_count_ = 0;
    Mutex mutex_;
    std::vector<std::shared_ptr<WorkQueue>> queues_
        RF_GUARDED_BY(mutex_);  // also queues of destroyed streams with a failure that was not returned
};

}  // namespace ringfence::backend::soft
