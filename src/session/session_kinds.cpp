#include "session/sessions.h"

namespace ringfence::session {
namespace {

template <typename Interface>
class CopyKind : public Interface::Server {
public:
    explicit CopyKind(SessionMethods& methods) : methods_(methods) {}

protected:
    using Session = schema::GpuSession::Server;
    using Copy = schema::GpuCopySession::Server;
    kj::Promise<void> info(Session::InfoContext context) override { return methods_.info(context); }
    kj::Promise<void> usage(Session::UsageContext context) override { return methods_.usage(context); }
    kj::Promise<void> close(Session::CloseContext context) override { return methods_.close(context); }
    kj::Promise<void> createBuffer(Copy::CreateBufferContext context) override {
        return methods_.create_buffer(context);
    }
    kj::Promise<void> copy(Copy::CopyContext context) override { return methods_.copy(context); }
    kj::Promise<void> fill(Copy::FillContext context) override { return methods_.fill(context); }
    kj::Promise<void> createSegment(Copy::CreateSegmentContext context) override {
        return methods_.create_segment(context);
    }
    kj::Promise<void> segments(Copy::SegmentsContext context) override { return methods_.segments(context); }

    SessionMethods& methods_;
};

template <typename Interface>
class ProgramKind : public CopyKind<Interface> {
public:
    using CopyKind<Interface>::CopyKind;

protected:
    using Program = schema::GpuProgramSession::Server;
    kj::Promise<void> launch(Program::LaunchContext context) override { return this->methods_.launch(context); }
    kj::Promise<void> programs(Program::ProgramsContext context) override { return this->methods_.programs(context); }
};

class CopyOnly final : public CopyKind<schema::GpuCopySession> {
public:
    using CopyKind::CopyKind;
};

class ProgramsOnly final : public ProgramKind<schema::GpuProgramSession> {
public:
    using ProgramKind::ProgramKind;
};

class ComputeKind final : public ProgramKind<schema::GpuComputeSession> {
public:
    using ProgramKind::ProgramKind;

protected:
    kj::Promise<void> loadProgram(LoadProgramContext context) override { return methods_.load_program(context); }
};

}  // namespace

schema::GpuSession::Client make_session(schema::SessionKind kind, SessionMethods& methods) {
    switch (kind) {
        case schema::SessionKind::COMPUTE: return kj::heap<ComputeKind>(methods);
        case schema::SessionKind::PROGRAM: return kj::heap<ProgramsOnly>(methods);
        default: return kj::heap<CopyOnly>(methods);
    }
}

}  // namespace ringfence::session
