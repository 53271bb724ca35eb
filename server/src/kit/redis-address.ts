interface Address {
  scheme: string
  hosts: { host: string; port: number }[]
  path: string
  username?: string
  password?: string
}

/** Several hosts are more than `URL` can read. Throws a sentence that does not repeat the password. */
export function readRedisAddress(address: string): Address {
  const parts = /^(rediss?(?:\+sentinel|\+cluster)?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/@]+)(?:\/([^/?]*))?$/.exec(
    address,
  )
  const [, scheme = '', username, password, list = '', path = ''] = parts ?? []
  const standard = scheme.endsWith('+sentinel') ? 26_379 : 6379
  const hosts = list.split(',').map((host) => readHost(host, standard))
  const isFaulty =
    !parts ||
    hosts.some(({ host, port }) => !host || !(port > 0 && port < 65_536)) ||
    (hosts.length > 1 && !scheme.includes('+')) ||
    (scheme.endsWith('+sentinel') && !path) ||
    (!scheme.includes('+') && !/^\d*$/.test(path))
  if (isFaulty) {
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
function readHost(text: string, standardPort: number): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? '', port: Number(port ?? standardPort) }
}
