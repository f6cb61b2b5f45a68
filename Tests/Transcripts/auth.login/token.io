// Signs in with a token, given by position, and notifies every client.
>> {"jsonrpc":"2.0","id":1,"method":"auth.login","params":["ghp_0123456789",null,null,false]}
<< {"jsonrpc":"2.0","id":1,"result":{"state":"authenticated","login":"octocat","scopes":["gist","read:org","repo"],"tokenSource":"session"}}
<< {"jsonrpc":"2.0","method":"auth.changed","params":{"state":"authenticated","login":"octocat"}}
