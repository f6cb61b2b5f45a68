extension Script {
    /// Longest duration of GitHub's limits, with a margin, and of a request, in microseconds. Values
    /// beyond the bounds were written by another program.
    private static let bounds = """
        local longest, longestRequest = 3700000000, 600000000
        local function isAhead(time) return time and time > now and time - now < longest end
        local function whole(value, most)
            if not value or not string.match(value, '^%d+$') then return nil end
            local number = tonumber(value)
            return number <= most and number or nil
        end

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
            local limit = whole(known[4], 1000000000) or -1
            local remaining = whole(known[1], limit > 0 and limit or 1000000000)
            local reset = whole(known[2], now + longest)
            local secondary = whole(known[3], now + longest)
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
            redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. text(now + longestRequest), '+inf')
            local flying = redis.call('ZCARD', KEYS[2])
            if flying >= tonumber(ARGV[3]) or (remaining and remaining - flying < 1) then
                return {text(now), 'wait', '50'}
            end
            local bucket = math.floor(now / 5000000)
            local points, oldest = 0, bucket
            local all = redis.call('HGETALL', KEYS[3])
            for index = 1, #all, 2 do
                local time = whole(all[index], bucket)
                local count = whole(all[index + 1], tonumber(ARGV[4]))
                if not time or not count or time <= bucket - 14 then
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
            redis.call('PEXPIRE', KEYS[2], text(longestRequest / 1000))
            redis.call('HINCRBY', KEYS[3], text(bucket), 1)
            redis.call('PEXPIRE', KEYS[3], 80000)
            return {text(now), 'granted'}
            """)

    /// Returns a reservation, and records the state of the budget from GitHub's response.
    ///
    /// The newest window counts, and within a window the lowest number of remaining requests. Keys:
    /// requests in flight, the budget. Arguments: id; GitHub's reset, which
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
                -- Two windows of a budget that run at one time differ by less than an hour.
                local former = isAhead(whole(known[2], now + longest))
                    and whole(known[1], window + longest / 1000000)
                local isNew = not former or window > former + 5
                if isNew or window >= former - 5 then
                    local lowest = remaining
                    if not isNew then
                        lowest = math.min(remaining, whole(known[3], remaining) or remaining)
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
                local known = whole(redis.call('HGET', KEYS[2], 'secondary'), now + longest) or 0
                redis.call('HSET', KEYS[2], 'secondary',
                    text(math.max(known, now + ARGV[6] * 1000)))
                redis.call('PEXPIRE', KEYS[2], 7200000)
            end
            return {text(now), 'settled'}
            """)
}
