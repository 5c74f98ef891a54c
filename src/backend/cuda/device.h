// A card as a device.
#pragma once

#include <memory>

#include "backend/box.h"
#include "backend/cuda/context.h"
#include "backend/cuda/module.h"
#include "backend/cuda/stream.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {

class CudaDevice final : public Device {
public:
    explicit CudaDevice(std::unique_ptr<Context> context) : context_(std::move(context)), own_group_(make_group()) {}

    Result<void> read_properties();
    Result<void> make_settling_kernel();

    const Properties& properties() const override { return properties_; }
    Result<MemoryInfo> memory_info() override;
    Result<Address> allocate(std::uint64_t bytes) override;
    Result<void> release(Address address) override;
    Result<std::unique_ptr<AddressSpace>> create_address_space(const AddressSpaceOptions& options) override;
    Result<std::unique_ptr<Module>> load(std::string ptx, const LoadOptions& options) override;
    Result<std::unique_ptr<Module>> load_binary(std::span<const std::byte> cubin, const LoadOptions& options) override;
    Result<std::unique_ptr<Module>> load_image(std::span<const std::byte> image, const LoadOptions& options) override;
    std::string image_kind() const override;
    Result<std::unique_ptr<Stream>> create_stream(StreamOptions options) override;
    Result<std::unique_ptr<Event>> create_event(const EventOptions& options) override;
    Result<void> copy_to_device(Stream& stream, Address to, std::span<const std::byte> from) override;
    Result<void> copy_to_host(Stream& stream, std::span<std::byte> to, Address from) override;
    Result<void> copy_on_device(Stream& stream, Address to, Address from, std::uint64_t bytes) override;
    Result<void> pin(std::span<std::byte> memory) override;
    Result<void> unpin(std::span<std::byte> memory) override;
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
    void hold_waits() override { context_->hold_waits(); }
    void enter_thread() override { context_->enter_thread(); }
    Result<std::shared_ptr<StreamGroup>> create_stream_group(const GroupOptions& options) override;

private:
    Result<std::unique_ptr<Module>> settled(Result<std::unique_ptr<CudaModule>> loaded);
    Result<void> note_printing(std::span<const std::byte> image, const LoadOptions& options) const;
    const DriverApi& api() const { return context_->api(); }
    std::shared_ptr<HeldGroup> make_group() const;
    Result<void> launch_now(StreamHandle stream, const CudaFunction& kernel, const Launch& launch,
                            std::span<const std::byte> parameters) const;
    Result<void> fill_now(StreamHandle stream, const FillNode& fill, std::uint64_t bytes) const;
    // Submits work to the card on this stream, now or when its turn comes (CudaStream::put_job).
    template <typename Work>
    static Result<void> put(Stream& stream, const JobFacts& facts, Work work) {
        auto& on = static_cast<CudaStream&>(stream);
        return on.put_job(facts, [handle = on.handle(), work = std::move(work)] { return work(handle); });
    }
    JobKind kind_of(Address to, Address from) const;
    Result<void> copy_now(StreamHandle stream, Address to, std::span<const std::byte> from) const;
    bool is_host(Address address) const;
    static Result<void> copy_in_host(Stream& stream, const BoxCopy& copy);
    template <typename T>
    Result<void> read_attribute(int attribute, T& value) const;

    std::unique_ptr<Context> context_;
    std::shared_ptr<HeldGroup> own_group_;
    Properties properties_;
    int driver_version_ = 0;
    // The first launch of any tenant after loading a module waits for all running work, which may never end. So an
    // empty kernel is launched at once, to do that waiting on a stream of ours.
    std::unique_ptr<Module> settling_module_;
    const Function* settling_kernel_ = nullptr;
    std::unique_ptr<Stream> settling_stream_;
};

}  // namespace ringfence::backend::cuda
