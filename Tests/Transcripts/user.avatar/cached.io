// An organization's avatar, by position, then from the cache.
>> {"jsonrpc":"2.0","id":1,"method":"user.avatar","params":["github",1]}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"github","mimeType":"image/png","bytes":"<any>","data":"<any>","freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
>> {"jsonrpc":"2.0","id":2,"method":"user.avatar","params":{"login":"github","size":1}}
<< {"jsonrpc":"2.0","id":2,"result":{"login":"github","mimeType":"image/png","bytes":"<any>","data":"<any>","freshness":{"source":"cache","fetchedAt":"<any>","expiresAt":"<any>"}}}
