// A closed-loop load generator for JSON-RPC servers: as many requests as are asked for are under
// way, and each answer makes room for the next request.
//
// One thread, blocking writes. It looks at nothing of an answer but its length, its id and
// whether it is a result, so that it costs little compared with the server. Prints one
// JSON object.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *usage =
    "usage: load [OPTIONS] --message FILE (--unix PATH | --tcp PORT | -- COMMAND ...)\n"
    "  --message FILE     one request a line, taken in turn; @ stands for the id\n"
    "  --prelude FILE     messages to send first, one after another\n"
    "  --framing NAME     headers (default), lines, http or websocket\n"
    "  --head FILE        of each HTTP request, without its length, or of the WebSocket handshake\n"
    "  --requests N       requests that are measured (1000)\n"
    "  --warmup N         requests before these (100)\n"
    "  --depth N          requests under way on each connection (1)\n"
    "  --connections N    connections to the socket (1)\n"
    "  --tcp PORT         of 127.0.0.1\n"
    "  --rotate           --depth counts for all connections together, each request takes the next\n"
    "  --starts N         instead: start COMMAND so often, and time its first answer\n"
    "  --errors           error answers are as good as results\n"
    "  --server-pid PID   whose processor time to report for a socket\n"
    "  --cpu N            processor of the generator\n"
    "  --server-cpu N     processor of COMMAND\n"
    "  --timeout SECONDS  for everything (60)\n";

// Requests under way at once have different slots; ids are looked for in theirs.
enum { SLOTS = 1 << 17, BUFFER = 1 << 18, MAXIMUM_UNDER_WAY_BYTES = 48 << 10 };

struct message {
    char *head;
    char *tail;
    size_t head_size;
    size_t tail_size;
};

struct connection {
    int input;
    int output;
    char *bytes;
    size_t start, end, capacity;
    /// HTTP's answers have no id of their own.
    uint64_t last_id;
};

enum framing { HEADERS, LINES, HTTP, WEBSOCKET };
static const char *const framings[] = {"headers", "lines", "http", "websocket"};

static struct {
    const char *message_path, *prelude_path, *head_path, *socket_path;
    char **command;
    enum framing framing;
    bool rotate, errors;
    long port, requests, warmup, depth, connections, starts, server_pid, cpu, server_cpu, timeout;
} options = {.requests = 1000, .warmup = 100, .depth = 1, .connections = 1, .cpu = -1,
             .server_cpu = -1, .timeout = 60};

static struct message *messages;
static size_t message_count;
static struct connection *connections;
static pid_t child;
static char *head = "";

static struct {
    uint64_t id;
    uint64_t sent_at;
} slots[SLOTS];

static uint64_t next_id = 1, answered, answer_bytes, sent_bytes;
static uint32_t *latencies;
static size_t next_connection;

static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    if (child > 0) kill(child, SIGKILL);
    exit(1);
}

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    if (clock_gettime(clock, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) fail("no memory");
    return memory;
}

/// The lines of a file, in one allocation each.
static char **read_lines(const char *path, size_t *count) {
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    char **lines = NULL;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    *count = 0;
    while ((size = getline(&line, &capacity, file)) > 0) {
        if (line[size - 1] == '\n') line[--size] = 0;
        if (size == 0) continue;
        lines = realloc(lines, (*count + 1) * sizeof *lines);
        if (!lines) fail("no memory");
        lines[(*count)++] = line;
        line = NULL;
        capacity = 0;
    }
    free(line);
    fclose(file);
    return lines;
}

static void read_head(void) {
    if (!options.head_path) return;
    FILE *file = fopen(options.head_path, "r");
    if (!file) fail("%s: %s", options.head_path, strerror(errno));
    head = allocate(4096);
    head[fread(head, 1, 4095, file)] = 0;
    fclose(file);
}

/// More than what frames a request.
static size_t frame_size(void) { return 60 + strlen(head); }

