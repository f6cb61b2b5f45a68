// The accounts that follow a user. An organization has followers, too.
>> {"jsonrpc":"2.0","id":1,"method":"user.followers","params":{"login":"OctoCat","perPage":2,"page":3}}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"OctoCat","users":"<any>","page":3,"perPage":2,"nextPage":4,"lastPage":8421,"freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
>> {"jsonrpc":"2.0","id":2,"method":"user.followers","params":["github",1,100]}
<< {"jsonrpc":"2.0","id":2,"result":{"login":"github","users":"<any>","page":1,"perPage":100,"nextPage":2,"lastPage":452,"freshness":"<any>"}}
