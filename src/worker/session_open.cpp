// Opens a session, and sends its client the Welcome.
#include <unistd.h>

#include <algorithm>

#include "worker/session.h"

namespace ringfence::worker {

namespace {

constexpr std::uint64_t read_buffers_bytes = std::uint64_t{channel::slot_count} * channel::slot_bytes;
constexpr std::uint64_t guards_shared_bytes = 1024;

channel::DeviceProperties properties_of(const backend::Properties& device) {
    channel::DeviceProperties properties;
    properties.name = device.name;
    properties.compute_major = device.compute_major;
    properties.compute_minor = device.compute_minor;
    properties.total_memory = device.total_memory;
    properties.multiprocessors = device.multiprocessors;
    properties.warp_size = device.warp_size;
    properties.max_threads_per_block = device.max_threads_per_block;
    properties.max_threads_per_multiprocessor = device.max_threads_per_multiprocessor;
    properties.max_blocks_per_multiprocessor = device.max_blocks_per_multiprocessor;
    properties.max_block[0] = device.max_block.x;
    properties.max_block[1] = device.max_block.y;
    properties.max_block[2] = device.max_block.z;
    properties.max_grid[0] = device.max_grid.x;
    properties.max_grid[1] = device.max_grid.y;
    properties.max_grid[2] = device.max_grid.z;
    properties.shared_per_block = device.shared_per_block;
    properties.shared_per_block_optin = device.shared_per_block_optin;
    properties.shared_per_multiprocessor = device.shared_per_multiprocessor;
    properties.registers_per_block = device.registers_per_block;
    properties.constant_memory = device.constant_memory;
    properties.l2_bytes = device.l2_bytes;
    properties.clock_khz = device.clock_khz;
    return properties;
}

std::string guard_name(const std::optional<guard::Mode>& mode) {
    if (!mode) return "off";
    return *mode == guard::Mode::Check ? "check" : "fence";
}

}  // namespace

Session::Session(backend::Device& device, Pace& pace, const SessionOptions& options, UniqueFd socket, UniqueFd output,
                 Log log)
    : device_(device),
      pace_(pace),
      options_(options),
      account_(options.account ? options.account : Account::create({.limits = own_limits(options)})),
      socket_(std::move(socket)),
      output_(std::make_shared<ClientOutput>(std::move(output))),
      log_(std::move(log)),
      events_(device),
      activity_(options.activity, options.journal),
      backlog_(options.backlog),
      watch_(options.on_kernels, options.kernel_now),
      order_([&device] { return device.create_event({.timing = false}); }) {
    options_.window.account = account_;
    if (options_.has_standard_output) output_->be_standard_output();
    if (options_.compilers)
        compiler_ = std::make_shared<compiler::Customer>(*options_.compilers, options_.compile_limit, options_.tenant);
}

Result<std::unique_ptr<Session>> Session::create(backend::Device& device, Pace& pace,
                                                 const std::shared_ptr<PrivateMemory>& memory,
                                                 const SessionOptions& options, UniqueFd socket, UniqueFd output,
                                                 Log log) {
    std::unique_ptr<Session> session(
        new Session(device, pace, options, std::move(socket), std::move(output), std::move(log)));
    RF_RETURN_IF_ERROR(session->open(memory));
    return session;
}

Result<void> Session::open(const std::shared_ptr<PrivateMemory>& memory) {
    if (options_.jobs) {
        RF_TRY(group_, options_.jobs->create_group(device_));
    } else {
        RF_TRY(group_, device_.create_stream_group());
    }
    RF_TRY(private_memory_, memory->share(options_.private_memory));
    RF_TRY(private_, private_memory_->allocate(read_buffers_bytes + std::uint64_t{4} * HostCalls::most_words));
    for (std::uint32_t buffer = 0; buffer < channel::slot_count; ++buffer)
        free_read_buffers_.push_back(buffer);
    RF_TRY(window_, memory::Window::create(device_, options_.window));
    RF_TRY(memory::HostSegment staging, window_->allocate_host(options_.staging_bytes));
    staging_ = staging.address;
    staging_file_ = std::move(staging.file);
    count_memory();

    channel::Header header;
    header.window_begin = window_->begin();
    header.window_bytes = window_->bytes();
    header.staging_begin = staging.address;
    header.staging_bytes = staging.bytes;
    RF_TRY(shared_, channel::create_shared_memory(header));
    channel_ = std::make_unique<channel::WorkerChannel>(shared_.memory.bytes());
    calls_ = std::make_unique<HostCalls>(
        private_->address() + read_buffers_bytes,
        [channel = channel_.get()](std::uint64_t token) { channel->post_host_call(token); });
    const auto on_answers = [this] {
        if (group_) group_->look();
    };
    answers_ = std::make_unique<AnswerThread>(*channel_, *calls_, on_answers,
                                              [this](const std::string& how) { end_breach(how); });
    if (auto textures = device_.create_texture_space(); textures.ok()) texture_space_ = textures.take();
    RF_TRY(legacy_, make_stream(StreamOrder::Kind::Legacy, 0));
    order_.set_legacy(&legacy_->order);
    if (options_.on_kernels) {
        order_.set_on_wait([this](StreamOrder::Node& waiter, StreamOrder::Node& other) {
            watch_.waits_for(*waiter.owner, *other.owner, other.last_work);
        });
    }
    if (options_.exchange && !options_.tenant.empty())
        sharing_ = std::make_unique<Exchange::Member>(
            options_.exchange, options_.tenant,
            [this](std::uint32_t segment) { post([this, segment] { let_go_of_segment(segment); }); });
    window_->set_idle_condition([this] { return is_idle(); });
    join_residency();
    if (options_.guard) {
        RF_TRY(auto records, private_memory_->allocate(GuardResources::records_bytes));
        RF_TRY(auto ring, private_memory_->allocate(GuardResources::ring_bytes));
        RF_TRY(guard_, GuardResources::create(device_, *window_, std::move(records), std::move(ring)));
    }
    return {};
}

Result<void> Session::greet() {
    channel::Welcome welcome;
    welcome.worker_pid = static_cast<std::uint32_t>(::getpid());
    welcome.backend = options_.backend;
    welcome.guard = guard_name(options_.guard);
    welcome.device = properties_of(device_.properties());
    // Programs choose the sizes of grids by this number, above all cooperative ones.
    if (group_ && group_->multiprocessors() != 0) welcome.device.multiprocessors = group_->multiprocessors();
    welcome.device.total_memory = std::min(welcome.device.total_memory, account_->effective_limit(Limit::DeviceMemory));
    welcome.unasked_events = account_->depends_on_others(Limit::Events) ? 0 : account_->limit(Limit::Events);
    welcome.local_memory = account_->limit(Limit::LocalMemory);
    // The guard may add a small variable to a kernel's shared memory.
    if (options_.guard) welcome.device.shared_per_block_optin -= guards_shared_bytes;
    return channel::send_welcome(socket_.get(), welcome, shared_.file.get(), staging_file_.get());
}

}  // namespace ringfence::worker
