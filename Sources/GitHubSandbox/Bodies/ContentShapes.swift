import FoundationEssentials
import HTTPServer
import JSONCore

extension Readme {
    /// The most bytes that the JSON form contains; larger files are only available as `raw`.
    private static let maximumSize = 1 << 20

    /// `content-file`.
    ///
    /// - Parameter ref: the branch or tag that URLs name.
    func contentFile(_ repository: Repository, ref: String, _ hosts: Hosts) -> JSONObject {
        let api = "\(hosts.api)/repos/\(repository.fullName)"
        let place = "\(Percent.encode(ref))/\(path)"
        let url: JSONValue = "\(api)/contents/\(path)?ref=\(Percent.encode(ref))"
        let page: JSONValue = "\(hosts.page(repository))/blob/\(place)"
        let blob: JSONValue = "\(api)/git/blobs/\(blobID)"
        let isTooLarge = bytes.count > Readme.maximumSize
        return [
            "name": JSONValue(path.split(separator: "/").last.map(String.init)),
            "path": .string(path), "sha": .string(blobID), "size": JSONValue(bytes.count),
            "url": url, "html_url": page, "git_url": blob,
            "download_url": "https://raw.githubusercontent.com/\(repository.fullName)/\(place)",
            "type": "file", "content": .string(isTooLarge ? "" : base64),
            "encoding": isTooLarge ? "none" : "base64",
            "_links": ["self": url, "git": blob, "html": page],
        ]
    }

    /// The bytes as base64, in lines of 60 characters.
    private var base64: String {
        stride(from: 0, to: bytes.count, by: 45).map {
            Data(bytes[$0..<min($0 + 45, bytes.count)]).base64EncodedString() + "\n"
        }.joined()
    }
}

extension Release {
    /// `release`.
    func full(_ hosts: Hosts) -> JSONObject {
        let id = repository.id
        let path = "repos/\(repository.fullName)"
        let url = "\(hosts.api)/\(path)/releases/\(id)"
        return [
            "url": .string(url), "assets_url": "\(url)/assets",
            "upload_url": "\(hosts.origin)/api/uploads/\(path)/releases/\(id)/assets{?name,label}",
            "html_url": "\(hosts.page(repository))/releases/tag/\(tag)", "id": JSONValue(id),
            "author": .object(author.simpleUser(hosts)),
            "node_id": .string(NodeID.text("Release", id)), "tag_name": .string(tag),
            "target_commitish": .string(repository.defaultBranch), "name": JSONValue(name),
            "draft": false, "immutable": false, "prerelease": false,
            "created_at": .time(publishedAt), "updated_at": .time(publishedAt),
            "published_at": .time(publishedAt), "assets": [],
            "tarball_url": "\(hosts.api)/\(path)/tarball/\(tag)",
            "zipball_url": "\(hosts.api)/\(path)/zipball/\(tag)", "body": JSONValue(body),
        ]
    }
}
