// Invalid JSON gives -32700 with the offset, and the connection stays open.
>> {"jsonrpc":"2.0","id":1,"method":"shutdown"
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"<any>","data":{"kind":"parseError","retryable":false,"offset":43}}}
>> [1,]
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"<any>","data":{"kind":"parseError","retryable":false,"offset":3}}}
>> {"jsonrpc":"2.0","id":1,"method":"shutdown"}
<< {"jsonrpc":"2.0","id":1,"result":null}
