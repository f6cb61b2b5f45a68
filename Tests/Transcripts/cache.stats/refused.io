// The method takes no params, not even the common ones.
>> {"jsonrpc":"2.0","id":1,"method":"cache.stats","params":{"refresh":true}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/refresh","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"cache.stats","params":[null]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"","message":"<any>"}]}}}
