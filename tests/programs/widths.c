/* Numbers of each width: what is cut off, what signs fill, and where values wrap. volatile: so that
 * the test computes, not its import. */
#include <assert.h>
#include <stdint.h>

static volatile int8_t byte = -100;
static volatile uint8_t octet = 200;
static volatile int16_t half = -30000;
static volatile int32_t word = -7;
static volatile int64_t wide = -9;

int main(void)
{
    assert((uint8_t)(octet + 100) == 44);
    assert((int8_t)(byte - 100) == 56);
    assert((int16_t)(half - 10000) == 25536);
    assert((int8_t)octet == -56);
    assert(byte >> 2 == -25 && (int8_t)(byte / 7) == -14 && byte % 7 == -2);
    assert((uint32_t)word >> 1 == 2147483644u && word >> 1 == -4);
    assert((uint8_t)wide == 247 && (int)wide == -9);
    return 0;
}
