import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from './backup/restore.ts'
import { loadConfig } from './config.ts'
import { StartError } from './kit/start-error.ts'

const USAGE = `npm run restore -- FOLDER              restore a backup into DATA_DIR, which must have no data
npm run restore -- FOLDER --replace    move existing data aside first`

try {
  const { folder, replace } = readArguments()
  const config = loadConfig()
  if (config.DATABASE_URL) {
    throw new StartError(
      'This command restores the embedded database, but DATABASE_URL is set. Restore your PostgreSQL with pg_restore or the tools of its provider: see docs/backup.md.',
    )
  }
  const backup = resolve(process.env.INIT_CWD ?? '.', folder)
  const { description, replaced } = await restore({ backup, dataDir: config.DATA_DIR, replace, print: console.log })
  console.log(
    `Restored the backup of ${description.createdAt} into ${config.DATA_DIR}. Start the server with npm start.`,
  )
  if (replaced) console.log(`The previous data is in ${replaced}`)
  if (description.secretKey === 'in SECRET_KEY' && !config.SECRET_KEY) {
    console.log('Set SECRET_KEY to the value of the server that was backed up before you start.')
  }
  if (description.secretKey === 'included' && config.SECRET_KEY) {
    const file = join(config.DATA_DIR, 'secret-key')
    if ((await readFile(file, 'utf8')).trim() !== config.SECRET_KEY) {
      console.log(`SECRET_KEY is not the key of this backup, which is in ${file}. Remove the setting before you start.`)
    }
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

function readArguments(): { folder: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: 'boolean' } } })
    const [folder] = positionals
    if (folder && positionals.length === 1) return { folder, replace: values.replace ?? false }
  } catch {
    // An unknown option.
  }
  throw new StartError(USAGE)
}
