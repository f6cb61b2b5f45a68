// The error lists every invalid param.
>> {"jsonrpc":"2.0","id":1,"method":"users.random","params":{"count":0,"sort":"stars","extra":1}}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/count","message":"<any>"},{"path":"/sort","message":"<any>"},{"path":"/extra","message":"<any>"}]}}}
>> {"jsonrpc":"2.0","id":2,"method":"users.random","params":[101]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/count","message":"<any>"}]}}}
