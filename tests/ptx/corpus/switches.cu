// compile: 75 80
// compile: 90 120 -jtd=20
// compile: 86 -G -jtd=20
// compile: 80 -G -dopt=on
// compile: 100 -lineinfo -jtd=20
// Dense and sparse switches, which become jump tables, and other control flow.

__global__ void dense(int* out, int which, float x) {
    float r = x;
    switch (which) {
        case 0: r = x + 1; break;
        case 1: r = sqrtf(x); break;
        case 2: r = x * x * 3; break;
        case 3: r = __sinf(x); break;
        case 4: r = 1 / x; break;
        case 5: r = __expf(x) - 4; break;
        case 6: r = x - floorf(x);  // falls through
        case 7: r *= 2; break;
        case 8: r = fabsf(x) + 8; break;
        case 10: r = __logf(x); break;
        case 11: out[1] = 3; return;
        case 12: r = fminf(x, 12.f); break;
        default: r = -1;
    }
    out[0] = static_cast<int>(r);
}

__global__ void sparse(unsigned* out, unsigned key) {
    switch (key) {
        case 0x10: out[0] += 1; break;
        case 0x1000: out[0] *= 3; break;
        case 0x100000: out[0] ^= out[1]; break;
        case 0x7fffffff: out[0] = ~out[0]; break;
        case 0xfffffff0u: out[0] >>= 3; break;
    }
}

__global__ void machine(const unsigned char* program, int* stack, int length) {
    int top = 0, at = 0;
    while (at < length) {
        switch (program[at++]) {
            case 0: stack[top++] = program[at++]; break;
            case 1: top--; stack[top - 1] += stack[top]; break;
            case 2: top--; stack[top - 1] -= stack[top]; break;
            case 3: top--; stack[top - 1] *= stack[top]; break;
            case 4: top--; if (stack[top]) at += program[at]; else at++; break;
            case 5: stack[top] = stack[top - 1]; top++; break;
            case 6: at -= program[at]; break;
            case 7: stack[top - 1] = atomicAdd(stack + 100, stack[top - 1]); break;
            case 8: top--; stack[stack[top] & 63] = stack[--top]; break;
            case 9: return;
            default: continue;
        }
        if (top > 60) break;
    }
    stack[63] = top;
}

__global__ void loops(int* out, int n) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (out[i] == 7) goto done;
#pragma unroll
        for (int j = 0; j < 4; j++) sum += out[i + j] * j;
        do {
            sum ^= sum << 3;
        } while (sum & 0x80);
    }
#pragma nounroll
    for (int i = 0; i < 100; i++) sum += out[sum & 31];
done:
    out[0] = sum;
}
