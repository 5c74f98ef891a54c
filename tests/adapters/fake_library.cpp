// Two libraries with NVIDIA's names, for the rules of loading: one needs the other.
extern "C" [[gnu::visibility("default")]] int fake_needed_answer();

#ifdef FAKE_NEEDED
extern "C" int fake_needed_answer() {
    return 42;
}
#else
extern "C" [[gnu::visibility("default")]] int fake_answer();
extern "C" int fake_answer() {
    return fake_needed_answer();
}
#endif
