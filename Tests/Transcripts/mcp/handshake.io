// A client of revision 2025-11-25 initializes and calls a tool. Results have no members of later revisions.
>> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
<< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":false}},"serverInfo":{"name":"gitxplorer","title":"GitXplorer","version":"<any>","description":"<any>"},"instructions":"<any>"}}
>> {"jsonrpc":"2.0","method":"notifications/initialized"}
>> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
<< {"jsonrpc":"2.0","id":1,"result":{"tools":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"cache_clear","arguments":{}}}
<< {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"0 stored responses removed."},{"type":"text","text":"{\"removed\":0}"}],"structuredContent":{"removed":0},"isError":false}}
