# The messages between the daemon and a session process (ringfence-session). Each datagram of the socket that the
# process finds as descriptor 3 holds one message. No message refers to an earlier one, so a new daemon can go on where
# the old one stopped (docs/capabilities.md).
@0xb6a224c8631ac2fa;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("ringfence::schema");

using Ringfence = import "ringfence.capnp";

struct ToSession {
  union {
    # Comes first. With descriptors: the granted programs' images, then the granted segments, then where kernels print.
    begin :group {
      info @0 :Ringfence.SessionInfo;
      programs @1 :UInt32;
      segments @2 :UInt32;
      hasOutput @9 :Bool;
    }
    # All that the session has given out is invalid from now on; who waits is told why.
    revoke :group {
      code @3 :Ringfence.ErrorCode;
      reason @4 :Text;
    }
    # The answer to `grant`.
    granted :group {
      question @5 :UInt64;
      error @6 :Ringfence.Error;
      reference @7 :Data;
    }
    ping @8 :UInt64;
  }
}

struct FromSession {
  union {
    # With one descriptor: the program's image, or the segment.
    grant :group {
      question @0 :UInt64;
      isSegment @1 :Bool;
    }
    pong @2 :UInt64;
    # The last message.
    ended @3 :Text;
  }
}
