// Signing out discards the token and notifies every client.
>> {"jsonrpc":"2.0","id":1,"method":"auth.login","params":{"token":"ghp_0123456789"}}
<< {"jsonrpc":"2.0","id":1,"result":{"state":"authenticated","login":"octocat","scopes":["gist","read:org","repo"],"tokenSource":"session"}}
<< {"jsonrpc":"2.0","method":"auth.changed","params":{"state":"authenticated","login":"octocat"}}
>> {"jsonrpc":"2.0","id":2,"method":"auth.logout"}
<< {"jsonrpc":"2.0","id":2,"result":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null}}
<< {"jsonrpc":"2.0","method":"auth.changed","params":{"state":"anonymous"}}
>> {"jsonrpc":"2.0","id":3,"method":"auth.status"}
<< {"jsonrpc":"2.0","id":3,"result":{"state":"anonymous","login":null,"scopes":[],"tokenSource":null}}
