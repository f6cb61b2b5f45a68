// The method takes no params by position. maxAge must not be negative.
>> {"jsonrpc":"2.0","id":1,"method":"rate.status","params":[true]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"rate.status","params":{"maxAge":-1}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/maxAge","message":"<any>"}]}}}
