// Known params are validated.
>> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"version":"9.1"}}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/clientInfo/name","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"processId":"1"}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/processId","message":"<any>"}]}}}
