// Functions that call themselves, on the thread's own stack: Ackermann, Fibonacci, a quick sort, n queens.
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ unsigned long long fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ __noinline__ void quick_sort(int* data, int low, int high) {
    if (low >= high) return;
    const int pivot = data[(low + high) / 2];
    int i = low;
    int j = high;
    while (i <= j) {
        while (data[i] < pivot)
            ++i;
        while (data[j] > pivot)
            --j;
        if (i > j) break;
        const int keep = data[i];
        data[i++] = data[j];
        data[j--] = keep;
    }
    quick_sort(data, low, j);
    quick_sort(data, i, high);
}

// A local array passed down by pointer.
__device__ __noinline__ unsigned queens(signed char* columns, int row, int size) {
    if (row == size) return 1;
    unsigned count = 0;
    for (int column = 0; column < size; ++column) {
        bool free = true;
        for (int r = 0; r < row && free; ++r) {
            const int distance = column - columns[r];
            free = distance != 0 && distance != row - r && distance != r - row;
        }
        if (!free) continue;
        columns[row] = (signed char)column;
        count += queens(columns, row + 1, size);
    }
    return count;
}

extern "C" __global__ void numbers(unsigned* ackermanns, unsigned long long* fibonaccis, unsigned* solutions) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    ackermanns[i] = ackermann(i % 3, i % 5);
    fibonaccis[i] = fibonacci(i % 12);
    signed char columns[8];
    solutions[i] = queens(columns, 0, 1 + i % 7);
}

extern "C" __global__ void sort_rows(int* data, int length) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    quick_sort(data + i * length, 0, length - 1);
}
