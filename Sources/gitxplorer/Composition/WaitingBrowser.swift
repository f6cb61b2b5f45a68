import CGlibc
import Glibc
import LinuxSystem
import ServerEnvironment
import Transports

/// A process that waits to open a page in the person's browser, for a server that may execute nothing
/// by then, nor may the processes that it starts.
enum WaitingBrowser {
    /// Where that process reads the page's address; nil if it did not start. It starts at the first
    /// access, while this process has one thread, and ends when this process does.
    static let writer: CInt? = {
        guard let (reader, writer) = try? OwnedDescriptor.pipe() else { return nil }
        let process = cglibc_fork()
        if process == 0 { openPage(from: reader, writer) }
        close(reader)
        return process > 0 ? writer : nil
    }()

    /// Opens a page. Called once.
    static func open(_ page: String) {
        guard let writer else { return complain() }
        try? OwnedDescriptor(owning: writer).write(page.utf8)
    }

    /// What the process does. It keeps none of the server's sockets, passes no token on, and the terminal's
    /// signals do not reach it.
    private static func openPage(from reader: CInt, _ writer: CInt) -> Never {
        setpgid(0, 0)
        for socket in (try? Process.inheritedSockets.get()) ?? [] { close(socket.descriptor) }
        for descriptor in [writer, STDIN_FILENO, STDOUT_FILENO] { close(descriptor) }
        Process.wipe(TokenVariable.all.flatMap(\.names) + [SharedCacheOptions.variable])
        let page = String(decoding: Process.readAll(reader), as: UTF8.self)
        if !page.isEmpty, !Browser.open(page) { complain() }
        Process.end(0)
    }

    private static func complain() {
        Process.complain("no browser opens the page; open its address yourself.")
    }
}
