interface RedisAddress {
  scheme: string
  hosts: { host: string; port: number }[]
  path: string
  username?: string
  password?: string
}

/** `URL` can't parse several hosts. Throws a sentence that does not repeat the password. */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = /^(rediss?(?:\+sentinel|\+cluster)?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/@]+)(?:\/([^/?]*))?$/.exec(
    url,
  )
  const [, scheme = '', username, password, list = '', path = ''] = parts ?? []
  const defaultPort = scheme.endsWith('+sentinel') ? 26_379 : 6379
  const hosts = list.split(',').map((host) => parseHost(host, defaultPort))
  const isInvalid =
    !parts ||
    hosts.some(({ host, port }) => !host || !(port > 0 && port < 65_536)) ||
    (hosts.length > 1 && !scheme.includes('+')) ||
    (scheme.endsWith('+sentinel') && !path) ||
    (!scheme.includes('+') && !/^\d*$/.test(path))
  if (isInvalid) {
    throw new Error(
      'must look like redis://user:password@host:6379/0, redis+sentinel://host:26379,host:26379/name or redis+cluster://host:6379,host:6379',
    )
  }
  return {
    scheme,
    hosts,
    path,
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
}

/** `host`, `host:port`, `[::1]` or `[::1]:port`. */
function parseHost(text: string, defaultPort: number): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? '', port: Number(port ?? defaultPort) }
}
