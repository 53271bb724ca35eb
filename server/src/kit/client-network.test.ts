import { expect, it } from 'vitest'
import { networkOf, supernetOf } from './client-network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('D7 counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

it.each([
  ['192.0.2.7', '192.0.200.9', '192.1.2.7'],
  ['2001:db8:1200::/64', '2001:db8:12ff:7::/64', '2001:db8:1300::/64'],
])('D7 puts %s in the same supernet as %s, not as %s', (network, near, far) => {
  expect(supernetOf(network)).toBe(supernetOf(near))
  expect(supernetOf(network)).not.toBe(supernetOf(far))
})
