// How the matrices call: objects of all kinds by all methods of the schema, whether they have them or not. What must
// come of it is taken from the schema: a method exists on an object if the object's interface has it or extends one
// that has.
#pragma once

#include <capnp/dynamic.h>
#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness.h"

namespace ringfence::native_test {

using Code = schema::ErrorCode;
using SessionKind = schema::SessionKind;

// The outcome of a method that the held interface does not have.
constexpr int unimplemented = -1;
std::string text_of(int outcome);

// The interfaces of sessions, of objects in them, and of the daemon.
std::vector<capnp::InterfaceSchema> all_interfaces();
capnp::InterfaceSchema interface_of(SessionKind kind);

struct Object {
    capnp::InterfaceSchema interface;
    capnp::Capability::Client client;
};

using Arguments = std::function<void(capnp::DynamicStruct::Builder, kj::StringPtr method)>;
// The error's number that the call is answered with.
int outcome_of(kj::WaitScope& scope, capnp::Capability::Client client, capnp::InterfaceSchema::Method method,
               const Arguments& write_arguments);

// RPC over a connection, whose bootstrap it is.
class RpcPeer {
public:
    RpcPeer(kj::AsyncIoContext& io, UniqueFd connection);
    capnp::Capability::Client bootstrap();

private:
    kj::Own<kj::AsyncCapabilityStream> stream_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> rpc_;
};

// A session, and one object of each kind that its client can hold.
class World {
public:
    // A session in a process that the test has started, in the daemon's place.
    World(kj::AsyncIoContext& io, const Daemon& daemon, SessionKind session_kind);
    // A session that the daemon has opened.
    World(kj::AsyncIoContext& io, UniqueFd connection, SessionKind session_kind);

    template <typename Promise>
    auto wait(Promise promise) {
        return promise.wait(io_.waitScope);
    }
    template <typename Interface>
    typename Interface::Client get(const std::string& name) {
        return objects.at(name).client.castAs<Interface>();
    }
    // Calls the method on the object, whether it has it or not, with arguments that make sense.
    int call(capnp::Capability::Client client, capnp::InterfaceSchema::Method method);
    // The state that the session's `info` reports.
    int state();

    const SessionKind kind;

private:
    kj::AsyncIoContext& io_;
    UniqueFd file_;

public:
    std::optional<SessionProcess> process;
    std::map<std::string, Object> objects;
    // True if the test answers grants in the daemon's place.
    bool answers_grants = false;

private:
    void add(const std::string& name, capnp::InterfaceSchema interface, capnp::Capability::Client client);
    void make_objects();
    void write_arguments(capnp::DynamicStruct::Builder to, kj::StringPtr method);

    RpcPeer peer_;
};

class Matrix {
public:
    // Every object of a session and every method but `close`, and those of `close` in the end, the session's last.
    // `expected`: of what the objects have.
    void check_all(World& world, const std::string& state, Code expected);
    // One object, by `close` alone or by all others.
    void check(World& world, const std::string& name, Object& object, bool is_closing, const std::string& state,
               Code expected);
    // How a call that is not of a session's is counted and told.
    void expect(const std::string& what, int got, int wanted);

    int combinations = 0;
};

}  // namespace ringfence::native_test
