// The method takes no params. An invalid shutdown has no effect.
>> {"jsonrpc":"2.0","id":1,"method":"shutdown","params":{"now":true}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/now","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"cache.clear"}
<< {"jsonrpc":"2.0","id":2,"result":{"removed":0}}
