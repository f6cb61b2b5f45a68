import CCurl
import HTTPCore
import HTTPTypes
import Synchronization

/// Whether libcurl and its global state have been loaded. A failure is not remembered: the library
/// may be there again a moment later, when an upgrade has replaced it.
private let isLibcurlLoaded = Mutex(false)

/// A libcurl easy handle: one request. It frees itself.
///
/// It is made after its ``MultiHandle``, and must have been removed from that first.
struct EasyHandle: ~Copyable {
    fileprivate let pointer: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?

    /// - Returns: nil if memory runs out.
    init?() {
        guard let pointer = ccurl_easy_init() else { return nil }
        self.pointer = pointer
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free_all(fields)
    }

    /// - Parameters:
    ///   - id: identifies the request in ``MultiHandle/nextFinished()``; not 0.
    ///   - receiver: takes the response. It owns this handle.
    /// - Returns: false if libcurl has no memory.
    mutating func setUp(
        _ request: HTTPTransportRequest, id: Int, receiver: Transfer,
        options: CurlTransportOptions
    ) -> Bool {
        fields = fieldList(requestFieldLines(for: request))
        let id = UnsafeRawPointer(bitPattern: id)
        return setSafety() && setTrust(options.trust) && setMessage(request)
            && setReceiver(receiver)
            && (request.relay == nil
                ? setLimits(request, options)
                : setRelay(request, options))
            && succeeds(ccurl_set_pointer(pointer, CURLOPT_PRIVATE, id))
    }

    /// Whether the request had a connection, new or reused.
    var wasConnected: Bool {
        // A new connection has a connect time. A reused one has the time at which the request began
        // to be sent.
        var microseconds: Int64 = 0
        ccurl_get_size(pointer, CURLINFO_PRETRANSFER_TIME_T, &microseconds)
        return microseconds > 0
    }

    private func setLimits(
        _ request: HTTPTransportRequest, _ options: CurlTransportOptions
    ) -> Bool {
        set(CURLOPT_TIMEOUT_MS, options.timeoutMilliseconds)
            // The length in a response to HEAD is that of a body that does not follow.
            && (request.head.method == .head
                || set(CURLOPT_MAXFILESIZE_LARGE, size: options.maximumBodySize))
    }

    private func setRelay(
        _ request: HTTPTransportRequest, _ options: CurlTransportOptions
    ) -> Bool {
        // Other silences are noticed by the loop.
        set(CURLOPT_CONNECTTIMEOUT_MS, options.timeoutMilliseconds)
    }

    /// Opens a connection for this request, even if there is one to reuse.
    func connectAnew() {
        _ = set(CURLOPT_FRESH_CONNECT, 1)
    }

    /// The socket of a transfer that has ended, if its connection is kept.
    var socket: Int32? {
        let socket = ccurl_get_socket(pointer)
        return socket < 0 ? nil : socket
    }

    /// Continues what a callback has paused, in both directions.
    func resume() {
        ccurl_easy_resume(pointer)
    }

    private func setSafety() -> Bool {
        set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_PROTOCOLS_STR, "http,https")
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
            && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            // The URL is also the key of the stored response, so libcurl must not change it.
            && set(CURLOPT_PATH_AS_IS, 1)
            // Otherwise giving up a request waits for its name lookup, and so do all others.
            && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    }

    private func setTrust(_ trust: CertificateTrust) -> Bool {
        guard trust != .machine else { return true }
        // Both are set; otherwise libcurl's default for the other one would be trusted too.
        return set(CURLOPT_CAINFO, trust.file) && set(CURLOPT_CAPATH, trust.directory)
            && set(CURLOPT_PROXY_CAINFO, trust.file) && set(CURLOPT_PROXY_CAPATH, trust.directory)
    }

    private func setMessage(_ request: HTTPTransportRequest) -> Bool {
        let method = request.head.method
        let isLoopback = URLHost(authority: request.head.authority ?? "").isLoopback
        let sendsBody =
            !request.body.isEmpty || request.upload != nil
            || [.post, .put, .patch].contains(method)
        return set(CURLOPT_URL, request.url)
            // An empty value means no proxy, whatever the environment says.
            && (!isLoopback || set(CURLOPT_PROXY, ""))
            // Without TLS there is no HTTP/2 here, and no reason to wait.
            && set(CURLOPT_PIPEWAIT, request.head.scheme == "https" ? 1 : 0)
            && (!sendsBody || setBody(of: request))
            && (method == .head
                ? set(CURLOPT_NOBODY, 1) : set(CURLOPT_CUSTOMREQUEST, method.rawValue))
            && succeeds(ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fields))
    }

    private func set(body: [UInt8]) -> Bool {
        set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
            && body.withUnsafeBytes {
                // With nil, libcurl would read the body from a callback.
                $0.isEmpty
                    ? set(CURLOPT_COPYPOSTFIELDS, "")
                    : succeeds(ccurl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, $0.baseAddress))
            }
    }

    private func setBody(of request: HTTPTransportRequest) -> Bool {
        guard let upload = request.upload else { return set(body: request.body) }
        return set(CURLOPT_UPLOAD, 1) && set(CURLOPT_INFILESIZE_LARGE, size: upload.length ?? -1)
    }

    private func setReceiver(_ receiver: Transfer) -> Bool {
        let context = Unmanaged.passUnretained(receiver).toOpaque()
        let takeLine: ccurl_sink = {
            receive($0, $1 * $2, $3) { $0.take(line: $1) ? .go : .abort }
        }
        let takeContent: ccurl_sink = { receive($0, $1 * $2, $3) { $0.take(content: $1) } }
        let giveContent: ccurl_sink = { bytes, size, count, context in
            guard let context, let bytes else { return Int(CURL_READFUNC_ABORT) }
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.give(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        return succeeds(ccurl_set_sink(pointer, CURLOPT_READFUNCTION, giveContent))
            && succeeds(ccurl_set_pointer(pointer, CURLOPT_READDATA, context))
            && succeeds(ccurl_set_sink(pointer, CURLOPT_HEADERFUNCTION, takeLine))
            && succeeds(ccurl_set_pointer(pointer, CURLOPT_HEADERDATA, context))
            && succeeds(ccurl_set_sink(pointer, CURLOPT_WRITEFUNCTION, takeContent))
            && succeeds(ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context))
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        succeeds(ccurl_set_long(pointer, option, value))
    }

    private func set(_ option: CURLoption, size: Int) -> Bool {
        succeeds(ccurl_set_size(pointer, option, Int64(size)))
    }

    private func set(_ option: CURLoption, _ value: String?) -> Bool {
        succeeds(ccurl_set_string(pointer, option, value))
    }
}

