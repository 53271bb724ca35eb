import { invalidRequest } from '../../kit/errors.ts'

const MIN_DISTINCT = 5
/** Minimum number of characters left after removing everything predictable. */
const MIN_UNPREDICTABLE = 5
const MIN_RUN = 4
/** Shorter words are in too many good passwords. */
const MIN_PERSONAL_WORD = 4

/** Keyboard rows and common sequences. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const BOTH_WAYS = SEQUENCES.flatMap((row) => [row, [...row].reverse().join('')])

/** Throws for a password that attackers try first. `personal` is what they know about the account: email, names. */
export function assertStrongPassword(password: string, field: string, personal: string[]): void {
  const message = findWeakness(password, personal)
  if (message) throw invalidRequest('Choose a stronger password.', [{ path: `/${field}`, message }])
}

export function findWeakness(password: string, personal: string[] = []): string | undefined {
  const text = password.toLowerCase()
  if (new Set(text).size < MIN_DISTINCT) return `must have at least ${MIN_DISTINCT} different characters`
  const withoutPersonal = remove(text, personal.flatMap(wordsOf))
  if (withoutPersonal !== text && isPredictable(withoutPersonal))
    return 'must not be based on your name, email address or workspace'
  const rest = shortenRuns(remove(unleet(withoutPersonal), COMMON_PASSWORDS))
  if (isPredictable(rest) || isPredictable(shortenRuns(remove(withoutPersonal, COMMON_PASSWORDS)))) {
    return 'must be harder to guess: use several unrelated words, and no common passwords, sequences or repetition'
  }
  return undefined
}

/** Spaces, punctuation and digits around a word are guessed along with it. */
const isPredictable = (rest: string): boolean =>
  new Set(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')).size < MIN_UNPREDICTABLE

function remove(text: string, words: readonly string[]): string {
  // Longest first: "password" must not leave the end of "passwords".
  return [...words]
    .sort((a, b) => b.length - a.length)
    .reduce((remaining, word) => remaining.replaceAll(word, ' '), text)
}

function wordsOf(text: string): string[] {
  const whole = text.toLowerCase().trim()
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  return [whole, whole.replaceAll(/\s/g, ''), ...parts].filter((word) => word.length >= MIN_PERSONAL_WORD)
}

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unleet = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)

/** Removes sequences, and counts a repeated part once. */
function shortenRuns(text: string): string {
  const withoutRuns = [...text].reduce(
    (remaining, _, from) => {
      const run = BOTH_WAYS.map((row) => runLength(text, from, row)).reduce(
        (longest, length) => Math.max(longest, length),
        0,
      )
      return run >= MIN_RUN ? remaining.fill(' ', from, from + run) : remaining
    },
    [...text],
  )
  return withoutRuns.join('').replaceAll(/(.{1,64}?)\1+/gu, '$1')
}

function runLength(text: string, from: number, row: string): number {
  const start = row.indexOf(text[from] ?? '')
  if (start < 0) return 0
  let length = 0
  while (text[from + length] !== undefined && text[from + length] === row[start + length]) length += 1
  return length
}

/**
 * The content of leaked password lists, ten characters and more: whole passwords and the words they begin with. In
 * lower case; digits and punctuation around a word are ignored when a password is checked.
 */
export const COMMON_PASSWORDS = `
password passwort passw0rd passwords motdepasse contraseña contrasena wachtwoord senha parola geslo haslo
welcome willkommen bienvenue letmein iloveyou ihateyou imissyou loveyou lovely sunshine princess
football baseball basketball volleyball softball superman spiderman batman ironman starwars pokemon
dragon monkey shadow master killer trustno1 trustnoone whatever computer internet qwerty qwertz azerty
administrator admin administrateur superuser sysadmin rootroot root toor guest default changeme
changeit secret supersecret topsecret temporary temppass testing tester test1234 testtest login signin
storedesk storefront shopify myshop onlineshop webshop
michelle jennifer elizabeth alexander christopher jonathan samantha stephanie charlotte victoria
liverpool manchester barcelona chelsea arsenal juventus realmadrid
chocolate butterfly strawberry blueberry cheesecake cinnamon
summer winter spring autumn january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
correcthorsebatterystaple
`
  .split(/\s+/)
  .filter(Boolean)
