// Asking for a user as an organization gives 1404, not an empty list.
>> {"jsonrpc":"2.0","id":"a","method":"repos.list","params":["octocat","organization"]}
<< {"jsonrpc":"2.0","id":"a","error":{"code":1404,"message":"<any>","data":{"kind":"notFound","retryable":false,"status":404,"resource":"organization octocat","profileUrl":"https://github.com/octocat"}}}
