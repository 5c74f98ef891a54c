// The code that Triton's compiler writes into every kernel, for clang's back end to PTX, which is also Triton's.
#pragma once

#define KERNEL extern "C" __attribute__((global, launch_bounds(128)))
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))

typedef unsigned int u32;
typedef GLOBAL char* Pointer;  // to a kernel's global memory, without a conversion from the generic space

// All shared memory is one array, as large as the launch says.
extern __attribute__((shared, aligned(16))) char global_smem[];

#define INLINE static inline __attribute__((always_inline, device))

INLINE u32 shared_address(u32 offset) {
    return (u32)(unsigned long long)((SHARED char*)global_smem + offset);
}
INLINE int program_id() {
    return __nvvm_read_ptx_sreg_ctaid_x();
}
INLINE int thread() {
    return __nvvm_read_ptx_sreg_tid_x();
}
INLINE void barrier() {
    __nvvm_bar_sync(0);
}

// A masked load of four words: what the mask leaves out is `other`.
struct Words {
    u32 at[4];
};
INLINE Words load_four(Pointer from, bool mask, u32 other) {
    Words w;
    asm volatile(
        "{\n\t.reg .pred %%mask;\n\tsetp.ne.b32 %%mask, %5, 0;\n\t"
        "mov.u32 %0, %6;\n\tmov.u32 %1, %6;\n\tmov.u32 %2, %6;\n\tmov.u32 %3, %6;\n\t"
        "@%%mask ld.global.v4.b32 { %0, %1, %2, %3 }, [ %4 + 0 ];\n\t}"
        : "=r"(w.at[0]), "=r"(w.at[1]), "=r"(w.at[2]), "=r"(w.at[3])
        : "l"(from), "r"((int)mask), "r"(other));
    return w;
}
INLINE void store_four(Pointer to, bool mask, const Words& w) {
    asm volatile(
        "{\n\t.reg .pred %%mask;\n\tsetp.ne.b32 %%mask, %5, 0;\n\t"
        "@%%mask st.global.v4.b32 [ %4 + 0 ], { %0, %1, %2, %3 };\n\t}" ::"r"(w.at[0]),
        "r"(w.at[1]), "r"(w.at[2]), "r"(w.at[3]), "l"(to), "r"((int)mask));
}

INLINE float as_float(u32 bits) {
    return __builtin_bit_cast(float, bits);
}
INLINE u32 as_bits(float value) {
    return __builtin_bit_cast(u32, value);
}
INLINE float exp2(float x) {
    float y;
    asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
INLINE float butterfly(float value, int distance) {
    u32 other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(as_bits(value)), "r"(distance));
    return as_float(other);
}
INLINE float larger(float a, float b) {
    return a > b ? a : b;
}

// Over all threads of the block, by way of shared memory at 0.
template <typename Combine>
INLINE float reduce_block(float value, float neutral, Combine combine) {
    for (int distance = 16; distance > 0; distance /= 2)
        value = combine(value, butterfly(value, distance));
    const int lane = thread() & 31;
    const int warp = thread() / 32;
    u32 bits = as_bits(value);
    asm volatile(
        "{\n\t.reg .pred %%first;\n\tsetp.eq.s32 %%first, %2, 0;\n\t@%%first st.shared.b32 [ %0 + 0 ], %1;\n\t}" ::"r"(
            shared_address(warp * 4)),
        "r"(bits), "r"(lane)
        : "memory");
    barrier();
    asm volatile(
        "{\n\t.reg .pred %%few;\n\tsetp.lt.s32 %%few, %2, 4;\n\tmov.u32 %0, %3;\n\t"
        "@%%few ld.shared.b32 %0, [ %1 + 0 ];\n\t}"
        : "=r"(bits)
        : "r"(shared_address((lane & 3) * 4)), "r"(lane), "r"(as_bits(neutral))
        : "memory");
    value = as_float(bits);
    for (int distance = 2; distance > 0; distance /= 2)
        value = combine(value, butterfly(value, distance));
    barrier();
    return as_float(__nvvm_shfl_sync_idx_i32(-1, as_bits(value), 0, 31));
}

// Sixteen bytes from global to shared memory while the kernel goes on; zeros where the mask says so.
INLINE void copy_async(u32 to, Pointer from, bool mask) {
    asm volatile("cp.async.cg.shared.global [ %0 + 0 ], [ %1 + 0 ], 0x10, %2;" ::"r"(to), "l"(from), "r"(mask ? 16 : 0)
                 : "memory");
}
INLINE void commit_copies() {
    asm volatile("cp.async.commit_group ;" ::: "memory");
}

INLINE Words load_matrices(u32 from) {
    Words w;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 { %0, %1, %2, %3 }, [ %4 + 0 ];"
                 : "=r"(w.at[0]), "=r"(w.at[1]), "=r"(w.at[2]), "=r"(w.at[3])
                 : "r"(from)
                 : "memory");
    return w;
}
INLINE Words load_matrices_transposed(u32 from) {
    Words w;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 { %0, %1, %2, %3 }, [ %4 + 0 ];"
                 : "=r"(w.at[0]), "=r"(w.at[1]), "=r"(w.at[2]), "=r"(w.at[3])
                 : "r"(from)
                 : "memory");
    return w;
}
INLINE void multiply_add(float (&c)[4], const Words& a, u32 b0, u32 b1) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 { %0, %1, %2, %3 }, { %4, %5, %6, %7 }, { %8, %9 }, "
        "{ %0, %1, %2, %3 };"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a.at[0]), "r"(a.at[1]), "r"(a.at[2]), "r"(a.at[3]), "r"(b0), "r"(b1));
}
INLINE u32 as_halves(float low, float high) {
    u32 both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}
// Rows of 128 bytes, the pieces of 16 exchanged so that columns lie in different banks.
INLINE u32 swizzled(u32 row, u32 piece) {
    return row * 128 + ((piece ^ (row & 7)) * 16);
}
