/* MD5 as RFC 1321 section 3 describes it. */
#include "litmus/text/md5.h"

#include <stdint.h>
#include <string.h>

/* Section 3.4: entry i is the integer part of 2^32 * abs(sin(i + 1)). */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* Rotations of the four rounds. */
static const unsigned rotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x << by | x >> (32 - by);
}

/* The round's function (F, G, H, I), and which word of the block step i takes. */
static uint32_t mix(unsigned i, uint32_t b, uint32_t c, uint32_t d, unsigned *word)
{
    switch (i / 16) {
    case 0:
        *word = i;
        return (b & c) | (~b & d);
    case 1:
        *word = (5 * i + 1) % 16;
        return (b & d) | (c & ~d);
    case 2:
        *word = (3 * i + 5) % 16;
        return b ^ c ^ d;
    default:
        *word = 7 * i % 16;
        return c ^ (b | ~d);
    }
}

static void absorb(uint32_t state[4], const unsigned char block[64])
{
    uint32_t words[16], a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] | (uint32_t)block[4 * i + 1] << 8 |
                   (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    for (unsigned i = 0; i < 64; i++) {
        unsigned word;
        uint32_t sum = a + mix(i, b, c, d, &word) + sines[i];
        sum += words[word];
        a = d;
        d = c;
        c = b;
        b += rotate(sum, rotations[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void cm_md5_digest(const char *bytes, size_t length, unsigned char digest[16])
{
    uint32_t state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    size_t whole = length / 64, rest = length % 64;
    for (size_t i = 0; i < whole; i++)
        absorb(state, (const unsigned char *)bytes + 64 * i);
    /* Padding: one bit, zeros, and the length in bits as 8 bytes (sections 3.1, 3.2). */
    unsigned char tail[128] = {0};
    if (rest > 0)
        memcpy(tail, bytes + 64 * whole, rest);
    tail[rest] = 0x80;
    size_t size = rest < 56 ? 64 : 128;
    uint64_t bits = (uint64_t)length * 8;
    for (size_t i = 0; i < 8; i++)
        tail[size - 8 + i] = (unsigned char)(bits >> (8 * i));
    for (size_t i = 0; i < size; i += 64)
        absorb(state, tail + i);
    for (unsigned i = 0; i < 16; i++)
        digest[i] = (unsigned char)(state[i / 4] >> (8 * (i % 4)));
}

void cm_md5(const char *bytes, size_t length, char digest[33])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char raw[16];
    cm_md5_digest(bytes, length, raw);
    for (unsigned i = 0; i < 16; i++) {
        digest[2 * i] = digits[raw[i] >> 4];
        digest[2 * i + 1] = digits[raw[i] & 15];
    }
    digest[32] = '\0';
}
