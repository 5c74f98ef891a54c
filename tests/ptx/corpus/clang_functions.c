// compile: 75 80
// compile: 80 -O0
// compile: 86 -O0 -gline-tables-only
// compile: 80 -O0 -g
// Plain C through clang's NVPTX back end: functions, globals, switches, pointers, wide integers.
#include <stdarg.h>

typedef __SIZE_TYPE__ size;

struct Node {
    int key;
    struct Node *left, *right;
};
union Word {
    int i;
    float f;
    unsigned char bytes[4];
};

int counter = 3;
static unsigned long long mixed[3] = {0x0123456789abcdefull, 42, ~0ull};
const char message[] = "plain C";
int *pointer_to_counter = &counter;
double ratios[2][2] = {{1.5, -2.5}, {0.0, 1e300}};

int search(const struct Node *n, int key) {
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n ? n->key : -1;
}

int classify(unsigned char c) {
    switch (c) {
        case 0: return 4;
        case 1: return -3;
        case 2: return counter;
        case 3: return *pointer_to_counter + 8;
        case 4: return message[c];
        case 5: return (int)ratios[1][0];
        case 6: return 17;
        default: return 99;
    }
}

__attribute__((noinline)) float invert(union Word w) {
    w.bytes[3] ^= 0x80;
    return w.f;
}

float twice_inverted(float f) {
    union Word w;
    w.f = f;
    w.f = invert(w);
    return invert(w);
}

unsigned __int128 wide(unsigned __int128 a, unsigned long long b) { return a * b + mixed[b % 3]; }

size length(const char *s) {
    size n = 0;
    while (s[n]) n++;
    return n;
}

int apply(int (*function)(int, void *), int times, void *context) {
    int r = 0;
    for (int i = 0; i < times; i++) r += function(i, context);
    return r;
}

__attribute__((weak)) int replaceable(int x) { return x ^ counter; }
extern int external(int x, double y);
int use(int x) { return replaceable(x) + external(x, ratios[0][1]); }

_Bool flags(float a, float b) { return a < b || !(a >= 0) || __builtin_isnan(b); }
