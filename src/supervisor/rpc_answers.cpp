#include "supervisor/rpc_answers.h"

#include <algorithm>

namespace ringfence::supervisor {
namespace {

// More than there are kinds of limits, or grants in a request.
constexpr unsigned most_entries = 64;
constexpr std::size_t most_reference_bytes = 64;

class CarriedDescriptor final : public schema::Descriptor::Server {
public:
    CarriedDescriptor(UniqueFd descriptor, std::shared_ptr<rpc::Holdings> holdings)
        : descriptor_(std::move(descriptor)), place_(std::move(holdings)) {}
    kj::Maybe<int> getFd() override { return descriptor_.get(); }

private:
    UniqueFd descriptor_;
    rpc::Holdings::Place place_;
};

std::vector<std::string> read_references(capnp::List<capnp::Data>::Reader list) {
    std::vector<std::string> references;
    for (unsigned i = 0; i < std::min(list.size(), most_entries); ++i) {
        const capnp::Data::Reader bytes = list[i];
        references.emplace_back(reinterpret_cast<const char*>(bytes.begin()),
                                std::min(bytes.size(), most_reference_bytes));
    }
    return references;
}

}  // namespace

void write(schema::Error::Builder to, const Refusal& why) {
    to.setCode(why.code);
    to.setMessage(why.error.message);
    to.setRemedy(why.error.remedy);
    to.setCudaStatus(why.error.status);
    to.setLimit(why.limit);
}

void write(schema::DeviceInfo::Builder to, const DeviceFacts& device) {
    to.setName(device.name);
    to.setBackend(device.backend);
    to.setMemoryBytes(device.memory);
    to.setMultiprocessors(device.multiprocessors);
    to.setComputeMajor(device.compute_major);
    to.setComputeMinor(device.compute_minor);
}

void write(schema::SessionInfo::Builder to, const SessionFacts& session) {
    to.setId(session.id);
    to.setTenant(session.tenant);
    to.setKind(session.kind);
    to.setExpires(session.expires);
    write(to.initDevice(), session.device);
    unsigned count = 0;
    each_limit([&](Limit limit) { count += session.limits[limit] != 0 ? 1 : 0; });
    auto limits = to.initLimits(count);
    unsigned next = 0;
    each_limit([&](Limit limit) {
        if (session.limits[limit] == 0) return;
        limits[next].setKey(std::string(facts_of(limit).key));
        limits[next++].setValue(session.limits[limit]);
    });
}

std::string short_text(capnp::Text::Reader text, std::size_t most) {
    const std::string all(text.begin(), std::min(text.size(), most));
    return all.substr(0, all.find('\0'));
}

OpenRequest read_request(schema::SessionRequest::Reader request) {
    OpenRequest read;
    read.kind = request.getKind();
    read.name = short_text(request.getName());
    read.backend = short_text(request.getBackend());
    read.isolation = short_text(request.getIsolation());
    read.guard = short_text(request.getGuard());
    const auto limits = request.getLimits();
    for (unsigned i = 0; i < std::min(limits.size(), most_entries); ++i)
        read.limits.emplace_back(short_text(limits[i].getKey()), limits[i].getValue());
    read.programs = read_references(request.getPrograms());
    read.segments = read_references(request.getSegments());
    return read;
}

schema::Descriptor::Client carry(UniqueFd descriptor, std::shared_ptr<rpc::Holdings> holdings) {
    return kj::heap<CarriedDescriptor>(std::move(descriptor), std::move(holdings));
}

}  // namespace ringfence::supervisor