/// A libcurl multi handle: many transfers and their connections. It frees itself.
///
/// Everything except its ``Waker`` belongs to one thread.
struct MultiHandle: ~Copyable {
    /// Ends a poll from any thread. Must not be used after its multi handle has been freed:
    /// curl_multi_wakeup is the only function of a multi handle that any thread may call.
    struct Waker: @unchecked Sendable {
        fileprivate let pointer: UnsafeMutableRawPointer

        /// Ends the current poll, or otherwise the next one.
        func wake() {
            ccurl_multi_wakeup(pointer)
        }
    }

    private let pointer: UnsafeMutableRawPointer

    /// - Parameter maximumConnections: connections that are kept open for reuse.
    /// - Returns: nil if libcurl cannot be loaded now, or if memory or file descriptors run out.
    init?(maximumConnections: Int) {
        let isLoaded = isLibcurlLoaded.withLock { isLoaded in
            isLoaded = isLoaded || ccurl_load()
            return isLoaded
        }
        guard isLoaded, let pointer = ccurl_multi_init() else { return nil }
        // Without a descriptor, libcurl makes a handle that cannot be woken.
        guard ccurl_multi_wakeup(pointer) == CURLM_OK,
            ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, maximumConnections) == CURLM_OK
        else {
            ccurl_multi_cleanup(pointer)
            return nil
        }
        self.pointer = pointer
    }

    deinit {
        ccurl_multi_cleanup(pointer)
    }

    var waker: Waker { Waker(pointer: pointer) }

    /// - Returns: false if libcurl has no memory.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        ccurl_multi_add_handle(pointer, easy.pointer) == CURLM_OK
    }

    /// The connection of an unfinished transfer is closed.
    func remove(_ easy: borrowing EasyHandle) {
        ccurl_multi_remove_handle(pointer, easy.pointer)
    }

    /// Advances all transfers as far as possible without waiting; false if memory runs out.
    func perform() -> Bool {
        var running: Int32 = 0
        return ccurl_multi_perform(pointer, &running) == CURLM_OK
    }

    /// Waits until a transfer can continue, a timeout of libcurl is due, the waker is used, or the
    /// time is over.
    func poll(atMost milliseconds: Int32) {
        ccurl_multi_poll(pointer, milliseconds)
    }

    /// The next transfer that has ended, complete or not. It must still be removed.
    func nextFinished() -> (id: Int, code: CURLcode)? {
        var left: Int32 = 0
        while let message = ccurl_multi_info_read(pointer, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            var id: UnsafeMutableRawPointer?
            ccurl_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &id)
            return (Int(bitPattern: id), message.pointee.data.result)
        }
        return nil
    }
}

/// Passes bytes of libcurl to the transfer at `context`. Any other result than `count` ends or pauses
/// it.
private func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (Transfer, UnsafeRawBufferPointer) -> Transfer.Next
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return switch take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) {
    case .go: count
    case .pause: Int(CURL_WRITEFUNC_PAUSE)
    case .abort: -1
    }
}

private func succeeds(_ code: CURLcode) -> Bool {
    code == CURLE_OK
}

/// A libcurl list with copies of `lines`. The caller frees it.
private func fieldList(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
    lines.reduce(nil) { list, line in ccurl_slist_append(list, line) ?? list }
}
