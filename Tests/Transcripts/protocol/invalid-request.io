// The response to an invalid request has the request's id if it is valid, otherwise null.
>> {"jsonrpc":"1.0","id":1,"method":"shutdown"}
>> {"id":2,"method":"shutdown"}
>> {"jsonrpc":"2.0","id":"three"}
>> {"jsonrpc":"2.0","id":4,"method":"shutdown","params":"bar"}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":"three","error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
>> {"jsonrpc":"2.0","id":true,"method":"shutdown"}
>> {"jsonrpc":"2.0","method":1,"params":"bar"}
>> 1
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"<any>","data":{"kind":"invalidRequest","retryable":false}}}
