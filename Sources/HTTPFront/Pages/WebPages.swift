import FoundationEssentials
import HTTPServer
import NIOCore
import NIOHTTP1
import Synchronization

/// The files of the web explorer, which all may read. The addresses of all screens have the same page.
package struct WebPages: Sendable {
    /// A folder whose files are read at each request, for developing; nil for the embedded ones.
    private let folder: String?
    /// The page names it. Nil if no client needs the secret.
    private let secretFile: String?

    package init(folder: String? = nil, secretFile: String? = nil) {
        self.folder = folder
        self.secretFile = secretFile
    }

    private static let page = "index.html"

    private static let addresses = [
        "/", "/random", "/search", "/rate", "/console", "/console/*", "/user/*", "/repos/*",
        "/starred/*", "/followers/*", "/following/*", "/repo/*/*", "/stargazers/*/*",
    ]

    /// In closures, so that a file takes memory when it is first read.
    private static let files: KeyValuePairs<String, @Sendable () -> [UInt8]> = [
        page: { PackageResources.index_html },
        "style.css": { PackageResources.style_css },
        "manifest.webmanifest": { PackageResources.manifest_webmanifest },
        "icon.svg": { PackageResources.icon_svg },
        "icon-192.png": { PackageResources.icon_192_png },
        "icon-512.png": { PackageResources.icon_512_png },
        "main.mjs": { PackageResources.main_mjs },
        "account.mjs": { PackageResources.account_mjs },
        "console.mjs": { PackageResources.console_mjs },
        "dom.mjs": { PackageResources.dom_mjs },
        "form.mjs": { PackageResources.form_mjs },
        "keys.mjs": { PackageResources.keys_mjs },
        "lists.mjs": { PackageResources.lists_mjs },
        "pages.mjs": { PackageResources.pages_mjs },
        "place.mjs": { PackageResources.place_mjs },
        "rpc.mjs": { PackageResources.rpc_mjs },
        "server.mjs": { PackageResources.server_mjs },
        "view.mjs": { PackageResources.view_mjs },
    ]

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "webmanifest": "application/manifest+json",
        "svg": "image/svg+xml", "png": "image/png",
    ]

    private static let fields: HTTPHeaders = [
        "Cache-Control": "no-cache", "Vary": "Accept-Encoding",
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
        connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
        form-action 'none'; require-trusted-types-for 'script'
        """,
    ]

    /// A route for each file and address; the one without a path says that there is no such page.
    var routes: [HTTPRoute] {
        // Each file is compressed at its first request.
        let compressed = Mutex<[String: ByteBuffer]>([:])
        return Self.files.flatMap { name, embedded in
            let suffix = String(name.split(separator: ".").last ?? "")
            let answer: @Sendable (HTTPExchange, HTTPResponseStatus) -> Void = {
                [self] exchange, status in
                var fields = Self.fields
                fields.add(name: "Content-Type", value: Self.types[suffix] ?? "")
                let accepted = exchange.head.headers.accepted("accept-encoding")
                guard accepted.contains("gzip"), suffix != "png" else {
                    let body = ByteBuffer(bytes: contents(name, embedded))
                    return exchange.answer(body, fields, status)
                }
                fields.add(name: "Content-Encoding", value: "gzip")
                let known = folder == nil ? compressed.withLock { $0[name] } : nil
                let body = known ?? ByteBuffer(bytes: Gzip.compress(contents(name, embedded)))
                if folder == nil, known == nil { compressed.withLock { $0[name] = body } }
                exchange.answer(body, fields, status)
            }
            return (name == Self.page ? Self.addresses + [""] : ["/\(name)"]).map { path in
                let status = path.isEmpty ? HTTPResponseStatus.notFound : .ok
                return HTTPRoute(path, needsSecret: false, [.GET: { answer($0, status) }])
            }
        }
    }

    /// A file; empty if the folder does not have it.
    private func contents(_ name: String, _ embedded: () -> [UInt8]) -> [UInt8] {
        let found = folder.map { FileManager.default.contents(atPath: "\($0)/\(name)") }
        let file = found.map { [UInt8]($0 ?? Data()) } ?? embedded()
        guard name == Self.page else { return file }
        let path = Self.attribute(secretFile ?? "")
        return Array(
            String(decoding: file, as: UTF8.self).replacing("{SECRET-FILE}", with: path).utf8)
    }

    /// Text as an attribute's value in double quotes. A plain carriage return would become a line feed.
    static func attribute(_ text: String) -> String {
        text.unicodeScalars.map {
            $0.value < 0x20 || "&\"<>".unicodeScalars.contains($0) ? "&#\($0.value);" : String($0)
        }.joined()
    }
}
