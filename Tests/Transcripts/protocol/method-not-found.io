// The error for an unknown method names it, and suggests a method with a similar name if there is one.
>> {"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"<any>","data":{"kind":"methodNotFound","retryable":false,"method":"textDocument/hover"}}}
>> {"jsonrpc":"2.0","id":2,"method":"shutdwn"}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"<any>","data":{"kind":"methodNotFound","retryable":false,"method":"shutdwn","suggestion":"shutdown"}}}
