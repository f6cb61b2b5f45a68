// Unknown notifications, those that begin with $/, and responses from the client are ignored.
>> {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"a":1}}
>> {"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}
>> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}
>> {"jsonrpc":"2.0","method":"initialized","params":{}}
>> {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":2,"method":"shutdown","params":null}
<< {"jsonrpc":"2.0","id":2,"result":null}
