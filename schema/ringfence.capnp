# The contract of the capabilities: each interface is a permission. A method that a holder must not have does not exist
# on the object that it holds. docs/capabilities.md explains it; this file defines it.
#
# A client speaks Cap'n Proto RPC over the daemon's control socket, whose bootstrap is `Ringfence`. From there it gets a
# GpuDeviceManager, and from that sessions. A session comes as a connection of its own (a descriptor) to the process that
# serves it: the daemon sees none of a tenant's data, and can be replaced while sessions go on.
@0xd907205532f66641;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("ringfence::schema");

# ---------------------------------------------------------------------------------------------------------------------
# Errors. Every method answers with one; `none` means that the rest of the answer is there. A connection that is not
# accepted ends with RPC's `abort`, whose reason begins with the code's name: "unknownPeer: nobody knows user 1005".

enum ErrorCode {
  none @0;
  invalidArgument @1;  # what was asked for makes no sense: an offset beyond the end, an empty grid, bytes that are no PTX
  unsupported @2;      # it makes sense, and this device or this version cannot do it
  denied @3;           # the holder may not
  unknownPeer @4;      # nobody knows who asks
  notFound @5;         # no such kernel, session, tenant, grant
  foreign @6;          # a buffer, program, fence or segment of another session
  limitReached @7;     # a limit of the session or of its tenant; `limit` names it
  outOfMemory @8;      # the device has no more, whatever the limits say
  moduleRefused @9;    # the guard or the compiler does not take the program; the message says where and why
  launchFailed @10;    # the kernel did something that it may not: the session's work has failed
  timedOut @11;        # a wait reached its bound; what was waited for goes on
  cancelled @12;       # a wait was cancelled, or what was waited for will not happen
  closed @13;          # its holder has closed it
  revoked @14;         # the session was taken away
  expired @15;         # the token's time is over
  deviceLost @16;      # the worker or its device is gone; open another session
  overloaded @17;      # too much at once; try again later
  internal @18;        # our mistake
}

struct Error {
  code @0 :ErrorCode;
  message @1 :Text;     # what and where
  remedy @2 :Text;      # what to do; may be empty
  cudaStatus @3 :Int32; # CUDA's number for it, where it has one
  limit @4 :Text;       # of limitReached: its key, as in docs/limits.md
}

# A capability that carries a file descriptor, and nothing else.
interface Descriptor {}

# ---------------------------------------------------------------------------------------------------------------------
# The daemon's side.

interface Ringfence {
  # Gives the devices that the peer may use: as the tenant that its uid, group or cgroup makes it, or as the one whose
  # token it shows. An empty token shows none.
  devices @0 (token :Data) -> (error :Error, manager :GpuDeviceManager);
  # Gives the log's entries about the peer's own tenant.
  auditLog @1 (token :Data) -> (error :Error, log :AuditLog);
  # Only the daemon's user and root get this.
  administration @2 () -> (error :Error, administration :Administration);
  about @3 () -> (version :Text, protocol :UInt32);
  # The policy within a virtual GPU (docs/policies.md): for the tenant that manages it, and for administrators.
  vgpuPolicy @4 (token :Data, vgpu :Text) -> (error :Error, policy :VgpuPolicy);
}

interface GpuDeviceManager {
  list @0 () -> (error :Error, devices :List(DeviceInfo));
  # Speak Cap'n Proto over the connection: its bootstrap is the session, of the kind that was asked for. Of a `channel`,
  # the connection is the record channel's socket (docs/core.md) instead: say Hello there, soon. The session lives as
  # long as the connection.
  open @1 (request :SessionRequest) -> (error :Error, connection :Descriptor, info :SessionInfo);
}

struct DeviceInfo {
  name @0 :Text;
  backend @1 :Text;        # soft, cuda
  memoryBytes @2 :UInt64;  # that a session may have
  multiprocessors @3 :UInt32;
  computeMajor @4 :UInt32;
  computeMinor @5 :UInt32;
}

enum SessionKind {
  copy @0;     # GpuCopySession
  program @1;  # GpuProgramSession
  compute @2;  # GpuComputeSession
  channel @3;  # the record channel: what the CUDA shims use
}

struct SessionRequest {
  kind @0 :SessionKind;
  name @1 :Text;               # for people who read the status; may be empty
  backend @2 :Text;            # empty: what the administrator has set; another than that is refused
  isolation @3 :Text;          # empty: what the administrator has set; can only tighten
  guard @4 :Text;              # the same
  limits @5 :List(Limit);      # the same
  programs @6 :List(Data);     # grants (GpuProgram.grant) that the session begins with
  segments @7 :List(Data);     # grants (GpuSegment.grant)
  output @8 :Descriptor;       # where kernels print; may be null
}

