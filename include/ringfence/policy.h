/* Policies for Ringfence, in C, compiled to eBPF.
 *
 *     clang -O2 -g -target bpf -mcpu=v3 -I include -c my_policy.c
 *     ringfence policy verify my_policy.o
 *
 * A policy is a set of hooks and one `struct rf_ops` that names them. A hook gets a pointer to its context: first what it
 * is told, which it may only read, then `answer`, which it may write too. The answer comes filled in with what happens
 * if the hook does nothing. docs/policies.md explains all of it, and what the verifier asks for.
 */
#ifndef RINGFENCE_POLICY_H
#define RINGFENCE_POLICY_H

typedef unsigned char rf_u8;
typedef unsigned short rf_u16;
typedef unsigned int rf_u32;
typedef unsigned long long rf_u64;
typedef long long rf_s64;

#define RF_SECTION(name) __attribute__((section(name), used))
#define RF_INLINE static inline __attribute__((always_inline))
/* A function that is called and not copied: its instructions are there once, and verified for every call. */
#define RF_FUNCTION static __attribute__((noinline))
#define RF_NULL ((void*)0)

/* ---- What hooks are told and may answer. Times are nanoseconds, shares millionths. ---- */

#define RF_NOBODY 0xffffffffu
#define RF_WHOLE 1000000u
#define RF_RANKS 16u        /* 0 goes first */
#define RF_MOST_PRIORITY 7u /* of a virtual GPU; 0 is the usual one */

enum rf_resource { RF_COMPUTE, RF_COPY_TO, RF_COPY_FROM };
enum rf_action { RF_START, RF_HOLD };
enum rf_reason {
    RF_REASON_NONE,
    RF_REASON_HELD = 6,
    RF_REASON_ALONE = 7,
    RF_REASON_IN_SHARE = 8,
    RF_REASON_PRIORITY = 9,
    RF_REASON_OVER_SHARE = 10,
    RF_REASON_DEMOTED = 11,
    RF_REASON_BUDGET = 13
};

/* A lane: the part of a virtual GPU in one resource. */
struct rf_lane {
    rf_s64 now;
    rf_s64 work_in_flight; /* estimated */
    rf_s64 mean_job;       /* measured; 0: nothing yet */
    rf_s64 longest_wait;   /* of its first job */
    rf_u32 vgpu;
    rf_u32 resource;
    rf_u32 queued; /* ready, and waiting for the card */
    rf_u32 in_flight;
    rf_u32 share;
    rf_u32 utilisation; /* over the last second */
    rf_u32 priority;
    rf_u32 reserved;
};

/* The place of a lane: by rank, lower first; within a rank by key, which may wrap around. */
struct rf_order {
    rf_u64 key;
    rf_u32 rank;
    rf_u32 reserved;
};

struct rf_init {
    rf_s64 now;
};

struct rf_submit {
    rf_s64 now;
    rf_s64 cost;
    rf_u64 bytes;
    rf_u32 vgpu;
    rf_u32 session;
    rf_u32 resource;
    rf_u32 priority;
    struct {
        rf_s64 cost;     /* a better idea of it; 0: none */
        rf_u32 priority; /* among its virtual GPU's jobs, 0 to 3 */
        rf_u32 reserved;
    } answer;
};

struct rf_admit {
    struct rf_lane lane;
    struct {
        struct rf_order order;
    } answer;
};

struct rf_dispatch {
    struct rf_lane lane;  /* the first in order */
    rf_s64 cost;          /* what its next job is thought to take */
    rf_s64 awaited_idle;  /* how long the awaited lane has had nothing to do */
    rf_s64 awaited_gap;   /* how long it usually has nothing to do */
    rf_u64 least_key;     /* of all lanes that wait, of any rank */
    rf_u32 awaited;       /* the virtual GPU whose lane went idle last, if it still is; otherwise RF_NOBODY */
    rf_u32 runnable;      /* lanes that wait */
    rf_u32 in_flight;     /* jobs of all lanes on the card */
    rf_u32 reserved;
    struct {
        struct rf_order order; /* the lane's place after this, if it waits with more */
        rf_s64 charge;         /* RF_START: comes back with the job's end */
        rf_s64 until;          /* RF_HOLD: ask again then, or when something has changed */
        rf_u32 action;
        rf_u32 reason;
    } answer;
};

struct rf_retire {
    struct rf_lane lane;
    rf_s64 took;
    rf_s64 charge;
    struct {
        struct rf_order order;
    } answer;
};

struct rf_copy {
    rf_s64 now;
    rf_u64 bytes;
    rf_u32 vgpu;
    rf_u32 resource;
    rf_u32 others; /* lanes that wait for the same resource */
    rf_u32 reserved;
    struct {
        rf_u64 piece; /* bytes to copy at a time */
    } answer;
};

/* Of somebody whose memory could leave the card (memory_pressure) or come back to it (reclaim). */
struct rf_memory {
    rf_s64 now;
    rf_s64 idle; /* since it last used the card */
    rf_u64 needed;
    rf_u64 resident;
    rf_u64 elsewhere;
    rf_u64 share; /* bytes of the card's memory that are its own */
    rf_u32 vgpu;
    rf_u32 session;
    rf_u32 priority;
    rf_u32 queued;
    struct {
        rf_u64 score; /* the highest is chosen; 0: not this one */
    } answer;
};

