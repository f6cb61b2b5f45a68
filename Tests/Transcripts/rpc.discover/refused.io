// The method takes no params.
>> {"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":{"method":"user.summary"}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/method","message":"<any>"}]}}}
