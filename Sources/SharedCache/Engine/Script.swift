/// A Lua script, which the engine runs atomically. It is sent as a whole each time: two kilobytes
/// are little compared with a request to GitHub.
struct Script: Sendable {
    let source: String

    init(_ source: String) {
        self.source = source
    }

    /// The engine's clock in microseconds, as a number and as text: Lua would write 1.7e+15.
    static let clock = """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        local function text(number) return string.format('%.0f', number) end

        """

    /// Takes the lease unless another server has it or has published since.
    ///
    /// Keys: response, lease. Arguments: version that was seen, token, milliseconds. Returns the
    /// time, and `leased`, `changed`, or `busy` with the token of the lease. Foreign values are
    /// removed.
    static let claim = Script(
        clock + """
            local seen = redis.pcall('HGET', KEYS[1], 't')
            if type(seen) == 'table' or seen and not string.match(seen, '^%d+$') then
                redis.call('DEL', KEYS[1])
                seen = false
            end
            if (seen or '') ~= ARGV[1] then return {text(now), 'changed'} end
            if redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then
                return {text(now), 'leased'}
            end
            local left = redis.call('PTTL', KEYS[2])
            local holder = redis.pcall('GET', KEYS[2])
            if type(holder) ~= 'string' or left < 0 or left > 5 * ARGV[3] then
                redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
                return {text(now), 'leased'}
            end
            return {text(now), 'busy', holder}
            """)

    /// Extends a lease, or takes a lost one again if nothing has been published since.
    ///
    /// Keys: response, lease. Arguments: version that was seen, token, milliseconds. Returns the
    /// time.
    static let renew = Script(
        clock + """
            local holder = redis.pcall('GET', KEYS[2])
            if holder == ARGV[2] then
                redis.call('PEXPIRE', KEYS[2], ARGV[3])
            elseif holder == false then
                local seen = redis.pcall('HGET', KEYS[1], 't')
                if type(seen) ~= 'table' and (seen or '') == ARGV[1] then
                    redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
                end
            end
            return {text(now)}
            """)

    /// Writes a response unless the stored one was requested later, releases the lease, and wakes
    /// the waiting claims.
    ///
    /// Keys: response, lease, then the tags. Arguments: token, start of the request, milliseconds
    /// to keep it, metadata, version that a 304 confirms (empty: a new body), body, question,
    /// channel. Returns the time, and whether it was written.
    static let publish = Script(
        clock + """
            local known = redis.pcall('HMGET', KEYS[1], 't', 's')
            if known.err then
                redis.call('DEL', KEYS[1])
                known = {false, false}
            end
            -- Numbers that no server writes count as none.
            local function known_time(value)
                return value and string.match(value, '^%d+$') and #value < 17 and tonumber(value) or 0
            end
            local version, start = known_time(known[1]), known_time(known[2])
            local written = 0
            if not (start > tonumber(ARGV[2])) or start > now then
                local next = text(math.max(now, version + 1))
                if ARGV[5] == '' then
                    redis.call('HSET', KEYS[1], 't', next, 's', ARGV[2], 'm', ARGV[4], 'b', ARGV[6])
                    written = 1
                elseif known[1] == ARGV[5] then
                    redis.call('HSET', KEYS[1], 't', next, 's', ARGV[2], 'm', ARGV[4])
                    written = 1
                end
            end
            if written == 1 then
                redis.call('PEXPIRE', KEYS[1], ARGV[3])
                local seconds = now / 1000000
                for index = 3, #KEYS do
                    if redis.call('TYPE', KEYS[index]).ok ~= 'zset' then
                        redis.call('DEL', KEYS[index])
                    end
                    redis.call('ZREMRANGEBYSCORE', KEYS[index], '-inf', seconds)
                    redis.call('ZADD', KEYS[index], seconds + ARGV[3] / 1000, ARGV[7])
                    redis.call('PEXPIRE', KEYS[index], ARGV[3])
                end
            end
            if redis.pcall('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
            redis.call('PUBLISH', ARGV[8], ARGV[7])
            return {text(now), written}
            """)

    /// Releases a lease without a response and wakes the waiting claims, if it was still held.
    ///
    /// Keys: lease. Arguments: token, channel, message. Returns the time.
    static let release = Script(
        clock + """
            if redis.pcall('GET', KEYS[1]) == ARGV[1] then
                redis.call('DEL', KEYS[1])
                redis.call('PUBLISH', ARGV[2], ARGV[3])
            end
            return {text(now)}
            """)
}
