/* MD5 (RFC 1321), for names of tests; not for security. */
#ifndef CM_LITMUS_TEXT_MD5_H
#define CM_LITMUS_TEXT_MD5_H

#include <stddef.h>

void cm_md5_digest(const char *bytes, size_t length, unsigned char digest[16]);
/* 32 lower-case hexadecimal digits and a zero byte. */
void cm_md5(const char *bytes, size_t length, char digest[33]);

#endif
