// The account, scopes and source of the token, but never the token itself.
>> {"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"token":"ghp_0123456789"}}
<< {"jsonrpc":"2.0","id":1,"result":{"state":"authenticated","login":"octocat","scopes":["gist","read:org","repo"],"tokenSource":"session"}}
<< {"jsonrpc":"2.0","method":"auth.changed","params":{"state":"authenticated","login":"octocat"}}
>> {"jsonrpc":"2.0","id":2,"method":"auth.status"}
<< {"jsonrpc":"2.0","id":2,"result":{"state":"authenticated","login":"octocat","scopes":["gist","read:org","repo"],"tokenSource":"session"}}
>> {"jsonrpc":"2.0","id":3,"method":"rate.status"}
<< {"jsonrpc":"2.0","id":3,"result":{"resources":"<any>","authenticated":true,"freshness":"<any>"}}
