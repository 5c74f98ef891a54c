#include "session/sessions.h"

#include <cstring>

#include <fmt/core.h>

#include "session/program_image.h"

namespace ringfence::session {
namespace {

// More than any kernel has: all parameters together have four kilobytes, or some more on new devices.
constexpr kj::uint most_arguments = 4096;
constexpr std::size_t longest_kernel_name = 1024;

Dimensions3 dimensions_of(schema::Size3::Reader size) {
    return {size.getX(), size.getY(), size.getZ()};
}

std::vector<std::byte> bytes_of(Address address) {
    std::vector<std::byte> bytes(sizeof address);
    std::memcpy(bytes.data(), &address, sizeof address);
    return bytes;
}

std::vector<std::byte> bytes_of(capnp::Data::Reader data) {
    const auto* const begin = reinterpret_cast<const std::byte*>(data.begin());
    return {begin, begin + data.size()};
}

}  // namespace

Result<void> SessionMethods::begin_with_program(UniqueFd file) {
    auto share = core_.programs.take();
    if (!share) return Error::bad_input("more programs than a session may begin with");
    RF_TRY(ProgramImage image, ProgramImage::adopt(std::move(file), core_.limits.image_bytes));
    RF_TRY(LoadedProgram program, core_.engine().load(image.bytes()));
    std::string hash = image.hash();
    programs_.add(objects_.add(kj::heap<ProgramServer>(core_, std::move(program), std::move(image).take_file(),
                                                       std::move(hash), std::move(*share))));
    return {};
}

Result<void> SessionMethods::begin_with_segment(UniqueFd file) {
    auto share = core_.segments.take();
    if (!share) return Error::bad_input("more segments than a session may begin with");
    RF_TRY(SharedMemory memory, core_.engine().attach_shared(std::move(file)));
    segments_.add(objects_.add(kj::heap<SegmentServer>(core_, std::move(memory), std::move(*share))));
    return {};
}

kj::Promise<void> SessionMethods::info(Call<schema::GpuSession::InfoParams, schema::GpuSession::InfoResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    context.getResults().setInfo(core_.info.getRoot<schema::SessionInfo>().asReader());
    return kj::READY_NOW;
}

kj::Promise<void> SessionMethods::usage(
    Call<schema::GpuSession::UsageParams, schema::GpuSession::UsageResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    auto usage = context.getResults().initUsage();
    usage.setDeviceBytes(core_.counters.device_bytes);
    usage.setHostBytes(core_.counters.host_bytes);
    usage.setBuffers(core_.buffers.used());
    usage.setFences(core_.fences.used());
    usage.setPrograms(core_.programs.used());
    usage.setSegments(core_.segments.used());
    usage.setLaunches(core_.counters.launches);
    usage.setCopies(core_.counters.copies);
    return kj::READY_NOW;
}

kj::Promise<void> SessionMethods::close(
    Call<schema::GpuSession::CloseParams, schema::GpuSession::CloseResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    core_.end(closed("session"));
    on_close_();
    return kj::READY_NOW;
}

kj::Promise<void> SessionMethods::create_buffer(
    Call<schema::GpuCopySession::CreateBufferParams, schema::GpuCopySession::CreateBufferResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    const std::uint64_t bytes = context.getParams().getBytes();
    if (bytes == 0) return answered(context, invalid_argument("a buffer of no bytes"));
    auto share = core_.buffers.take();
    if (!share) return answered(context, core_.buffers.reached());
    auto made =
        core_.run<Address>(Core::Whose::Memory, [&engine = core_.engine(), bytes] { return engine.allocate(bytes); });
    return made.then([this, context, bytes, held = std::move(*share)](Outcome<Address> address) mutable {
        if (!address.ok()) return answer(context, address.failure());
        context.getResults().setBuffer(
            objects_.add(kj::heap<BufferServer>(core_, address.value(), bytes, std::move(held))));
    });
}

kj::Promise<void> SessionMethods::create_segment(
    Call<schema::GpuCopySession::CreateSegmentParams, schema::GpuCopySession::CreateSegmentResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    const std::uint64_t bytes = context.getParams().getBytes();
    if (bytes == 0) return answered(context, invalid_argument("a segment of no bytes"));
    auto share = core_.segments.take();
    if (!share) return answered(context, core_.segments.reached());
    auto made = core_.run<SharedMemory>(Core::Whose::SharedMemory,
                                        [&engine = core_.engine(), bytes] { return engine.allocate_shared(bytes); });
    return made.then([this, context, held = std::move(*share)](Outcome<SharedMemory> memory) mutable {
        if (!memory.ok()) return answer(context, memory.failure());
        context.getResults().setSegment(
            objects_.add(kj::heap<SegmentServer>(core_, std::move(memory.value()), std::move(held))));
    });
}

kj::Promise<void> SessionMethods::segments(
    Call<schema::GpuCopySession::SegmentsParams, schema::GpuCopySession::SegmentsResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    auto list = context.getResults().initSegments(static_cast<kj::uint>(segments_.size()));
    for (kj::uint i = 0; i < list.size(); ++i)
        list.set(i, segments_[i]);
    return kj::READY_NOW;
}

kj::Promise<void> SessionMethods::programs(
    Call<schema::GpuProgramSession::ProgramsParams, schema::GpuProgramSession::ProgramsResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    auto list = context.getResults().initPrograms(static_cast<kj::uint>(programs_.size()));
    for (kj::uint i = 0; i < list.size(); ++i)
        list.set(i, programs_[i]);
    return kj::READY_NOW;
}

template <typename Context>
kj::Promise<void> SessionMethods::give_fence(Context context, Sequence::Ticket ticket, Core::Prepare prepare) {
    auto share = core_.fences.take();
    if (!share) return answered(context, core_.fences.reached());
    return core_.submit(std::move(ticket), std::move(prepare))
        .then([this, context, held = std::move(*share)](Outcome<FencePointer> submitted) mutable {
            if (!submitted.ok()) return answer(context, submitted.failure());
            context.getResults().setFence(kj::heap<FenceServer>(core_, std::move(submitted.value()), std::move(held)));
        });
}

kj::Promise<void> SessionMethods::copy(
    Call<schema::GpuCopySession::CopyParams, schema::GpuCopySession::CopyResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    auto found = kj::heapArrayBuilder<kj::Promise<Outcome<Target>>>(2);
    found.add(objects_.find(context.getParams().getTo()));
    found.add(objects_.find(context.getParams().getFrom()));
    return kj::joinPromises(found.finish())
        .then([this, context, ticket = core_.sequence().take()](kj::Array<Outcome<Target>> places) mutable {
            for (const Outcome<Target>& place : places)
                if (!place.ok()) return answered(context, place.failure());
            auto prepare = [this, to = places[0].value(), from = places[1].value(),
                            bytes = context.getParams().getBytes()]() -> Outcome<std::optional<Core::Work>> {
                Outcome<Address> to_address = to.range(bytes);
                if (!to_address.ok()) return to_address.failure();
                Outcome<Address> from_address = from.range(bytes);
                if (!from_address.ok()) return from_address.failure();
                ++core_.counters.copies;
                return std::optional<Core::Work>([&engine = core_.engine(), destination = to_address.value(),
                                                  source = from_address.value(),
                                                  bytes] { return engine.copy(destination, source, bytes); });
            };
            return give_fence(context, std::move(ticket), std::move(prepare));
        });
}

kj::Promise<void> SessionMethods::fill(
    Call<schema::GpuCopySession::FillParams, schema::GpuCopySession::FillResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    return objects_.find(context.getParams().getTo())
        .then([this, context, ticket = core_.sequence().take()](Outcome<Target> to) mutable {
            if (!to.ok()) return answered(context, to.failure());
            auto prepare = [this, place = to.value(), bytes = context.getParams().getBytes(),
                            value = context.getParams().getValue()]() -> Outcome<std::optional<Core::Work>> {
                Outcome<Address> address = place.range(bytes);
                if (!address.ok()) return address.failure();
                return std::optional<Core::Work>([&engine = core_.engine(), destination = address.value(), bytes,
                                                  value] { return engine.fill(destination, bytes, value); });
            };
            return give_fence(context, std::move(ticket), std::move(prepare));
        });
}

// Finds the targets of those arguments that are places, in order.
kj::Promise<Outcome<kj::Array<Target>>> SessionMethods::find_targets(schema::Launch::Reader launch) {
    const auto arguments = launch.getArguments();
    if (arguments.size() > most_arguments)
        return Outcome<kj::Array<Target>>(invalid_argument("more arguments than a kernel can have"));
    kj::Vector<kj::Promise<Outcome<Target>>> found;
    for (const auto argument : arguments)
        if (argument.isAddress()) found.add(objects_.find(argument.getAddress()));
    return kj::joinPromises(found.releaseAsArray())
        .then([](kj::Array<Outcome<Target>> places) -> Outcome<kj::Array<Target>> {
            kj::Vector<Target> targets;
            for (Outcome<Target>& place : places) {
                if (!place.ok()) return place.failure();
                targets.add(place.value());
            }
            return targets.releaseAsArray();
        });
}

Outcome<LaunchRequest> SessionMethods::request_of(schema::Launch::Reader launch, ProgramServer& program,
                                                  kj::ArrayPtr<const Target> targets) const {
    if (const auto refused = program.refusal()) return *refused;
    const auto name = launch.getKernel();
    if (name.size() == 0 || name.size() > longest_kernel_name) return invalid_argument("a kernel without a sane name");
    LaunchRequest request;
    request.module = program.module();
    request.kernel.assign(name.begin(), name.size());
    request.grid = dimensions_of(launch.getGrid());
    request.block = dimensions_of(launch.getBlock());
    request.shared_bytes = launch.getSharedBytes();
    std::size_t used = 0;
    for (const auto argument : launch.getArguments()) {
        if (argument.isValue()) {
            request.arguments.push_back(bytes_of(argument.getValue()));
            continue;
        }
        Outcome<Address> address = targets[used++].range(0);
        if (!address.ok()) return address.failure();
        request.arguments.push_back(bytes_of(address.value()));
    }
    return request;
}

kj::Promise<void> SessionMethods::launch(
    Call<schema::GpuProgramSession::LaunchParams, schema::GpuProgramSession::LaunchResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    if (!context.getParams().hasProgram()) return answered(context, invalid_argument("a launch of no program"));
    auto ticket = core_.sequence().take();
    auto targets = find_targets(context.getParams().getLaunch());
    return objects_.find(context.getParams().getProgram())
        .then([this, context, found = kj::mv(targets),
               ticket = std::move(ticket)](Outcome<ProgramServer*> program) mutable -> kj::Promise<void> {
            if (!program.ok()) return answered(context, program.failure());
            return found.then([this, context, server = program.value(),
                               ticket = std::move(ticket)](Outcome<kj::Array<Target>> places) mutable {
                if (!places.ok()) return answered(context, places.failure());
                auto held = std::make_shared<kj::Array<Target>>(kj::mv(places.value()));
                auto prepare = [this, context, server, held]() mutable -> Outcome<std::optional<Core::Work>> {
                    Outcome<LaunchRequest> request = request_of(context.getParams().getLaunch(), *server, *held);
                    if (!request.ok()) return request.failure();
                    ++core_.counters.launches;
                    return std::optional<Core::Work>([&engine = core_.engine(), wanted = std::move(request.value())] {
                        return engine.launch(wanted);
                    });
                };
                return give_fence(context, std::move(ticket), std::move(prepare));
            });
        });
}

kj::Promise<void> SessionMethods::load_program(
    Call<schema::GpuComputeSession::LoadProgramParams, schema::GpuComputeSession::LoadProgramResults> context) {
    if (core_.ended()) return answered(context, core_.ended());
    const auto image = context.getParams().getImage();
    if (image.size() == 0) return answered(context, invalid_argument("a program of no bytes"));
    if (image.size() > core_.limits.image_bytes)
        return answered(context, limit_reached("image_bytes", core_.limits.image_bytes));
    auto share = core_.programs.take();
    if (!share) return answered(context, core_.programs.reached());
    auto copy = std::make_shared<std::vector<std::byte>>(bytes_of(image));
    auto loaded = core_.run<ProgramParts>(
        Core::Whose::Programs,
        [&engine = core_.engine(), copy]() -> Result<ProgramParts> {
            RF_TRY(ProgramImage made, ProgramImage::make(*copy));
            RF_TRY(LoadedProgram program, engine.load(made.bytes()));
            std::string hash = made.hash();
            return ProgramParts{std::move(program), std::move(made).take_file(), std::move(hash)};
        },
        failure_of_load);
    return loaded.then([this, context, held = std::move(*share)](Outcome<ProgramParts> parts) mutable {
        if (!parts.ok()) return answer(context, parts.failure());
        ProgramParts& made = parts.value();
        context.getResults().setProgram(objects_.add(kj::heap<ProgramServer>(
            core_, std::move(made.program), std::move(made.image), std::move(made.hash), std::move(held))));
    });
}

}  // namespace ringfence::session
