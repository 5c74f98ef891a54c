# What a daemon hands over to the one that takes its place (`ringfence up --replace`, docs/supervisor.md): one message
# `DaemonState` in a sealed memory file, and the descriptors that it names by their positions.
#
# Over the socket from Administration.takeOver, in datagrams:
#
#     old → state: 8 bytes, how many descriptors there are; with the memory file
#     old → eight descriptors at a time, until all are sent
#     new → "ready", when it understands all of it and could begin
#     old → "yours": from now on the old one touches none of it, and ends
#
# Whatever goes wrong before "yours": the old one goes on as if nobody had asked.
@0xa1bfb98f4f0d6b5c;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("ringfence::schema");

using Ringfence = import "ringfence.capnp";

const takeoverVersion :UInt32 = 1;

struct DaemonState {
  version @0 :UInt32;
  lowestVersion @1 :UInt32;  # that a reader must know to make sense of this
  startedMilliseconds @2 :Int64;  # since 1970
  nextSession @3 :UInt32;
  sessionsStarted @4 :UInt64;
  workersDied @5 :UInt64;
  clientsRefused @6 :UInt64;
  questions @7 :UInt32;
  listener @8 :UInt32;   # descriptors
  control @9 :UInt32;
  hostBudget @10 :UInt32;
  hostLimit @11 :UInt64;
  workers @12 :List(WorkerRecord);
  sessions @13 :List(SessionRecord);
  visitors @14 :List(VisitorRecord);
  grants @15 :List(GrantRecord);
  unshareable @16 :List(Unshareable);
  replacements @17 :UInt32;  # how often a daemon has taken over since the first one
}

struct Unshareable {
  backend @0 :Text;
  why @1 :Text;
}

struct WorkerRecord {
  pid @0 :Int32;
  control @1 :UInt32;
  process @2 :UInt32;
  hostPlace @3 :UInt32;
  settings @4 :Text;  # as the settings file would say it
  isolation @5 :Text;
  guard @6 :Text;
  whyPrivate @7 :Text;
  state @8 :Data;     # worker/control.h, WorkerState
  sessionStates @9 :List(Data);  # the same, SessionState
  onTheWay @10 :List(ClientRecord);
  lastClient @11 :Int32;
  taken @12 :UInt32;
  isSpare @13 :Bool;
  program @14 :Text;  # the version of the worker, as its program's path tells
}

struct PeerRecord {
  pid @0 :Int32;
  uid @1 :UInt32;
  gid @2 :UInt32;
}

# On its way to a worker that has not taken it yet.
struct ClientRecord {
  hello @0 :Data;
  descriptors @1 :List(UInt32);
  peer @2 :PeerRecord;
  isSecondTry @3 :Bool;
  session @4 :UInt32;
}

struct SessionRecord {
  id @0 :UInt32;
  tenant @1 :Text;
  name @2 :Text;
  kind @3 :Ringfence.SessionKind;
  peer @4 :PeerRecord;
  workerPid @5 :Int32;  # 0: none yet
  expires @6 :Int64;
  process @7 :SessionProcessRecord;  # may be null
  revoked @8 :Text;  # why; empty: it is not
  sinceMilliseconds @9 :Int64;  # since 1970
  guest @10 :Text;  # whose it is, and what that one may (supervisor/guest.h)
}

struct SessionProcessRecord {
  pid @0 :Int32;
  control @1 :UInt32;
  process @2 :UInt32;
}

# Somebody who has connected and said nothing yet.
struct VisitorRecord {
  socket @0 :UInt32;
  peer @1 :PeerRecord;
  session @2 :UInt32;  # that was opened for it; 0: none
}

struct GrantRecord {
  reference @0 :Data;
  session @1 :UInt32;  # that granted it
  tenant @2 :Text;
  isSegment @3 :Bool;
  descriptor @4 :UInt32;
}
