// compile: 75 90 120
// The video SIMD intrinsics, halfword and byte forms.

#define BINARY(name) out[n++] = name(a, b);
#define UNARY(name) out[n++] = name(a);

__global__ void halfwords(unsigned* out, unsigned a, unsigned b, unsigned c) {
    int n = 0;
    UNARY(__vabs2) UNARY(__vabsss2) UNARY(__vneg2) UNARY(__vnegss2)
    BINARY(__vadd2) BINARY(__vaddss2) BINARY(__vaddus2) BINARY(__vsub2) BINARY(__vsubss2) BINARY(__vsubus2)
    BINARY(__vavgs2) BINARY(__vavgu2) BINARY(__vhaddu2) BINARY(__vabsdiffs2) BINARY(__vabsdiffu2)
    BINARY(__vmaxs2) BINARY(__vmaxu2) BINARY(__vmins2) BINARY(__vminu2)
    BINARY(__vcmpeq2) BINARY(__vcmpges2) BINARY(__vcmpgtu2) BINARY(__vcmples2) BINARY(__vcmpltu2) BINARY(__vcmpne2)
    BINARY(__vseteq2) BINARY(__vsetges2) BINARY(__vsetltu2) BINARY(__vsads2) BINARY(__vsadu2)
    out[n++] = __vimax3_s16x2(a, b, c);
    out[n++] = __vimin3_u16x2(a, b, c);
    out[n++] = __viaddmax_s16x2_relu(a, b, c);
}

__global__ void bytes(unsigned* out, unsigned a, unsigned b) {
    int n = 0;
    UNARY(__vabs4) UNARY(__vabsss4) UNARY(__vneg4) UNARY(__vnegss4)
    BINARY(__vadd4) BINARY(__vaddss4) BINARY(__vaddus4) BINARY(__vsub4) BINARY(__vsubss4) BINARY(__vsubus4)
    BINARY(__vavgs4) BINARY(__vavgu4) BINARY(__vhaddu4) BINARY(__vabsdiffs4) BINARY(__vabsdiffu4)
    BINARY(__vmaxs4) BINARY(__vmaxu4) BINARY(__vmins4) BINARY(__vminu4)
    BINARY(__vcmpeq4) BINARY(__vcmpgeu4) BINARY(__vcmpgts4) BINARY(__vcmpleu4) BINARY(__vcmplts4) BINARY(__vcmpne4)
    BINARY(__vseteq4) BINARY(__vsetgeu4) BINARY(__vsetlts4) BINARY(__vsads4) BINARY(__vsadu4)
}
