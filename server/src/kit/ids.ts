import { randomBytes, randomFillSync } from 'node:crypto'

/** Crockford's base32: sorts like its bytes and has no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

let lastMs = 0
let sequence = 0

/** Random bytes are fetched for many IDs at once: that takes as long as for one. */
const randomPool = Buffer.alloc(4096)
let usedBytes = randomPool.length

function takeRandomBytes(count: number): Buffer {
  if (usedBytes + count > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  usedBytes += count
  return Buffer.from(randomPool.subarray(usedBytes - count, usedBytes))
}

/** UUIDv7 bytes. Within one process they only ever grow, so that keyset pages follow the order of creation. */
function uuidV7(nowMs: number): Uint8Array {
  if (nowMs > lastMs) {
    lastMs = nowMs
    sequence = takeRandomBytes(2).readUInt16BE() & 0x07ff
  } else if (++sequence > 0x0fff) {
    lastMs += 1
    sequence = 0
  }
  const bytes = takeRandomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  return bytes
}

/** 128 bits as 26 letters, most significant first, as in TypeID. */
function base32(bytes: Uint8Array): string {
  let text = ''
  // 26 letters have 130 bits: the first two are zero.
  let pending = 0
  let pendingBits = 2
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    for (pendingBits += 8; pendingBits >= 5; ) {
      pendingBits -= 5
      text += ALPHABET[(pending >> pendingBits) & 31]
    }
    pending &= 31
  }
  return text
}

/** An id with its kind as prefix, for example `evt_01k…` (TypeID). */
export const newId = <Kind extends string>(kind: Kind): `${Kind}_${string}` => `${kind}_${base32(uuidV7(Date.now()))}`

/** The time is the first 48 of 128 bits, in ten letters. */
const TIME_LETTERS = 10
const RANDOM_LETTERS = 16

/** Sorts before every id of this kind that is created at this time or later. */
export function firstIdAt<Kind extends string>(kind: Kind, time: Date): `${Kind}_${string}` {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time.getTime()) << 16n)
  return `${kind}_${base32(bytes)}`
}

/** When an id was created; undefined if it is none. */
export function timeOfId(id: string): Date | undefined {
  const letters = id.slice(id.lastIndexOf('_') + 1)
  if (letters.length !== TIME_LETTERS + RANDOM_LETTERS) return undefined
  let ms = 0
  for (const letter of letters.slice(0, TIME_LETTERS)) ms = ms * 32 + ALPHABET.indexOf(letter)
  return new Date(ms)
}

/** An unguessable id, for resources that nothing else protects: 128 random bits, unordered. */
export const newSecretId = <Kind extends string>(kind: Kind): `${Kind}_${string}` =>
  `${kind}_${base32(randomBytes(16))}`

/** `~` sorts after every id character, so a page "before the last id" starts there. */
export const LAST_ID = '~'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Anything else can't be the id of a workspace or an environment, and the database would reject it. */
export const isUuid = (text: string): boolean => UUID.test(text)
