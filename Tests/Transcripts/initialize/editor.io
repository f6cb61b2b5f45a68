// Params of an LSP client are accepted.
>> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"clientInfo":{"name":"vim","version":"9.1"},"rootUri":null,"capabilities":{}}}
<< {"jsonrpc":"2.0","id":1,"result":{"capabilities":{},"serverInfo":{"name":"gitxplorer","version":"<any>"},"protocol":{"framings":["headers","lines"],"maxMessageBytes":16777216,"maxInFlight":256},"upstream":{"name":"the sandbox","url":"https://github.com"},"methods":"<any>"}}
>> {"jsonrpc":"2.0","method":"initialized","params":{}}
>> {"jsonrpc":"2.0","id":2,"method":"shutdown"}
<< {"jsonrpc":"2.0","id":2,"result":null}
