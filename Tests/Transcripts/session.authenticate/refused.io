// The secret is required and must be a string.
>> {"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":{}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/secret","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"session.authenticate","params":{"secret":1}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/secret","message":"<any>"}]}}}