struct Limit {
  key @0 :Text;  # docs/limits.md
  value @1 :UInt64;
}

struct SessionInfo {
  id @0 :UInt64;     # what `ringfence session revoke` takes
  tenant @1 :Text;
  kind @2 :SessionKind;
  device @3 :DeviceInfo;
  limits @4 :List(Limit);
  expires @5 :Int64; # seconds since 1970; 0: never
}

# ---------------------------------------------------------------------------------------------------------------------
# Sessions, and what lives in them. Closing a session, revoking it or losing its connection invalidates all of it.

interface GpuSession {
  info @0 () -> (error :Error, info :SessionInfo);
  usage @1 () -> (error :Error, usage :Usage);
  close @2 () -> (error :Error);
}

struct Usage {
  deviceBytes @0 :UInt64;
  hostBytes @1 :UInt64;
  buffers @2 :UInt32;
  fences @3 :UInt32;
  programs @4 :UInt32;
  segments @5 :UInt32;
  launches @6 :UInt64;
  copies @7 :UInt64;
}

# Moves bytes; runs nothing.
interface GpuCopySession extends(GpuSession) {
  createBuffer @0 (bytes :UInt64) -> (error :Error, buffer :GpuBuffer);
  # Operations happen in the order of the requests. Each returns a fence for its end.
  copy @1 (to :Place, from :Place, bytes :UInt64) -> (error :Error, fence :GpuFence);
  fill @2 (to :Place, bytes :UInt64, value :UInt8) -> (error :Error, fence :GpuFence);
  createSegment @3 (bytes :UInt64) -> (error :Error, segment :GpuSegment);
  # The segments that the session was opened with.
  segments @4 () -> (error :Error, segments :List(GpuSegment));
}

# Runs the programs that it was granted, and no others.
interface GpuProgramSession extends(GpuCopySession) {
  launch @0 (program :GpuProgram, launch :Launch) -> (error :Error, fence :GpuFence);
  # The programs that the session was opened with.
  programs @1 () -> (error :Error, programs :List(GpuProgram));
}

# Full compute: brings its own programs.
interface GpuComputeSession extends(GpuProgramSession) {
  # PTX, as text, or a fat binary that holds some.
  loadProgram @0 (image :Data) -> (error :Error, program :GpuProgram);
}

# Somewhere in a buffer or a segment.
struct Place {
  union {
    buffer @0 :GpuBuffer;
    segment @1 :GpuSegment;
  }
  offset @2 :UInt64;
}

struct Size3 {
  x @0 :UInt32 = 1;
  y @1 :UInt32 = 1;
  z @2 :UInt32 = 1;
}

struct Launch {
  kernel @0 :Text;
  grid @1 :Size3;
  block @2 :Size3;
  sharedBytes @3 :UInt32;  # dynamic
  arguments @4 :List(Argument);
}

struct Argument {
  union {
    value @0 :Data;     # as many bytes as the parameter has
    address @1 :Place;  # a pointer
  }
}

interface GpuBuffer {
  size @0 () -> (error :Error, bytes :UInt64);
  # Shared memory with the bytes of the range. What is written there reaches the buffer with `unmap`.
  map @1 (offset :UInt64, bytes :UInt64) -> (error :Error, memory :Descriptor);
  unmap @2 () -> (error :Error);
  # Reads or writes at most `largestTransfer` bytes.
  read @3 (offset :UInt64, bytes :UInt64) -> (error :Error, data :Data);
  write @4 (offset :UInt64, data :Data) -> (error :Error);
  close @5 () -> (error :Error);
}

const largestTransfer :UInt64 = 1048576;

interface GpuFence {
  poll @0 () -> (error :Error, isDone :Bool);
  # `timedOut` if it takes longer; at most `longestWait`.
  wait @1 (timeoutMilliseconds :UInt32) -> (error :Error);
  # Whoever waits is told `cancelled`. The work itself goes on: a GPU cannot take it back.
  cancel @2 () -> (error :Error);
  close @3 () -> (error :Error);
}

const longestWaitMilliseconds :UInt32 = 600000;

# A program that the guard has let in. Whoever holds it can run it, not change it.
interface GpuProgram {
  info @0 () -> (error :Error, info :ProgramInfo);
  # A reference that nobody can guess: a session of the same tenant that is opened with it holds this program too.
  grant @1 () -> (error :Error, grant :Data);
  close @2 () -> (error :Error);
}

