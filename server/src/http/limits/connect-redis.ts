import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../../kit/redis-url.ts'

const OPTIONS = {
  connectTimeout: 2000,
  // A request that Redis can't take now must not wait in a queue.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // Detects a host that vanished silently, and reconnects.
  socketTimeout: 3000,
  lazyConnect: true,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1000),
} satisfies RedisOptions

/**
 * `redis://` and `rediss://`: one server. `redis+sentinel://…/name` (`rediss+sentinel`): the master that the sentinels
 * name. `redis+cluster://` (`rediss+cluster`): a cluster. Several hosts are separated by commas.
 */
export function connectRedis(
  address: string,
  { socketTimeout = OPTIONS.socketTimeout }: { socketTimeout?: number | undefined } = {},
): Redis | Cluster {
  const { scheme, hosts, path, ...credentials } = parseRedisUrl(address)
  const tls = scheme.startsWith('rediss') ? { tls: {} } : {}
  const options = { ...OPTIONS, socketTimeout, ...credentials, ...tls }
  // All commands of one event-loop turn travel together; in a cluster they may go to different nodes.
  const singleNode = { ...options, enableAutoPipelining: true }
  const redis = scheme.endsWith('+cluster')
    ? new Cluster(hosts, {
        redisOptions: options,
        lazyConnect: true,
        enableOfflineQueue: false,
        clusterRetryStrategy: OPTIONS.retryStrategy,
        slotsRefreshTimeout: 2000,
        scaleReads: 'master',
      })
    : scheme.endsWith('+sentinel')
      ? new Redis({
          ...singleNode,
          sentinels: hosts,
          name: path,
          sentinelRetryStrategy: OPTIONS.retryStrategy,
          sentinelCommandTimeout: OPTIONS.connectTimeout,
          failoverDetector: true,
          ...(scheme.startsWith('rediss') && { enableTLSForSentinelMode: true }),
        })
      : new Redis({ ...singleNode, ...hosts[0], db: Number(path || 0) })
  // Callers report their own failures; without a listener the error would end the process.
  redis.on('error', () => {})
  // It keeps retrying by itself, except when sentinels announce a new master while it reconnects: then it gives up.
  redis.on('end', () => redis.connect().catch(() => {}))
  redis.connect().catch(() => {})
  return redis
}

export function disconnectRedis(redis: Redis | Cluster): void {
  redis.removeAllListeners('end')
  redis.disconnect()
}
