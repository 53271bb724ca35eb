import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './kit/start-error.ts'

/** Configured, or created at the first start and stored next to the embedded database. */
export async function loadSecretKey(config: Pick<Config, 'SECRET_KEY' | 'DATABASE_URL' | 'DATA_DIR'>): Promise<string> {
  if (config.SECRET_KEY) return config.SECRET_KEY
  if (config.DATABASE_URL) {
    throw new StartError(
      'DATABASE_URL requires a SECRET_KEY, the same on every server of the database. Create one with "openssl rand -hex 32".',
    )
  }
  const file = join(config.DATA_DIR, 'secret-key')
  try {
    return (await findKey(file)) ?? (await createKey(file))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be used (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function findKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (text.trim().length < MIN_LENGTH) throw new StartError(`${file} does not contain a key. Restore it from a backup.`)
  return text.trim()
}

const MIN_LENGTH = 32

async function createKey(file: string): Promise<string> {
  const key = randomBytes(32).toString('hex')
  await mkdir(join(file, '..'), { recursive: true })
  try {
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    // Half a key is worse than none: the next start would use it as the whole key.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
    throw error
  }
  return key
}

/** One secret per purpose, so that leaking one reveals nothing about the others. */
export const deriveSecret = (secretKey: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)).toString('hex')

const MAX_CACHED_SECRETS = 10_000

/** `deriveSecret` for a server, which derives the same few secrets for most requests. */
export function openSecrets(secretKey: string): (purpose: string) => string {
  const known = new Map<string, string>()
  return (purpose) => {
    const cached = known.get(purpose)
    if (cached !== undefined) return cached
    if (known.size >= MAX_CACHED_SECRETS) known.clear()
    const secret = deriveSecret(secretKey, purpose)
    known.set(purpose, secret)
    return secret
  }
}