struct ProgramInfo {
  hash @0 :Data;  # of the image (BLAKE3)
  kernels @1 :List(KernelInfo);
}

struct KernelInfo {
  name @0 :Text;
  parameterBytes @1 :List(UInt32);
}

# Memory that several sessions share, and their programs can reach.
interface GpuSegment {
  size @0 () -> (error :Error, bytes :UInt64);
  memory @1 () -> (error :Error, memory :Descriptor);
  grant @2 () -> (error :Error, grant :Data);
  close @3 () -> (error :Error);
}

# ---------------------------------------------------------------------------------------------------------------------

interface AuditLog {
  # The last records, oldest first, one JSON object each (docs/audit.md).
  tail @0 (count :UInt32) -> (error :Error, records :List(Text));
}

# The policy that orders the jobs within one virtual GPU. Its holder learns nothing of other virtual GPUs, nor of the
# card's policy. The methods are those that Administration has for the card's policy.
interface VgpuPolicy {
  set @0 (object :Descriptor, name :Text, mustReplace :Bool, watch :PolicyWatch) -> (error :Error, workers :UInt32);
  unset @1 () -> (error :Error, workers :UInt32);
  # One JSON object: `policy` and `workers` as in Administration.status, of this virtual GPU's policy alone.
  status @2 () -> (error :Error, status :Text);
  map @3 (worker :UInt32, action :MapAction, map :Text, key :Text, value :Text) -> (error :Error, text :Descriptor);
}

interface Administration {
  # One JSON object (docs/supervisor.md): what `ringfence status` prints.
  status @0 () -> (error :Error, status :Text);
  down @1 () -> (error :Error, sessions :UInt32);
  # Every session beneath it ends; callers that wait get `revoked`.
  revokeSession @2 (id :UInt64, reason :Text) -> (error :Error);
  # Tenants and virtual GPUs, as in their file (docs/tenants.md).
  tenants @3 () -> (error :Error, toml :Text);
  setTenant @4 (name :Text, toml :Text) -> (error :Error);
  removeTenant @5 (name :Text) -> (error :Error, sessions :UInt32);
  revokeToken @6 (id :Text) -> (error :Error, sessions :UInt32);
  auditLog @7 () -> (error :Error, log :AuditLog);
  # For a new daemon that is to take this one's place: a socket over which the state comes (schema/takeover.capnp).
  takeOver @8 () -> (error :Error, socket :Descriptor);
  # `restriction`: what the token may not, as it stands in a token (docs/tenants.md).
  issueToken @9 (tenant :Text, restriction :Text) -> (error :Error, token :Text);
  # Virtual GPUs, as in the file of tenants (docs/scheduling.md). A change holds for sessions that are there, too.
  setVgpu @10 (name :Text, toml :Text) -> (error :Error);
  # Refused while a tenant is bound to it.
  removeVgpu @11 (name :Text) -> (error :Error);
  # Which policy says whose turn it is, in all workers that several programs share (docs/policies.md). `object` is a
  # memory file that clang made, `name` what it calls itself; 0 in `watch`: as usual. Answers when all workers have
  # verified it; one that is refused changes nothing.
  setPolicy @12 (object :Descriptor, name :Text, mustReplace :Bool, watch :PolicyWatch) -> (error :Error, workers :UInt32);
  # The built-in one does, from now on.
  unsetPolicy @13 () -> (error :Error, workers :UInt32);
  # The maps of the policy that decides in a worker, as text: `key` and `value` are numbers, or bytes in hexadecimal.
  policyMap @14 (worker :UInt32, action :MapAction, map :Text, key :Text, value :Text) -> (error :Error, text :Descriptor);
  # Lists the kernels that the sessions of a worker have launched: how often in which variant, and why in the fenced one
  # (docs/guard.md). `worker` is its process; the text is a memory file with lines.
  kernels @15 (worker :UInt32) -> (error :Error, text :Descriptor);
}

enum MapAction {
  list @0;
  dump @1;
  get @2;
  set @3;
}

# How a policy is run, and when it is taken out again.
struct PolicyWatch {
  budget @0 :UInt64;                   # instructions of a hook
  patienceMilliseconds @1 :UInt32;     # a virtual GPU waits longer
  longestIdleMilliseconds @2 :UInt32;  # the device is held idle for longer
  mostWrong @3 :UInt32;                # answers within a second that make no sense
  isNative @4 :Bool;                   # as compiled code, not by the interpreter
}
