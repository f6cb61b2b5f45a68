// An empty login is invalid. By position, null means that the param is omitted.
>> {"jsonrpc":"2.0","id":1,"method":"cache.clear","params":{"login":""}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/login","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"cache.clear","params":[null]}
<< {"jsonrpc":"2.0","id":2,"result":{"removed":0}}
