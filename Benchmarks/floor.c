// The floor: what a server costs that does nothing but frame and answer. Of a request it reads
// the length and the id; the result is the same bytes each time.
//
//   floor RESULT-FILE                 serves stdin and stdout
//   floor RESULT-FILE SOCKET-PATH     serves a Unix socket with one epoll loop

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { INPUT = 64 << 10, OUTPUT = 1 << 20 };

struct client {
    int input, output;
    char *bytes;
    size_t size, capacity;
};

static char *result;
static size_t result_size;
static char output[OUTPUT];
static size_t output_size;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static bool flush(struct client *client) {
    size_t written = 0;
    while (written < output_size) {
        ssize_t count = write(client->output, output + written, output_size - written);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        written += (size_t)count;
    }
    output_size = 0;
    return true;
}

static bool answer(struct client *client, const char *body, size_t size, bool lines) {
    const char *id = memmem(body, size, "\"id\":", 5);
    if (!id) return true;
    id += 5;
    size_t id_size = strcspn(id, ",}");
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":";
    static const char middle[] = ",\"result\":";
    size_t body_size = sizeof head - 1 + id_size + sizeof middle - 1 + result_size + 1;
    if (output_size + body_size + 64 > OUTPUT && !flush(client)) return false;
    char *end = output + output_size;
    if (!lines) end += sprintf(end, "Content-Length: %zu\r\n\r\n", body_size);
    end = mempcpy(end, head, sizeof head - 1);
    end = mempcpy(end, id, id_size);
    end = mempcpy(end, middle, sizeof middle - 1);
    end = mempcpy(end, result, result_size);
    *end++ = '}';
    if (lines) *end++ = '\n';
    output_size = (size_t)(end - output);
    return true;
}

/// Answers all whole messages in the buffer; returns how many bytes they were.
static size_t answer_all(struct client *client) {
    size_t start = 0;
    while (start < client->size) {
        const char *bytes = client->bytes + start;
        size_t available = client->size - start;
        bool lines = bytes[0] == '{';
        const char *end = lines ? memchr(bytes, '\n', available)
                                : memmem(bytes, available, "\r\n\r\n", 4);
        if (!end) break;
        size_t header = lines ? 0 : (size_t)(end + 4 - bytes);
        size_t length = lines ? (size_t)(end - bytes) : strtoul(bytes + 16, NULL, 10);
        if (available - header < length) break;
        if (!answer(client, bytes + header, length, lines)) return client->size;
        start += header + length + (lines ? 1 : 0);
    }
    return start;
}

/// Reads once and answers; false at the end of the input.
static bool step(struct client *client) {
    if (client->size == client->capacity) {
        client->capacity *= 2;
        client->bytes = realloc(client->bytes, client->capacity);
        if (!client->bytes) fail("realloc");
    }
    ssize_t count =
        read(client->input, client->bytes + client->size, client->capacity - client->size);
    if (count < 0 && errno == EINTR) return true;
    if (count <= 0) return false;
    client->size += (size_t)count;
    size_t done = answer_all(client);
    memmove(client->bytes, client->bytes + done, client->size - done);
    client->size -= done;
    return flush(client);
}

static struct client *new_client(int in, int out) {
    struct client *client = malloc(sizeof *client);
    if (!client) fail("malloc");
    *client = (struct client){.input = in, .output = out, .bytes = malloc(INPUT), .capacity = INPUT};
    if (!client->bytes) fail("malloc");
    return client;
}

static void serve_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
    if (listen(listener, 1024) != 0) fail("listen");
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event) != 0) fail("epoll");
    while (true) {
        struct epoll_event events[256];
        int ready = epoll_wait(poll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            struct client *client = events[i].data.ptr;
            if (!client) {
                int descriptor = accept(listener, NULL, NULL);
                if (descriptor < 0) fail("accept");
                struct epoll_event added = {
                    .events = EPOLLIN, .data.ptr = new_client(descriptor, descriptor)};
                if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &added) != 0) fail("epoll");
            } else if (!step(client)) {
                close(client->input);
                free(client->bytes);
                free(client);
            }
        }
    }
}

int main(int count, char **arguments) {
    if (count < 2) {
        fputs("usage: floor RESULT-FILE [SOCKET-PATH]\n", stderr);
        return 64;
    }
    FILE *file = fopen(arguments[1], "r");
    if (!file) fail(arguments[1]);
    size_t capacity = 0;
    ssize_t size = getdelim(&result, &capacity, 0, file);
    if (size < 0) fail(arguments[1]);
    result_size = (size_t)size;
    while (result_size > 0 && result[result_size - 1] == '\n') result_size--;
    if (result_size + 128 > OUTPUT) {
        fputs("floor: the result is too long\n", stderr);
        return 1;
    }
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (count > 2) serve_socket(arguments[2]);
    struct client *client = new_client(STDIN_FILENO, STDOUT_FILENO);
    while (step(client)) {
    }
    return 0;
}
