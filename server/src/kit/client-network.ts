import { isIPv6 } from 'node:net'

/**
 * The network an address is counted for. A household has 2^64 IPv6 addresses and may use a new one every time: its /64
 * counts as one.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [address = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? ip
  // The address as URLs write it: without dots and leading zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const whole = [...groups, ...Array<string>(8 - groups.length - last.length).fill('0'), ...last]
  return `${whole.slice(0, 4).join(':')}::/64`
}

/** The surrounding network, wide enough that nobody has many of them: the /16 for IPv4, the /40 for IPv6. */
export function supernetOf(network: string): string {
  if (!network.includes(':')) return network.split('.', 2).join('.')
  const [first, second, third = '0'] = network.split(':')
  return `${first}:${second}:${Number.parseInt(third, 16) >> 8}`
}
