/* Where the server listens, and the token that its questions need. */
#include "serve/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool make_token(char token[CM_TOKEN_DIGITS + 1])
{
    unsigned char bytes[CM_TOKEN_BYTES];
    FILE *random = fopen("/dev/urandom", "rb");
    bool got = random && fread(bytes, 1, sizeof bytes, random) == sizeof bytes;
    if (random)
        fclose(random);
    for (int i = 0; got && i < CM_TOKEN_BYTES; i++)
        snprintf(token + (size_t)i * 2, 3, "%02x", bytes[i]);
    return got;
}

static bool is_loopback(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
    }
    struct sockaddr_in four;
    memcpy(&four, address, sizeof four);
    return ntohl(four.sin_addr.s_addr) >> 24 == 127;
}

static const char *open_listener(cm_server *server, const struct addrinfo *at, bool *port_taken)
{
    static const int yes = 1;
    server->listener = socket(at->ai_family, SOCK_STREAM, 0);
    if (server->listener < 0)
        return strerror(errno);
    fcntl(server->listener, F_SETFD, FD_CLOEXEC);
    fcntl(server->listener, F_SETFL, O_NONBLOCK);
    setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(server->listener, at->ai_addr, at->ai_addrlen) != 0 ||
        listen(server->listener, CM_MOST_AT_ONCE) != 0) {
        *port_taken = errno == EADDRINUSE;
        return strerror(errno);
    }
    server->is_local = is_loopback(at->ai_addr);
    struct sockaddr_storage bound = {0};
    socklen_t length = sizeof bound;
    char port[8] = "0";
    unsigned number = 0;
    if (getsockname(server->listener, (struct sockaddr *)&bound, &length) == 0 &&
        getnameinfo((struct sockaddr *)&bound, length, NULL, 0, port, sizeof port,
                    NI_NUMERICSERV) == 0)
        sscanf(port, "%u", &number);
    server->port = number;
    return NULL;
}

const char *cm_server_listen(cm_server *server, bool *port_taken)
{
    const struct addrinfo wanted = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                                    .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char port[16];
    snprintf(port, sizeof port, "%u", server->options->port);
    if (getaddrinfo(server->options->address, port, &wanted, &found) != 0)
        return "that is not an address of this machine, expected a number such as 127.0.0.1";
    const char *reason = open_listener(server, found, port_taken);
    freeaddrinfo(found);
    if (!reason && !make_token(server->token))
        reason = "no random numbers for a token: /dev/urandom cannot be read";
    if (!reason) {
        const char *address = server->options->address;
        bool six = strchr(address, ':') != NULL;
        char *own = server->hosts[0];
        snprintf(own, sizeof server->hosts[0], six ? "[%s]:%u" : "%s:%u", address, server->port);
        snprintf(server->hosts[1], sizeof server->hosts[1], "localhost:%u", server->port);
        snprintf(server->hosts[2], sizeof server->hosts[2], "127.0.0.1:%u", server->port);
        snprintf(server->url, sizeof server->url, "http://%s/?token=%s", own, server->token);
    }
    return reason;
}
