# The state that a daemon hands over to its successor (`ringfence up --replace`, docs/supervisor.md): one message
# `DaemonState` in a sealed memory file, and the descriptors that it names by their positions.
#
# Over the socket from Administration.takeOver, in datagrams:
#
#     new → "begin"
#     old → "state", with the memory file
#     old → "descriptors", with eight at a time, until all are sent
#     new → "ready", when it understands all of it and could begin
#     old → "yours": from now on the old one touches none of it, and ends
#
# Between "begin" and "yours" the old one does nothing else, for a few seconds at most. Whatever goes wrong before "yours":
# it goes on as if nobody had asked.
@0xa1bfb98f4f0d6b5c;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("ringfence::schema");

using Ringfence = import "ringfence.capnp";

const takeoverVersion :UInt32 = 2;
const takeoverLowestVersion :UInt32 = 1;  # that makes sense of it

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
  pid @18 :Int32;
  descriptors @19 :UInt32;  # how many there are
  ledgers @20 :List(LedgerRecord);
  policy @21 :PolicyRecord;
  rooms @22 :UInt32;     # a descriptor: base/room_board.h
  hasRooms @23 :Bool;    # false: a daemon that knows of none
  cards @24 :UInt32;     # a descriptor: sched/card_board.h
  hasCards @25 :Bool;    # the same
  vgpuPolicies @26 :List(PolicyRecord);  # of virtual GPUs' own
}

# The policy that workers are given (supervisor/policy_shelf.h).
struct PolicyRecord {
  number @0 :UInt32;  # of the last order
  name @1 :Text;
  object @2 :UInt32;  # a descriptor
  by @3 :Text;
  digest @4 :Text;    # empty: the built-in one decides, and there is no descriptor
  budget @5 :UInt64;
  patienceNanoseconds @6 :Int64;
  longestIdleNanoseconds @7 :Int64;
  mostWrong @8 :UInt32;
  isNative @9 :Bool;
  vgpu @10 :Text;     # within which it decides; empty: on the card
  tenant @11 :Text;   # whose it is; empty: an administrator's
  guest @12 :Text;    # by what right it was loaded (supervisor/guest.h)
}

# The limits and uses that all sessions of a tenant share (supervisor/tenant_ledgers.h).
struct LedgerRecord {
  tenant @0 :Text;
  file @1 :UInt32;
}

struct Unshareable {
  backend @0 :Text;
  why @1 :Text;
}

struct WorkerRecord {
  pid @0 :Int32;
  control @1 :UInt32;
  process @2 :UInt32;
  controlVersion @3 :UInt32;  # of worker/control.h
  hostPlace @4 :UInt32;
  command @5 :List(Text);     # its options: what a worker must have been started with to be like it
  backend @6 :Text;
  isolation @7 :Text;
  guard @8 :Text;
  whyPrivate @9 :Text;
  state @10 :Data;            # worker/control.h, WorkerState
  sessionStates @11 :List(Data);  # the same, SessionState
  onTheWay @12 :List(ClientRecord);
  lastClient @13 :Int32;
  taken @14 :UInt32;
  isSpare @15 :Bool;
  isLeaving @16 :Bool;        # it was told to end, and has not yet
  leavingMilliseconds @17 :Int64;  # since when: so long ago
  lastTenant @18 :Text;       # whom it served last
  tenant @19 :Text;           # whose it is; empty: it is for all
  place @20 :PlaceRecord;     # may be null
  lacksOrders @21 :List(Text);  # virtual GPUs, "" the card: the last order about its policy has not been sent yet
  log @22 :UInt32;      # a descriptor: where the daemon reads what it writes to its standard error
  hasLog @23 :Bool;     # false: it writes where an earlier daemon wrote
}

# Of a process that the daemon has not started itself (service/starter.h).
struct PlaceRecord {
  uid @0 :UInt32;      # its user
  starter @1 :UInt32;  # a descriptor: the socket of the starter, which can end it
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
  kind @2 :Ringfence.SessionKind;
  peer @3 :PeerRecord;
  limits @4 :Text;      # as a client writes them
  expires @5 :Int64;
  name @6 :Text;        # this and the next: what it was opened with
  backend @7 :Text;
  isolation @8 :Text;
  guard @9 :Text;
  isServed @10 :Bool;   # by the worker
  isOver @11 :Bool;
  workerPid @12 :Int32;
  givenAfterQuestion @13 :UInt32;
  process @14 :SessionProcessRecord;  # may be null
  whyRevoked @15 :Text; # empty: it was not
  guest @16 :Text;      # whose it is, and what that one may (supervisor/guest.h); empty: not known
}

struct SessionProcessRecord {
  pid @0 :Int32;
  control @1 :UInt32;
  process @2 :UInt32;
  place @3 :PlaceRecord;  # may be null
  log @4 :UInt32;         # this and the next: as a worker's
  hasLog @5 :Bool;
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
