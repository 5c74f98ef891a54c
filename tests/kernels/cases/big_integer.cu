// Products and sums of big integers with carries: schoolbook with 32-bit limbs (carry flag instructions) and 64-bit
// limbs (mul.hi), and modular powers.
constexpr int limbs = 8;

// One product of limbs x limbs words per thread.
extern "C" __global__ void multiply32(const unsigned* a, const unsigned* b, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned product[2 * limbs] = {};
#pragma unroll
    for (int x = 0; x < limbs; ++x) {
        unsigned carry = 0;
#pragma unroll
        for (int y = 0; y < limbs; ++y) {
            asm("{ .reg .u32 high;\n"
                "mad.lo.cc.u32 %0, %2, %3, %0;\n"
                "madc.hi.u32 high, %2, %3, 0;\n"
                "add.cc.u32 %0, %0, %1;\n"
                "addc.u32 %1, high, 0; }"
                : "+r"(product[x + y]), "+r"(carry)
                : "r"(a[i * limbs + x]), "r"(b[i * limbs + y]));
        }
        product[x + limbs] = carry;
    }
    for (int k = 0; k < 2 * limbs; ++k)
        out[i * 2 * limbs + k] = product[k];
}

extern "C" __global__ void multiply64(const unsigned long long* a, const unsigned long long* b,
                                      unsigned long long* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    constexpr int count = limbs / 2;
    unsigned long long product[2 * count] = {};
    for (int x = 0; x < count; ++x) {
        unsigned long long carry = 0;
        for (int y = 0; y < count; ++y) {
            const unsigned __int128 sum =
                (unsigned __int128)a[i * count + x] * b[i * count + y] + product[x + y] + carry;
            product[x + y] = (unsigned long long)sum;
            carry = (unsigned long long)(sum >> 64);
        }
        product[x + count] = carry;
    }
    for (int k = 0; k < 2 * count; ++k)
        out[i * 2 * count + k] = product[k];
}

// a - b over four 32-bit words, with the borrow that is left.
extern "C" __global__ void subtract(const uint4* a, const uint4* b, uint4* out, unsigned* borrows) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 r;
    unsigned borrow;
    asm("sub.cc.u32 %0, %5, %9;\n"
        "subc.cc.u32 %1, %6, %10;\n"
        "subc.cc.u32 %2, %7, %11;\n"
        "subc.cc.u32 %3, %8, %12;\n"
        "subc.u32 %4, 0, 0;"
        : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w), "=r"(borrow)
        : "r"(a[i].x), "r"(a[i].y), "r"(a[i].z), "r"(a[i].w), "r"(b[i].x), "r"(b[i].y), "r"(b[i].z), "r"(b[i].w));
    out[i] = r;
    borrows[i] = borrow;
}

extern "C" __global__ void power(const unsigned long long* bases, unsigned long long* out, unsigned long long exponent,
                                 unsigned long long modulus) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long base = bases[i] % modulus;
    unsigned long long result = 1;
    for (unsigned long long e = exponent; e != 0; e >>= 1) {
        if (e & 1) result = (unsigned long long)((unsigned __int128)result * base % modulus);
        base = (unsigned long long)((unsigned __int128)base * base % modulus);
    }
    out[i] = result;
}
