// compile: 75 80 90
// compile: 120 -lineinfo
// compile: 86 -G
// The device runtime: printf with many argument kinds, malloc and free, assert, trap, breakpoints, alloca.
#include <cassert>
#include <cstdio>

__global__ void prints(int i, double d, const char* s, long long l, unsigned char c, void* p) {
    printf("plain\n");
    printf("tab\t quote\" backslash\\ percent%% bell\a \x01\x7f\n");
    printf("%d %5.3f %s %lld %c %p %x %o %e\n", i, d, s, l, c, p, i, i, d);
    int n = printf("%*d %-8s|%+08.2lf\n", 4, i, s, d);
    if (n < 0) __trap();
}

__global__ void heap(int** out, size_t n) {
    int* p = static_cast<int*>(malloc(n * sizeof(int)));
    memset(p, 0, n);
    memcpy(p, out[0], n / 2);
    out[1] = p;
    char* q = new char[n];
    q[0] = 1;
    delete[] q;
    free(out[2]);
}

__global__ void checks(int* p, int n) {
    assert(n > 0 && "n must be positive");
    assert(p != nullptr);
    if (n == 17) __brkpt();
    if (n == 18) asm volatile("exit;");
    if (n == 19) __builtin_unreachable();
    if (n == 20) __prof_trigger(3);
    __builtin_assume(n < 1000);
    p[n] = __builtin_expect(p[0], 1) ? 4 : 5;
}

__global__ void stack(int* out, int n) {
    int* scratch = static_cast<int*>(alloca(n * sizeof(int)));
    int table[16];
    for (int i = 0; i < n; i++) scratch[i] = out[i];
    for (int i = 0; i < 16; i++) table[(out[i] + i) & 15] = scratch[i];
    out[0] = table[n & 15] + scratch[n / 2];
    out[1] = __isGlobal(out) + __isShared(out) + __isLocal(table) + __isConstant(out);
}
