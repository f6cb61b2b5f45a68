// An unknown repository gives 1404. An invalid name is rejected.
>> {"jsonrpc":"2.0","id":1,"method":"repo.summary","params":["octocat","no-such-repository"]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1404,"message":"<any>","data":{"kind":"notFound","retryable":false,"status":404,"resource":"repository octocat/no-such-repository","profileUrl":"https://github.com/octocat/no-such-repository"}}}
>> {"jsonrpc":"2.0","id":2,"method":"repo.summary","params":["octocat",".."]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"<any>","data":{"kind":"invalidParams","retryable":false,"errors":[{"path":"/name","message":"<any>"}]}}}
