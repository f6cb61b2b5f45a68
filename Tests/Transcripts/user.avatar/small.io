// An avatar of the requested size, in base64.
>> {"jsonrpc":"2.0","id":1,"method":"user.avatar","params":{"login":"octocat","size":1}}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"octocat","mimeType":"image/png","bytes":"<any>","data":"<any>","freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