static void read_messages(void) {
    char **lines = read_lines(options.message_path, &message_count);
    if (message_count == 0) fail("%s: no message", options.message_path);
    messages = allocate(message_count * sizeof *messages);
    for (size_t i = 0; i < message_count; i++) {
        char *mark = strchr(lines[i], '@');
        if (!mark) fail("%s: message %zu has no @", options.message_path, i + 1);
        *mark = 0;
        messages[i] = (struct message){.head = lines[i], .tail = mark + 1,
                                       .head_size = strlen(lines[i]),
                                       .tail_size = strlen(mark + 1)};
        // More than the pipes and sockets hold would block both sides for ever.
        size_t size = messages[i].head_size + messages[i].tail_size + frame_size();
        if (options.depth > 1 && size * (size_t)options.depth > MAXIMUM_UNDER_WAY_BYTES)
            fail("message %zu is too long for %ld under way", i + 1, options.depth);
    }
    free(lines);
}

static void pin(long cpu) {
    if (cpu < 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) fail("processor %ld: %s", cpu, strerror(errno));
}

// Connections

static struct connection make_connection(int input, int output) {
    // Pages that are not used cost nothing.
    return (struct connection){
        .input = input, .output = output, .bytes = allocate(BUFFER), .capacity = BUFFER};
}

static struct connection start_command(void) {
    int to_child[2], from_child[2];
    if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0)
        fail("pipe: %s", strerror(errno));
    child = fork();
    if (child < 0) fail("fork: %s", strerror(errno));
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(options.server_cpu);
        dup2(to_child[0], STDIN_FILENO);
        dup2(from_child[1], STDOUT_FILENO);
        execvp(options.command[0], options.command);
        fprintf(stderr, "load: %s: %s\n", options.command[0], strerror(errno));
        _exit(127);
    }
    close(to_child[0]);
    close(from_child[1]);
    return make_connection(from_child[0], to_child[1]);
}

static void shake_hands(struct connection *connection);

static struct connection connect_tcp(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options.port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket: %s", strerror(errno));
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        fail("port %ld: %s", options.port, strerror(errno));
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return make_connection(descriptor, descriptor);
}

