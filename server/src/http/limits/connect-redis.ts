import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../../kit/redis-url.ts'

const OPTIONS = {
  connectTimeout: 2000,
  // A request that Redis does not take now must not wait in a queue for it.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  // A host that vanished without a word is noticed, and looked for again.
  socketTimeout: 3000,
  lazyConnect: true,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1000),
} satisfies RedisOptions

/**
 * `redis://` and `rediss://`: one server. `redis+sentinel://…/name` (`rediss+sentinel`): whoever the sentinels call the
 * master. `redis+cluster://` (`rediss+cluster`): a cluster. Several hosts are separated by commas.
 */
export function connectRedis(address: string): Redis | Cluster {
  const { scheme, hosts, path, ...credentials } = parseRedisUrl(address)
  const tls = scheme.startsWith('rediss') ? { tls: {} } : {}
  const options = { ...OPTIONS, ...credentials, ...tls }
  // All that is asked in one turn of the event loop travels together; on a cluster it may have different ways to go.
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
          failoverDetector: true,
          ...(scheme.startsWith('rediss') && { enableTLSForSentinelMode: true }),
        })
      : new Redis({ ...singleNode, ...hosts[0], db: Number(path || 0) })
  // Said by whoever asks and gets no answer; without a listener it would end the process.
  redis.on('error', () => {})
  // It goes on trying by itself.
  redis.connect().catch(() => {})
  return redis
}
