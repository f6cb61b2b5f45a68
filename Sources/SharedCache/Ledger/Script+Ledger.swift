extension Script {
    /// Longest duration of GitHub's limits, with a margin, in microseconds.
    private static let bounds = """
        local longest = 3700000000
        local function isAhead(time) return time and time > now and time - now < longest end

        """

    /// Reserves one request of a budget, if there is room for it now.
    ///
    /// Keys: budget, requests in flight, points. Arguments: id, milliseconds after which a
    /// reservation expires, concurrent requests, points in 60 seconds. Returns the time, and
    /// `granted`; `wait` and milliseconds; or `closed`, whether that is the secondary limit,
    /// milliseconds, limit and remaining requests. Foreign values are removed.
    static let admit = Script(
        clock + bounds + """
            for index, kind in ipairs({'hash', 'zset', 'hash'}) do
                local found = redis.call('TYPE', KEYS[index]).ok
                if found ~= 'none' and found ~= kind then redis.call('DEL', KEYS[index]) end
            end
            local known = redis.call('HMGET', KEYS[1], 'remaining', 'reset', 'secondary', 'limit')
            local remaining = tonumber(known[1] or '')
            local reset = tonumber(known[2] or '')
            local secondary = tonumber(known[3] or '')
            local limit = tonumber(known[4] or '') or -1
            -- A window that has ended is followed by a full one.
            if not isAhead(reset) then remaining = limit > 0 and limit or nil end
            local function left(time) return text(math.ceil((time - now) / 1000)) end
            if isAhead(secondary) then
                return {text(now), 'closed', 1, left(secondary), text(limit), text(remaining or -1)}
            end
            if remaining and remaining < 1 then
                return {text(now), 'closed', 0, left(reset), text(limit), '0'}
            end
            local expiry = now + ARGV[2] * 1000
            redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', text(now))
            redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. text(now + longest), '+inf')
            local flying = redis.call('ZCARD', KEYS[2])
            if flying >= tonumber(ARGV[3]) or (remaining and remaining - flying < 1) then
                return {text(now), 'wait', '50'}
            end
            local bucket = math.floor(now / 5000000)
            local points, oldest = 0, bucket
            local all = redis.call('HGETALL', KEYS[3])
            for index = 1, #all, 2 do
                local time, count = tonumber(all[index]), tonumber(all[index + 1])
                if not time or not count or time <= bucket - 14 or time > bucket then
                    redis.call('HDEL', KEYS[3], all[index])
                else
                    points = points + count
                    oldest = math.min(oldest, time)
                end
            end
            if points + 1 > tonumber(ARGV[4]) then
                return {text(now), 'wait', left((oldest + 14) * 5000000)}
            end
            redis.call('ZADD', KEYS[2], text(expiry), ARGV[1])
            redis.call('PEXPIRE', KEYS[2], text(longest / 1000))
            redis.call('HINCRBY', KEYS[3], text(bucket), 1)
            redis.call('PEXPIRE', KEYS[3], 80000)
            return {text(now), 'granted'}
            """)

    /// Returns a reservation, and records the state of the budget from GitHub's response.
    ///
    /// The newest window counts, and within a window the lowest number of remaining requests. Keys:
    /// requests in flight, the budget that GitHub named. Arguments: id; GitHub's reset, which
    /// identifies the window, milliseconds to it, remaining requests and the limit; milliseconds of
    /// a secondary limit. An unknown value is empty.
    static let settle = Script(
        clock + bounds + """
            local kind = redis.call('TYPE', KEYS[2]).ok
            if kind ~= 'none' and kind ~= 'hash' then redis.call('DEL', KEYS[2]) end
            if redis.call('TYPE', KEYS[1]).ok == 'zset' then
                redis.call('ZREM', KEYS[1], ARGV[1])
            end
            local window, remaining = tonumber(ARGV[2]), tonumber(ARGV[4])
            if window and remaining then
                local known = redis.call('HMGET', KEYS[2], 'window', 'reset', 'remaining')
                local former = isAhead(tonumber(known[2] or '')) and tonumber(known[1] or '')
                local isNew = not former or window > former + 5
                if isNew or window >= former - 5 then
                    local lowest = remaining
                    if not isNew then
                        lowest = math.min(remaining, tonumber(known[3] or '') or remaining)
                    end
                    redis.call('HSET', KEYS[2], 'remaining', text(lowest), 'limit', ARGV[5])
                end
                if isNew then
                    redis.call('HSET', KEYS[2], 'window', text(window),
                        'reset', text(now + ARGV[3] * 1000))
                end
                redis.call('PEXPIRE', KEYS[2], 7200000)
            end
            if tonumber(ARGV[6]) then
                local known = tonumber(redis.call('HGET', KEYS[2], 'secondary') or '') or 0
                if not isAhead(known) then known = 0 end
                redis.call('HSET', KEYS[2], 'secondary',
                    text(math.max(known, now + ARGV[6] * 1000)))
                redis.call('PEXPIRE', KEYS[2], 7200000)
            end
            return {text(now), 'settled'}
            """)
}