static struct connection connect_unix(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(options.socket_path) >= sizeof address.sun_path) fail("the path is too long");
    strcpy(address.sun_path, options.socket_path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket: %s", strerror(errno));
    // The listener's queue may be full for a moment.
    for (int attempt = 0; connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0;
         attempt++) {
        if (errno != EAGAIN || attempt > 10000)
            fail("%s: %s", options.socket_path, strerror(errno));
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return make_connection(descriptor, descriptor);
}

static struct connection connect_socket(void) {
    struct connection made = options.socket_path ? connect_unix() : connect_tcp();
    if (options.framing == WEBSOCKET) shake_hands(&made);
    return made;
}

static void end_command(struct connection *connection) {
    close(connection->output);
    close(connection->input);
    free(connection->bytes);
    for (int attempt = 0; waitpid(child, NULL, WNOHANG) == 0; attempt++) {
        if (attempt == 20000) kill(child, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    child = 0;
}

static void write_all(struct connection *connection, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t count = write(connection->output, bytes, size);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail("write: %s", strerror(errno));
        bytes += count;
        size -= (size_t)count;
    }
}

/// Reads what has come; the buffer grows for a message that does not fit.
static void read_more(struct connection *connection) {
    if (connection->start == connection->end) {
        connection->start = connection->end = 0;
    } else if (connection->end == connection->capacity) {
        size_t left = connection->end - connection->start;
        memmove(connection->bytes, connection->bytes + connection->start, left);
        connection->start = 0;
        connection->end = left;
        if (left > connection->capacity / 2) {
            connection->capacity *= 2;
            connection->bytes = realloc(connection->bytes, connection->capacity);
            if (!connection->bytes) fail("no memory");
        }
    }
    ssize_t count;
    do {
        count = read(connection->input, connection->bytes + connection->end,
                     connection->capacity - connection->end);
    } while (count < 0 && errno == EINTR);
    if (count < 0) fail("read: %s", strerror(errno));
    if (count == 0) fail("the server ended after %lu answers", (unsigned long)answered);
    connection->end += (size_t)count;
}

static void shake_hands(struct connection *connection) {
    write_all(connection, head, strlen(head));
    write_all(connection, "\r\n", 2);
    char *end;
    do {
        read_more(connection);
        connection->bytes[connection->end] = 0;
    } while (!(end = strstr(connection->bytes, "\r\n\r\n")));
    if (strncmp(connection->bytes, "HTTP/1.1 101 ", 13) != 0) fail("%s", connection->bytes);
    connection->start = (size_t)(end + 4 - connection->bytes);
}

/// The size of the header block at the start of the buffer, and the length that it names; or 0.
static size_t header_block(const struct connection *connection, size_t *length) {
    const char *bytes = connection->bytes + connection->start;
    const char *end = memmem(bytes, connection->end - connection->start, "\r\n\r\n", 4);
    if (!end) return 0;
    size_t size = (size_t)(end + 4 - bytes);
    // Most servers write it so; some, in lower case.
    const char *field = memmem(bytes, size, "Content-Length: ", 16);
    if (!field) field = memmem(bytes, size, "content-length: ", 16);
    if (!field) fail("no Content-Length: %.*s", (int)size, bytes);
    *length = strtoul(field + 16, NULL, 10);
    return size;
}

/// The size of the WebSocket frame's header at the start of the buffer, and of its payload; or 0.
static size_t frame_header(const struct connection *connection, size_t *length) {
    const uint8_t *bytes = (const uint8_t *)connection->bytes + connection->start;
    size_t available = connection->end - connection->start;
    if (available < 2) return 0;
    if (bytes[0] == 0x88) fail("the server closed its WebSocket");
    size_t digits = bytes[1] == 127 ? 8 : bytes[1] == 126 ? 2 : 0;
    if (available < 2 + digits) return 0;
    *length = digits ? 0 : bytes[1];
    for (size_t i = 0; i < digits; i++) *length = *length << 8 | bytes[2 + i];
    return 2 + digits;
}

/// The next whole message in the buffer, or NULL.
static const char *next_message(struct connection *connection, size_t *size) {
    const char *bytes = connection->bytes + connection->start;
    size_t available = connection->end - connection->start;
    if (options.framing == LINES) {
        const char *end = memchr(bytes, '\n', available);
        if (!end) return NULL;
        *size = (size_t)(end - bytes);
        connection->start += *size + 1;
        return bytes;
    }
    size_t header = options.framing == WEBSOCKET ? frame_header(connection, size)
                                                 : header_block(connection, size);
    if (header == 0 || available - header < *size) return NULL;
    connection->start += header + *size;
    return bytes + header;
}

static uint64_t number_after(const char *bytes, size_t size, const char *name) {
    const char *found = memmem(bytes, size, name, strlen(name));
    if (!found) return 0;
    found += strlen(name);
    while (*found == ' ') found++;
    return *found >= '0' && *found <= '9' ? strtoull(found, NULL, 10) : 0;
}

/// The id of an answer, which servers write first or last; 0 for what is no answer.
static uint64_t message_id(const char *bytes, size_t size) {
    size_t near = size < 64 ? size : 64;
    uint64_t id = number_after(bytes, near, "\"id\":");
    return id ? id : number_after(bytes + size - near, near, "\"id\":");
}

// Requests

/// Appends the header of a WebSocket frame; returns its end.
static char *write_frame_header(char *end, size_t size, const char *mask) {
    *end++ = (char)0x81;
    if (size < 126) {
        *end++ = (char)(0x80 | size);
    } else {
        size_t digits = size < 1 << 16 ? 2 : 8;
        *end++ = (char)(0x80 | (digits == 2 ? 126 : 127));
        for (size_t i = digits; i > 0; i--) *end++ = (char)(size >> (i - 1) * 8);
    }
    return mempcpy(end, mask, 4);
}

/// Appends a request in its frame to `output`; returns its size.
static size_t write_request(char *output, uint64_t id) {
    static const char mask[4] = {0x37, (char)0xfa, 0x21, 0x3d};
    const struct message *message = &messages[id % message_count];
    char digits[24];
    size_t digit_count = (size_t)sprintf(digits, "%lu", (unsigned long)id);
    size_t size = message->head_size + digit_count + message->tail_size;
    char *end = output;
    if (options.framing == HTTP) {
        end = stpcpy(end, head);
        // A GET asks for a file, which is the same for all.
        if (head[0] == 'G') return (size_t)(stpcpy(end, "\r\n") - output);
    }
    if (options.framing == WEBSOCKET) end = write_frame_header(end, size, mask);
    else if (options.framing != LINES) end += sprintf(end, "Content-Length: %zu\r\n\r\n", size);
    char *body = end;
    end = mempcpy(end, message->head, message->head_size);
    end = mempcpy(end, digits, digit_count);
    end = mempcpy(end, message->tail, message->tail_size);
    if (options.framing == LINES) *end++ = '\n';
    if (options.framing == WEBSOCKET)
        for (size_t i = 0; i < size; i++) body[i] ^= mask[i % 4];
    return (size_t)(end - output);
}

static char *outgoing;
static size_t outgoing_size;
static size_t outgoing_to;

static void flush(void) {
    if (outgoing_size == 0) return;
    sent_bytes += outgoing_size;
    write_all(&connections[outgoing_to], outgoing, outgoing_size);
    outgoing_size = 0;
}

static void send_request(size_t number) {
    if (outgoing_to != number) flush();
    outgoing_to = number;
    uint64_t id = next_id++;
    connections[number].last_id = id;
    slots[id % SLOTS].id = id;
    slots[id % SLOTS].sent_at = nanoseconds(CLOCK_MONOTONIC);
    outgoing_size += write_request(outgoing + outgoing_size, id);
    // The next one might not fit.
    if (outgoing_size > MAXIMUM_UNDER_WAY_BYTES) flush();
}

/// Takes in all answers that have come on a connection, and sends as many requests, up to `last`.
static void serve(size_t number, uint64_t last) {
    struct connection *connection = &connections[number];
    read_more(connection);
    const char *message;
    size_t size;
    while ((message = next_message(connection, &size))) {
        uint64_t id = options.framing == HTTP ? connection->last_id : message_id(message, size);
        if (id == 0 || slots[id % SLOTS].id != id) continue;
        slots[id % SLOTS].id = 0;
        if (!options.errors && !memmem(message, size, "\"result\"", 8))
            fail("no result: %.*s", (int)(size < 400 ? size : 400), message);
        uint64_t latency = nanoseconds(CLOCK_MONOTONIC) - slots[id % SLOTS].sent_at;
        latencies[answered++] = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
        answer_bytes += size;
        if (next_id > last) continue;
        if (options.rotate) {
            send_request(next_connection);
            next_connection = (next_connection + 1) % (size_t)options.connections;
        } else {
            send_request(number);
        }
    }
    flush();
}

/// Sends `count` requests and waits for all of their answers.
static void run(uint64_t count, int poll) {
    if (count == 0) return;
    uint64_t last = next_id + count - 1;
    answered = answer_bytes = sent_bytes = 0;
    long total = options.rotate ? options.depth : options.depth * options.connections;
    for (long i = 0; i < total && next_id <= last; i++) {
        if (options.rotate) {
            send_request(next_connection);
            next_connection = (next_connection + 1) % (size_t)options.connections;
        } else {
            send_request((size_t)(i / options.depth));
        }
    }
    flush();
    while (answered < count) {
        if (options.connections == 1) {
            serve(0, last);
            continue;
        }
        struct epoll_event events[256];
        int ready = epoll_wait(poll, events, 256, -1);
        if (ready < 0 && errno != EINTR) fail("epoll: %s", strerror(errno));
        for (int i = 0; i < ready; i++) serve(events[i].data.u32, last);
    }
}

static int watch_connections(void) {
    int poll = epoll_create1(EPOLL_CLOEXEC);
    for (long i = 0; i < options.connections; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].input, &event) != 0)
            fail("epoll: %s", strerror(errno));
    }
    return poll;
}

