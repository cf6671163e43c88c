/// How often this program called malloc, realloc and aligned_alloc.
///
/// The functions stand in for the C library's, as https://sourceware.org/glibc/manual/latest/html_node/Replacing-malloc.html describes.
unsigned long allocation_count(void);
