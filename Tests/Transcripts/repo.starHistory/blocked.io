// For a blocked repository the error has GitHub's message and the page that says why.
>> {"jsonrpc":"2.0","id":1,"method":"repo.starHistory","params":["github","blocked-dmca",2]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":1403,"message":"GitHub has blocked this: Repository access blocked. Its page says why.","data":{"kind":"forbidden","retryable":false,"status":451,"message":"Repository access blocked","profileUrl":"https://github.com/github/blocked-dmca"}}}