struct rf_tick {
    rf_s64 now;
    rf_s64 period;
};

struct rf_exit {
    rf_s64 now;
    rf_u32 reason; /* 0: taken out on request */
    rf_u32 reserved;
};

/* What the card's sensors say, once a second. What is not known is 0. */
struct rf_thermal {
    rf_s64 now;
    rf_s64 period;            /* since they were read before */
    rf_u32 temperature;       /* thousandths of a degree Celsius */
    rf_u32 temperature_limit; /* at which the card slows itself down */
    rf_u32 power;             /* milliwatts */
    rf_u32 power_limit;
};

/* ---- The operations. A hook that is not named keeps the usual behaviour of that step. ---- */

/* Answers come as zeros, and not filled in with what the built-in policy would say: that one is not asked, which makes
 * a decision cheaper. For policies that write all of each answer, on every way.
 */
#define RF_OWN_ANSWERS 1ull
/* Hooks are run while only one virtual GPU wants the card, too. Its jobs then cost what those of several cost. */
#define RF_ALONE_TOO 2ull

struct rf_ops {
    char name[32];
    rf_u64 flags; /* RF_OWN_ANSWERS, RF_ALONE_TOO */
    void (*init)(struct rf_init*);
    void (*submit)(struct rf_submit*);
    void (*admit)(struct rf_admit*);
    void (*dispatch)(struct rf_dispatch*);
    void (*retire)(struct rf_retire*);
    void (*copy_enqueue)(struct rf_copy*);
    void (*memory_pressure)(struct rf_memory*);
    void (*reclaim)(struct rf_memory*);
    void (*tick)(struct rf_tick*);
    void (*exit)(struct rf_exit*);
    void (*thermal)(struct rf_thermal*);
};

#define RF_POLICY(policy_name, ...) \
    RF_SECTION("ringfence_ops") struct rf_ops ringfence_policy = {.name = policy_name, __VA_ARGS__}

/* ---- Maps: what a policy remembers. ---- */

enum rf_map_kind {
    RF_ARRAY = 1,        /* index (4 bytes) to value; all there from the start, zeroed */
    RF_HASH = 2,         /* key to value */
    RF_LRU_HASH = 3,     /* when full, what was not looked up for longest makes room */
    RF_WORKER_ARRAY = 4, /* an array for each worker */
    RF_QUEUE = 5,        /* first in, first out; no key */
    RF_STACK = 6,        /* last in, first out; no key */
    RF_RING = 7,         /* records of any size to whoever reads them; max_entries: its bytes, a power of two */
    RF_PROGRAM_ARRAY = 8 /* functions of the policy to go on with: RF_PROGRAMS, rf_tail_call */
};

struct rf_map {
    rf_u32 kind;
    rf_u32 key_size;
    rf_u32 value_size;
    rf_u32 max_entries;
};

#define RF_MAP(map_name, map_kind, key_type, value_type, entries) \
    RF_SECTION("maps") struct rf_map map_name = {map_kind, sizeof(key_type), sizeof(value_type), entries}
#define RF_MAP_ARRAY(map_name, value_type, entries) RF_MAP(map_name, RF_ARRAY, rf_u32, value_type, entries)
#define RF_MAP_QUEUE(map_name, value_type, entries) \
    RF_SECTION("maps") struct rf_map map_name = {RF_QUEUE, 0, sizeof(value_type), entries}
#define RF_MAP_STACK(map_name, value_type, entries) \
    RF_SECTION("maps") struct rf_map map_name = {RF_STACK, 0, sizeof(value_type), entries}
/* Functions of this file, by their numbers from 0; each has a hook's context as its only argument. RF_NULL: none. */
#define RF_PROGRAMS(array_name, ...) RF_SECTION("programs") void* array_name[] = {__VA_ARGS__}
#define RF_MAP_RING(map_name, bytes) RF_SECTION("maps") struct rf_map map_name = {RF_RING, 0, 0, bytes}

/* ---- Maps that the dispatcher fills or obeys, by their names. As others they can be looked at and set by tools. ---- */

/* Obeyed: of so many decisions one is kept by the flight recorder. 0 and 1: each; RF_NOBODY: none. */
#define RF_MAP_OBS_CTRL RF_MAP_ARRAY(OBS_CTRL, rf_u32, 1)

/* Filled at the end of each job: what a virtual GPU has had, by its number; those beyond the last entry are left out. */
struct rf_credits {
    rf_u64 device_ns[3]; /* by resource */
    rf_u64 jobs;
    rf_u32 share[3]; /* of those resources that it used */
    rf_u32 priority;
};
#define RF_MAP_TENANT_CREDITS(vgpus) RF_MAP_ARRAY(TENANT_CREDITS, struct rf_credits, vgpus)

