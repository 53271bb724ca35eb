import { describe, expect, it } from 'vitest'
import { findWeakness } from './accounts.ts'

const own = ['alex.morgan@example.com', 'Alex Morgan', 'Hazel & Oak']

describe('findWeakness', () => {
  it.each([
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabc',
    '123456789012',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'qwertyuiopasdf',
    'qwerty123456',
    'passwordpassword',
    'Password1234',
    'P@ssw0rd1234!',
    'password!!!!',
    'Welcome12345',
    'administrator1',
    'iloveyou1234',
    'Summer2026!!',
    'letmein-letmein',
    'alex.morgan@example.com',
    'AlexMorgan2026',
    'hazel & oak 1',
    'hazeloak1234',
  ])('rejects %s', (password) => {
    expect(findWeakness(password, own)).toEqual(expect.any(String))
  })

  it.each([
    'correct horse battery',
    'a password of their own',
    'a new and longer password',
    'another long password',
    'tr0ub4dor&3x',
    'vT9#qLm2!xRz',
    'grünes Fahrrad im Keller',
    'пароль из восьми слов',
    'hazel trees in cold rain',
    'nukebot-cedar-flint',
  ])('accepts %s', (password) => {
    expect(findWeakness(password, own)).toBeUndefined()
  })

  it('is fast for the longest password', () => {
    expect(findWeakness('ab'.repeat(64))).toEqual(expect.any(String))
    expect(findWeakness(`${'abcdefg'.repeat(18)}xy`)).toEqual(expect.any(String))
  })
})
