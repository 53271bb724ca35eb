import { BlockList, isIP } from 'node:net'

const reservedRanges = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Includes the metadata services of clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const) {
  reservedRanges.addSubnet(network, bits)
}

/** Only allocated IPv6 ranges are allowed, so mapped, translated, local and future ranges are blocked by default. */
const allocatedRanges = new BlockList()
allocatedRanges.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  // Teredo and 6to4 carry an IPv4 address inside.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reservedRanges.addSubnet(network, bits, 'ipv6')
}

/** Whether an address is on the public internet, not this machine or a private network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedRanges.check(address)
  return family === 6 && allocatedRanges.check(address, 'ipv6') && !reservedRanges.check(address, 'ipv6')
}

const loopbackRanges = new BlockList()
loopbackRanges.addSubnet('127.0.0.0', 8)
loopbackRanges.addAddress('::1', 'ipv6')

export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopbackRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** What is wrong with a URL that a shop configured for our requests; undefined when it is valid. */
export function validateExternalUrl(text: string, { allowHttp }: { allowHttp: boolean }): string | undefined {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an https URL'
  if (url.protocol === 'http:' && !allowHttp) return 'must be an https URL: http is allowed only in the sandbox'
  if (url.username || url.password) return 'must not contain a user name or password: requests are signed instead'
  if (url.hash) return 'must not contain a fragment (#)'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublicAddress(host)) return 'must have a public IP address'
  if (/^localhost\.?$|\.(localhost|local|internal)\.?$/.test(host)) return 'must have a public host name'
  return undefined
}