/// Sends the prelude; what has an id is waited for.
static void send_prelude(struct connection *connection) {
    if (!options.prelude_path) return;
    size_t count;
    char **lines = read_lines(options.prelude_path, &count);
    for (size_t i = 0; i < count; i++) {
        char header[64];
        size_t size = strlen(lines[i]);
        uint64_t id = message_id(lines[i], size);
        if (options.framing == LINES) lines[i][size++] = '\n';
        else write_all(connection, header,
                       (size_t)sprintf(header, "Content-Length: %zu\r\n\r\n", size));
        write_all(connection, lines[i], size);
        const char *message = NULL;
        size_t answer_size = 0;
        while (id != 0) {
            while ((message = next_message(connection, &answer_size)))
                if (message_id(message, answer_size) == id) break;
            if (message) break;
            read_more(connection);
        }
        free(lines[i]);
    }
    free(lines);
}

// Reports

static int ascending(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static void print_latencies(size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += latencies[i];
    qsort(latencies, count, sizeof *latencies, ascending);
    printf("\"microseconds\":{\"mean\":%.3f,\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,"
           "\"min\":%.3f,\"max\":%.3f}",
           sum / (double)count / 1e3, latencies[count / 2] / 1e3, latencies[count * 9 / 10] / 1e3,
           latencies[count * 99 / 100] / 1e3, latencies[0] / 1e3, latencies[count - 1] / 1e3);
}

static uint64_t server_time(void) {
    pid_t pid = child > 0 ? child : (pid_t)options.server_pid;
    clockid_t clock;
    return pid > 0 && clock_getcpuclockid(pid, &clock) == 0 ? nanoseconds(clock) : 0;
}

static void measure_requests(void) {
    size_t largest = (size_t)(options.requests > options.warmup ? options.requests : options.warmup);
    latencies = allocate((largest + 1) * sizeof *latencies);
    connections = allocate((size_t)options.connections * sizeof *connections);
    for (long i = 0; i < options.connections; i++)
        connections[i] = options.command ? start_command() : connect_socket();
    for (long i = 0; i < options.connections; i++) send_prelude(&connections[i]);
    int poll = watch_connections();
    run((uint64_t)options.warmup, poll);
    uint64_t start = nanoseconds(CLOCK_MONOTONIC), server_start = server_time();
    uint64_t own_start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
    run((uint64_t)options.requests, poll);
    double own = (double)(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - own_start);
    double server = (double)(server_time() - server_start);
    double seconds = (double)(nanoseconds(CLOCK_MONOTONIC) - start) / 1e9;
    double count = (double)options.requests;
    printf("{\"requests\":%ld,\"seconds\":%.6f,\"perSecond\":%.1f,\"answerBytes\":%.1f,"
           "\"requestBytes\":%.1f,\"generatorMicroseconds\":%.3f,\"serverMicroseconds\":%.3f,",
           options.requests, seconds, count / seconds, (double)answer_bytes / count,
           (double)sent_bytes / count, own / count / 1e3, server / count / 1e3);
    print_latencies((size_t)options.requests);
    printf("}\n");
    if (child > 0) end_command(&connections[0]);
}

static void measure_starts(void) {
    latencies = allocate((size_t)options.starts * sizeof *latencies);
    connections = allocate(sizeof *connections);
    options.connections = 1;
    for (long i = 0; i < options.starts; i++) {
        uint64_t start = nanoseconds(CLOCK_MONOTONIC);
        connections[0] = start_command();
        outgoing_size = write_request(outgoing, 1);
        flush();
        const char *message;
        size_t size;
        do {
            while (!(message = next_message(&connections[0], &size))) read_more(&connections[0]);
        } while (message_id(message, size) != 1);
        if (!options.errors && !memmem(message, size, "\"result\"", 8))
            fail("no result: %.*s", (int)(size < 400 ? size : 400), message);
        uint64_t latency = nanoseconds(CLOCK_MONOTONIC) - start;
        latencies[i] = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
        end_command(&connections[0]);
    }
    printf("{\"starts\":%ld,", options.starts);
    print_latencies((size_t)options.starts);
    printf("}\n");
}

static void parse(int count, char **arguments) {
    struct {
        const char *name;
        const char **text;
        long *number;
        bool *flag;
    } known[] = {
        {"--message", &options.message_path, NULL, NULL},
        {"--prelude", &options.prelude_path, NULL, NULL},
        {"--head", &options.head_path, NULL, NULL},
        {"--unix", &options.socket_path, NULL, NULL},
        {"--tcp", NULL, &options.port, NULL},
        {"--requests", NULL, &options.requests, NULL},
        {"--warmup", NULL, &options.warmup, NULL},
        {"--depth", NULL, &options.depth, NULL},
        {"--connections", NULL, &options.connections, NULL},
        {"--starts", NULL, &options.starts, NULL},
        {"--server-pid", NULL, &options.server_pid, NULL},
        {"--cpu", NULL, &options.cpu, NULL},
        {"--server-cpu", NULL, &options.server_cpu, NULL},
        {"--timeout", NULL, &options.timeout, NULL},
        {"--rotate", NULL, NULL, &options.rotate},
        {"--errors", NULL, NULL, &options.errors},
    };
    size_t known_count = sizeof known / sizeof *known;
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i];
        if (strcmp(name, "--") == 0) {
            options.command = arguments + i + 1;
            break;
        }
        if (strcmp(name, "--framing") == 0 && i + 1 < count) {
            i++;
            for (size_t k = 0; k < sizeof framings / sizeof *framings; k++)
                if (strcmp(arguments[i], framings[k]) == 0) options.framing = k;
            continue;
        }
        size_t k = 0;
        while (k < known_count && strcmp(name, known[k].name) != 0) k++;
        if (k < known_count && known[k].flag) *known[k].flag = true;
        else if (k < known_count && i + 1 < count && known[k].text) *known[k].text = arguments[++i];
        else if (k < known_count && i + 1 < count) *known[k].number = atol(arguments[++i]);
        else {
            fputs(usage, stderr);
            exit(64);
        }
    }
    bool has_command = options.command && options.command[0];
    bool is_web = options.framing == HTTP || options.framing == WEBSOCKET;
    int servers = has_command + (options.socket_path != NULL) + (options.port > 0);
    if (!options.message_path || servers != 1
        || (has_command && options.connections != 1) || is_web != (options.head_path != NULL)
        || (is_web && (has_command || options.prelude_path || options.rotate))
        || (options.framing == HTTP && options.depth != 1)
        || options.requests < 1 || options.depth < 1
        || options.connections < 1 || options.depth * options.connections >= SLOTS) {
        fputs(usage, stderr);
        exit(64);
    }
}

int main(int count, char **arguments) {
    parse(count, arguments);
    signal(SIGPIPE, SIG_IGN);
    alarm((unsigned)options.timeout);
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    read_head();
    read_messages();
    size_t longest = 0;
    for (size_t i = 0; i < message_count; i++) {
        size_t size = messages[i].head_size + messages[i].tail_size + frame_size();
        if (size > longest) longest = size;
    }
    outgoing = allocate(MAXIMUM_UNDER_WAY_BYTES + longest);
    pin(options.cpu);
    if (options.starts > 0) measure_starts();
    else measure_requests();
    return 0;
}
