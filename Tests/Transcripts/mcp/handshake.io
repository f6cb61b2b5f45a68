// A client of revision 2025-11-25 initializes and calls a tool. Results have no members of later revisions.
>> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
<< {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":false}},"serverInfo":{"name":"gitxplorer","title":"GitXplorer","version":"<any>","description":"<any>"},"instructions":"<any>"}}
>> {"jsonrpc":"2.0","method":"notifications/initialized"}
>> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
<< {"jsonrpc":"2.0","id":1,"result":{"tools":"<any>"}}
>> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"auth_status","arguments":{}}}
<< {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Not signed in."},{"type":"text","text":"{\"state\":\"anonymous\",\"login\":null,\"scopes\":[],\"tokenSource\":null}"}],"structuredContent":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null},"isError":false}}
