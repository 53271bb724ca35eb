/**
 * Everything about a request in one round trip: whether its key stands, and its count.
 *
 * KEYS  1 the counter, 2 the state of the key (only where there is one); both in one slot of a cluster
 * ARGV  1 limit, 2 window in ms, 3 cost (0 or 1), 4 now in ms (empty: the time of Redis, which all nodes share),
 *       5 for how many ms a key that the database has just called active is taken for active (0: it was not asked)
 * Answer: state of the key, count before this request, end of the window in ms, now in ms
 *
 * A revoked key stays revoked: no late "active" of a node that asked the database a moment too early goes over it.
 */
export const DECIDE = `
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local state = ''
if KEYS[2] then
  state = redis.call('GET', KEYS[2]) or 'unknown'
  if state ~= 'revoked' and tonumber(ARGV[5]) > 0 then
    redis.call('SET', KEYS[2], 'active', 'PX', ARGV[5])
    state = 'active'
  end
  if state == 'revoked' then return {state, 0, now + window, now} end
end

local known = redis.call('HMGET', KEYS[1], 'count', 'ends')
local count, ends = tonumber(known[1]), tonumber(known[2])
if not ends or ends <= now then
  count, ends = 0, now + window
end
-- A window that was opened before a clock was put back lasts no longer for it.
ends = math.min(ends, now + window)
if cost == 1 and count < limit then
  redis.call('HSET', KEYS[1], 'count', count + 1, 'ends', ends)
  redis.call('PEXPIRE', KEYS[1], ends - now + 1000)
end
return {state, count, ends, now}
`
