import { describe, expect, it } from 'vitest'
import { isLoopback, isPublicAddress, validateExternalUrl } from './external-url.ts'

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
    ],
    ...[
      'fe80::1',
      'fc00::1',
      'fd12:3456::1',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '3fff::1',
      '4000::1',
    ],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.1.1.1.'],
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false))

  it('recognizes loopback addresses only', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true)
    expect(['10.0.0.1', '8.8.8.8', '::ffff:10.0.0.1', 'localhost', '::2'].some(isLoopback)).toBe(false)
  })
})

describe('validateExternalUrl', () => {
  it.each([
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost:3000/',
    'https://metadata.google.internal/',
    'https://a:b@example.com/',
    'https://example.com/#x',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com',
    '',
  ])('rejects %s', (url) => expect(validateExternalUrl(url, { allowHttp: false })).toEqual(expect.any(String)))

  it('accepts https, and http in the sandbox', () => {
    expect(validateExternalUrl('https://rates.example.com:8443/quote?shop=1', { allowHttp: false })).toBeUndefined()
    expect(validateExternalUrl('http://rates.example.com/', { allowHttp: true })).toBeUndefined()
    expect(validateExternalUrl('http://192.168.0.1/', { allowHttp: true })).toEqual(expect.any(String))
  })
})
