import { expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

it('decrypts for its owner, reveals nothing, and is never the same twice', () => {
  const sealed = encrypt('whsec_abc', 'secret', 'row 1')
  expect(decrypt(sealed, 'secret', 'row 1')).toBe('whsec_abc')
  expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('whsec')
  expect(encrypt('whsec_abc', 'secret', 'row 1')).not.toBe(sealed)
})

it('does not decrypt in another row, with another secret, or after a change', () => {
  const sealed = encrypt('whsec_abc', 'secret', 'row 1')
  expect(() => decrypt(sealed, 'secret', 'row 2')).toThrow()
  expect(() => decrypt(sealed, 'other', 'row 1')).toThrow()
  for (const at of [5, 25, sealed.length - 3]) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(() => decrypt(sealed.slice(0, at) + other + sealed.slice(at + 1), 'secret', 'row 1')).toThrow()
  }
  expect(() => decrypt(sealed.slice(0, -4), 'secret', 'row 1')).toThrow()
  expect(() => decrypt('v1.', 'secret', 'row 1')).toThrow()
  expect(() => decrypt('v2.x', 'secret', 'row 1')).toThrow()
})
