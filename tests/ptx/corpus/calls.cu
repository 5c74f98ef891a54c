// compile: 75 80 90 100
// compile: 86 -G
// compile: 90 -rdc=true
// Calls: function pointers, recursion, virtual functions, struct arguments and returns, tables of functions.

struct Matrix {
    float at[3][3];
};
struct Mixed {
    char c;
    short s;
    double d;
    int2 v;
    unsigned char tail[5];
};
struct Empty {};

__device__ __noinline__ Matrix transpose(Matrix m) {
    Matrix r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) r.at[i][j] = m.at[j][i];
    return r;
}
__device__ __noinline__ Mixed mix(Mixed a, char c, short s, const Mixed& b, Empty, bool flag) {
    a.c += c;
    a.s = flag ? s : b.s;
    a.d *= b.d;
    a.v.y ^= b.v.x;
    a.tail[4] = b.tail[0];
    return a;
}
__device__ __noinline__ float4 vectors(float4 a, double2 b, char4 c, long long d) {
    return make_float4(a.x + b.x, a.y + c.z, a.z, a.w + d);
}
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }

using Operation = float (*)(float, float);
__device__ float add(float a, float b) { return a + b; }
__device__ float power(float a, float b) { return __powf(a, b); }
__device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ Operation operations[] = {add, power, larger, nullptr};
__constant__ Operation favourite = power;

class Shape {
public:
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual void grow(float by) { scale *= by; }
    float scale = 1;
};
class Circle : public Shape {
public:
    __device__ explicit Circle(float r) : radius(r) {}
    __device__ float area() const override { return 3.14159265f * radius * radius * scale; }
    float radius;
};
class Square : public Shape {
public:
    __device__ explicit Square(float s) : side(s) {}
    __device__ float area() const override { return side * side * scale; }
    __device__ void grow(float by) override { side += by; }
    float side;
};

__global__ void direct(Matrix* m, Mixed* x, float4* v, int* n) {
    m[0] = transpose(m[1]);
    x[0] = mix(x[1], x[2].c, x[3].s, x[4], Empty{}, n[0] > 3);
    v[0] = vectors(v[1], make_double2(1, 2), make_char4(1, 2, 3, 4), n[5]);
    n[1] = fibonacci(n[2]);
    n[3] = even(n[4]);
}

__global__ void indirect(float* out, int which, Operation given) {
    out[0] = operations[which](out[1], out[2]);
    out[3] = favourite(out[4], out[5]);
    out[6] = given(out[7], out[8]);
    Operation local = which & 1 ? add : larger;
    out[9] = local(out[10], out[11]);
}

__global__ void virtuals(float* out, bool round) {
    Shape* shape = round ? static_cast<Shape*>(new Circle(2)) : new Square(3);
    shape->grow(1.5f);
    out[0] = shape->area();
    delete shape;
}
