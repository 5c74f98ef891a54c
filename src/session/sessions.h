// The session as a capability of the client, of one of three kinds. Each kind has only its own methods.
#pragma once

#include "session/objects.h"

namespace ringfence::session {

template <typename Parameters, typename Results>
using Call = capnp::CallContext<Parameters, Results>;

// A loaded program, with its image for grants.
struct ProgramParts {
    LoadedProgram program;
    UniqueFd image;
    std::string hash;
};

// The methods of all kinds, and the objects with which a session begins.
class SessionMethods {
public:
    SessionMethods(Core& core, std::function<void()> on_close)
        : core_(core), objects_(core), on_close_(std::move(on_close)) {}

    // Adds objects with which the session is opened. They wait for the device: call them before serving the client.
    Result<void> begin_with_program(UniqueFd image);
    Result<void> begin_with_segment(UniqueFd file);

    kj::Promise<void> info(Call<schema::GpuSession::InfoParams, schema::GpuSession::InfoResults> context);
    kj::Promise<void> usage(Call<schema::GpuSession::UsageParams, schema::GpuSession::UsageResults> context);
    kj::Promise<void> close(Call<schema::GpuSession::CloseParams, schema::GpuSession::CloseResults> context);
    kj::Promise<void> create_buffer(
        Call<schema::GpuCopySession::CreateBufferParams, schema::GpuCopySession::CreateBufferResults> context);
    kj::Promise<void> copy(Call<schema::GpuCopySession::CopyParams, schema::GpuCopySession::CopyResults> context);
    kj::Promise<void> fill(Call<schema::GpuCopySession::FillParams, schema::GpuCopySession::FillResults> context);
    kj::Promise<void> create_segment(
        Call<schema::GpuCopySession::CreateSegmentParams, schema::GpuCopySession::CreateSegmentResults> context);
    kj::Promise<void> segments(
        Call<schema::GpuCopySession::SegmentsParams, schema::GpuCopySession::SegmentsResults> context);
    kj::Promise<void> launch(
        Call<schema::GpuProgramSession::LaunchParams, schema::GpuProgramSession::LaunchResults> context);
    kj::Promise<void> programs(
        Call<schema::GpuProgramSession::ProgramsParams, schema::GpuProgramSession::ProgramsResults> context);
    kj::Promise<void> load_program(
        Call<schema::GpuComputeSession::LoadProgramParams, schema::GpuComputeSession::LoadProgramResults> context);

private:
    // Answers with a fence, if the client may have one more.
    template <typename Context>
    kj::Promise<void> give_fence(Context context, Sequence::Ticket ticket, Core::Prepare prepare);
    kj::Promise<Outcome<kj::Array<Target>>> find_targets(schema::Launch::Reader launch);
    Outcome<LaunchRequest> request_of(schema::Launch::Reader launch, ProgramServer& program,
                                      kj::ArrayPtr<const Target> targets) const;

    Core& core_;
    Objects objects_;
    std::function<void()> on_close_;
    kj::Vector<schema::GpuProgram::Client> programs_;
    kj::Vector<schema::GpuSegment::Client> segments_;
};

schema::GpuSession::Client make_session(schema::SessionKind kind, SessionMethods& methods);

}  // namespace ringfence::session
