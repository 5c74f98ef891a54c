/* Segments: device memory that several programs of a tenant have under a key, as Gdev's.
 *
 * The functions are in libcuda.so.1, beside CUDA's, where that is Ringfence's; NVIDIA's has none of them, so a program
 * that is to run with both looks them up (dlsym). They return CUDA's status. docs/shared-memory.md says what they
 * promise.
 *
 * A key is a number that the programs agree on; 0 (IPC_PRIVATE) always makes a new segment, which others find by its
 * id.
 */
#ifndef RINGFENCE_SEGMENTS_H
#define RINGFENCE_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What cuShmCtl(id, IPC_STAT, ...) gives. */
typedef struct RingfenceSegment {
    uint64_t bytes;
    uint64_t attached; /* how often, in all programs */
    int32_t key;
    uint32_t reserved;
} RingfenceSegment;

/* More commands of cuShmCtl. The buffer is the name of another tenant, which may attach the segment by its id from now
 * on, or no longer: then what its programs have attached is taken from them. */
#define RINGFENCE_SEGMENT_GRANT 0x52460001
#define RINGFENCE_SEGMENT_REVOKE 0x52460002

#ifndef RINGFENCE_SEGMENTS_NO_FUNCTIONS

/* CUresult and CUdeviceptr, as cuda.h has them: an enumeration of 32 bits, and an integer of 64. */

/* The segment of a key, which is made if there is none. `flags` are those of shmget: with IPC_EXCL there must be none.
 */
int cuShmGet(int* id, int key, size_t size, int flags);
/* Puts it into this program's addresses. `flags` is 0. */
int cuShmAt(unsigned long long* address, int id, int flags);
int cuShmDt(unsigned long long address);
/* IPC_RMID: nobody can get it any more, and it goes with the last program that has it. IPC_STAT: see above. */
int cuShmCtl(int id, int command, void* buffer);

#endif

#ifdef __cplusplus
}
#endif
#endif
