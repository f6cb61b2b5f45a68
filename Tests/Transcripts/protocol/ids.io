// Ids are strings, numbers or null. 1 and "1" are different ids.
>> {"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}
>> {"jsonrpc":"2.0","id":"1","method":"textDocument/hover"}
>> {"jsonrpc":"2.0","id":null,"method":"textDocument/hover"}
>> {"jsonrpc":"2.0","id":-12345678901234567890.5e300,"method":"textDocument/hover"}
<< {"jsonrpc":"2.0","id":1,"error":"<any>"}
<< {"jsonrpc":"2.0","id":"1","error":"<any>"}
<< {"jsonrpc":"2.0","id":null,"error":"<any>"}
<< {"jsonrpc":"2.0","id":-12345678901234567890.5e300,"error":"<any>"}