/* Obeyed within 30 ms: by resource, how much may be on the card while several want it. Zeros: the usual. What the
 * device cannot do, or would keep others waiting for more than 10 ms, is cut off. */
struct rf_slice {
    rf_s64 work; /* ns */
    rf_u32 least; /* jobs, however long */
    rf_u32 most;
};
#define RF_MAP_VSLICE_SET RF_MAP_ARRAY(VSLICE_SET, struct rf_slice, 3)

/* Obeyed within 30 ms: by the virtual GPU's number, how much of each resource's time it gets at most, in millionths,
 * alone or not. 0: no bound; 0.1 % at least. A policy that has this map is asked where one is alone, too. */
struct rf_budget {
    rf_u64 most[3]; /* by resource */
};
#define RF_MAP_IO_BUDGETS(vgpus) RF_MAP_ARRAY(IO_BUDGETS, struct rf_budget, vgpus)

/* Obeyed whenever memory has to leave the card: by the virtual GPU's number, bytes of it. Who has more than `most` gives
 * first; from who has `keep` or less nothing is taken as long as others have more than theirs. 0: no wish. */
struct rf_pool {
    rf_u64 keep;
    rf_u64 most;
};
#define RF_MAP_MEMPOOL_SET(vgpus) RF_MAP_ARRAY(MEMPOOL_SET, struct rf_pool, vgpus)

/* Filled before every question about a lane: the job that it comes with next, by the lane (RF_LANE_INDEX); those beyond the
 * last entry are left out. Zeros: it has none that waits. What it says of a kernel is of that virtual GPU's alone, and
 * names are as its programs like them. */
struct rf_job_meta {
    rf_s64 ready;    /* since when it waits for the card */
    rf_s64 expected; /* what the same kernel took before, measured; 0: nothing yet */
    rf_u64 kernel;   /* FNV-1a of its name, as the program knows it; 0: no kernel */
    rf_u64 threads;  /* of its grid */
    rf_u64 bytes;    /* of copies, where they are known */
    rf_u32 runs;     /* of that kernel, so far */
    rf_u32 session;  /* within its virtual GPU, from 0 */
    rf_u32 priority; /* among the virtual GPU's jobs, 0 to 3 */
    rf_u32 reserved;
};
#define RF_LANE_INDEX(lane) ((lane).vgpu * 3 + (lane).resource)
#define RF_MAP_JOB_META(vgpus) RF_MAP_ARRAY(JOB_META, struct rf_job_meta, 3 * (vgpus))

/* Obeyed from the next kernel on: by the virtual GPU's number, on which of the device's multiprocessors its kernels run.
 * Zeros: as usual. What goes beyond `device` or `most` is a wrong answer, and is not obeyed. A policy that has this map
 * is asked where one is alone, too. */
struct rf_placement {
    rf_u32 first;
    rf_u32 count;
    rf_u32 device; /* filled with a virtual GPU's kernels: how many there are; 0: not yet */
    rf_u32 most;   /* the same: how many of them are this one's at most */
};
#define RF_MAP_PLACEMENT(vgpus) RF_MAP_ARRAY(PLACEMENT, struct rf_placement, vgpus)

/* How rf_map_update is meant. */
#define RF_ANY 0u
#define RF_NOEXIST 1u /* only if it is not there */
#define RF_EXIST 2u   /* only if it is */

#ifdef __bpf__
/* ---- Helpers. The numbers are those of Linux, where it has the same. Those that may fail return less than 0. ---- */

static void* (*const rf_map_lookup)(void* map, const void* key) = (void*)1;
static rf_s64 (*const rf_map_update)(void* map, const void* key, const void* value, rf_u64 how) = (void*)2;
static rf_s64 (*const rf_map_delete)(void* map, const void* key) = (void*)3;
static rf_u64 (*const rf_now)(void) = (void*)5;
static rf_u64 (*const rf_random)(void) = (void*)7;
static rf_u64 (*const rf_worker)(void) = (void*)8;
/* Goes on with a program of RF_PROGRAMS, and does not come back; but if there is none of that number it returns. In the
 * hook's own function only, and none may lead back to where one was. */
static rf_s64 (*const rf_tail_call)(void* context, void* programs, rf_u64 number) = (void*)12;
static rf_s64 (*const rf_map_push)(void* map, const void* value, rf_u64 how) = (void*)87;
static rf_s64 (*const rf_map_pop)(void* map, void* value) = (void*)88;
static rf_s64 (*const rf_map_peek)(void* map, void* value) = (void*)89;
static rf_s64 (*const rf_ring_write)(void* map, const void* data, rf_u64 size, rf_u64 flags) = (void*)130;
/* A record to be filled in where it is: `size` is a constant, and it comes as zeros. Null: the ring is full. It must be
 * submitted or discarded before the hook ends, and before another is reserved. */
static void* (*const rf_ring_reserve)(void* map, rf_u64 size, rf_u64 flags) = (void*)131;
static rf_s64 (*const rf_ring_submit)(void* record, rf_u64 flags) = (void*)132;
static rf_s64 (*const rf_ring_discard)(void* record, rf_u64 flags) = (void*)133;

#endif
#endif
