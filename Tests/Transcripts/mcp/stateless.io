// In revision 2026-07-28 each request states its version, without a handshake, and each result its type.
>> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
<< {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"capabilities":{"tools":{"listChanged":false}},"instructions":"<any>","ttlMs":3600000,"cacheScope":"public","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"<any>"}}}
>> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"auth_status","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
<< {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Not signed in."},{"type":"text","text":"<any>"}],"structuredContent":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null},"isError":false,"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"<any>"}}}
>> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32022,"message":"<any>","data":{"kind":"unsupportedProtocolVersion","retryable":false,"supported":"<any>","requested":"1900-01-01"}}}
>> {"jsonrpc":"2.0","id":4,"method":"tools/list"}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/_meta/io.modelcontextprotocol~1protocolVersion","message":"<any>"}]}}}
