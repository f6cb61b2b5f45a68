// After shutdown, requests are refused. exit ends the connection.
>> {"jsonrpc":"2.0","id":1,"method":"shutdown","params":{"a":1}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/a","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"shutdown"}
<< {"jsonrpc":"2.0","id":2,"result":null}
>> {"jsonrpc":"2.0","id":3,"method":"shutdown"}
>> {"jsonrpc":"2.0","id":4,"method":"textDocument/hover"}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
>> {"jsonrpc":"2.0","method":"exit"}
>> {"jsonrpc":"2.0","id":5,"method":"shutdown"}
