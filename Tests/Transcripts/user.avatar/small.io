// A picture in base64, as large as it was asked for.
>> {"jsonrpc":"2.0","id":1,"method":"user.avatar","params":{"login":"octocat","size":1}}
<< {"jsonrpc":"2.0","id":1,"result":{"login":"octocat","mimeType":"image/png","bytes":88,"data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAABlBMVEXw8PCOKioh3NVYAAAADUlEQVR4AQECAP3/AAAAAgABfgUN0gAAAABJRU5ErkJggg==","freshness":{"source":"network","fetchedAt":"<any>","expiresAt":"<any>"}}}
