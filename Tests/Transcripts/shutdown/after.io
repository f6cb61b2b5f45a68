// After shutdown, requests are refused.
>> {"jsonrpc":"2.0","id":1,"method":"shutdown"}
<< {"jsonrpc":"2.0","id":1,"result":null}
>> {"jsonrpc":"2.0","id":2,"method":"cache.stats"}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
