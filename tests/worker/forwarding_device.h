// A device that hands everything on to another one: for tests that change one thing of it.
#pragma once

#include <memory>
#include <utility>

#include "backend/device.h"

namespace ringfence::worker {

class ForwardingDevice : public backend::Device {
public:
    explicit ForwardingDevice(std::unique_ptr<backend::Device> device) : device_(std::move(device)) {}

    const backend::Properties& properties() const override { return device_->properties(); }
    Result<backend::MemoryInfo> memory_info() override { return device_->memory_info(); }
    Result<backend::Address> allocate(std::uint64_t bytes) override { return device_->allocate(bytes); }
    Result<void> release(backend::Address address) override { return device_->release(address); }
    Result<std::unique_ptr<backend::AddressSpace>> create_address_space(
        const backend::AddressSpaceOptions& options) override {
        return device_->create_address_space(options);
    }
    Result<std::unique_ptr<backend::Module>> load(std::string ptx, const backend::LoadOptions& options) override {
        return device_->load(std::move(ptx), options);
    }
    Result<std::unique_ptr<backend::Module>> load_binary(std::span<const std::byte> cubin,
                                                         const backend::LoadOptions& options) override {
        return device_->load_binary(cubin, options);
    }
    Result<std::unique_ptr<backend::Module>> load_image(std::span<const std::byte> image,
                                                        const backend::LoadOptions& options) override {
        return device_->load_image(image, options);
    }
    std::string image_kind() const override { return device_->image_kind(); }
    Result<std::shared_ptr<backend::StreamGroup>> create_stream_group(const backend::GroupOptions& options) override {
        return device_->create_stream_group(options);
    }
    Result<std::unique_ptr<backend::Stream>> create_stream(backend::StreamOptions options) override {
        return device_->create_stream(std::move(options));
    }
    Result<std::unique_ptr<backend::Event>> create_event(const backend::EventOptions& options) override {
        return device_->create_event(options);
    }
    Result<void> copy_to_device(backend::Stream& stream, backend::Address to,
                                std::span<const std::byte> from) override {
        return device_->copy_to_device(stream, to, from);
    }
    Result<void> copy_to_host(backend::Stream& stream, std::span<std::byte> to, backend::Address from) override {
        return device_->copy_to_host(stream, to, from);
    }
    Result<void> copy_on_device(backend::Stream& stream, backend::Address to, backend::Address from,
                                std::uint64_t bytes) override {
        return device_->copy_on_device(stream, to, from, bytes);
    }
    Result<void> copy_box(backend::Stream& stream, const backend::Box& to, const backend::Box& from,
                          const backend::BoxSize& size) override {
        return device_->copy_box(stream, to, from, size);
    }
    Result<std::shared_ptr<backend::Array>> create_array(const ArrayShape& shape) override {
        return device_->create_array(shape);
    }
    Result<void> copy_array(backend::Stream& stream, const backend::ArrayCopySide& to,
                            const backend::ArrayCopySide& from, const backend::BoxSize& size) override {
        return device_->copy_array(stream, to, from, size);
    }
    Result<std::shared_ptr<backend::TextureSpace>> create_texture_space() override {
        return device_->create_texture_space();
    }
    Result<TensorMapBytes> encode_tensor_map(const TensorMapDescription& map) override {
        return device_->encode_tensor_map(map);
    }
    Result<TensorMapBytes> move_tensor_map(const TensorMapBytes& map, backend::Address address) override {
        return device_->move_tensor_map(map, address);
    }
    Result<void> write(backend::Stream& stream, backend::Address to, std::span<const std::byte> from) override {
        return device_->write(stream, to, from);
    }
    Result<void> fill(backend::Stream& stream, backend::Address to, std::uint32_t value, unsigned width,
                      std::uint64_t count) override {
        return device_->fill(stream, to, value, width, count);
    }
    Result<void> fill_rows(backend::Stream& stream, backend::Address to, std::uint64_t pitch, std::uint32_t value,
                           unsigned width, std::uint64_t count, std::uint64_t height) override {
        return device_->fill_rows(stream, to, pitch, value, width, count, height);
    }
    Result<void> launch(backend::Stream& stream, const backend::Function& function, const backend::Launch& launch,
                        std::span<const std::byte> parameters) override {
        return device_->launch(stream, function, launch, parameters);
    }
    Result<std::uint32_t> occupancy(const backend::Function& function, std::uint32_t block_threads,
                                    std::uint32_t dynamic_shared) override {
        return device_->occupancy(function, block_threads, dynamic_shared);
    }
    Result<std::unique_ptr<backend::Graph>> create_graph(std::span<const backend::GraphNode> nodes,
                                                         const std::shared_ptr<backend::StreamGroup>& group) override {
        return device_->create_graph(nodes, group);
    }
    Result<void> update_graph(backend::Graph& graph, std::span<const backend::GraphNode> nodes) override {
        return device_->update_graph(graph, nodes);
    }
    Result<void> launch_graph(backend::Stream& stream, backend::Graph& graph) override {
        return device_->launch_graph(stream, graph);
    }
    Result<void> synchronize() override { return device_->synchronize(); }

private:
    std::unique_ptr<backend::Device> device_;
};

}  // namespace ringfence::worker
