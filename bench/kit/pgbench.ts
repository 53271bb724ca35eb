import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { SESSION_SETTINGS } from '../../server/src/db/database.ts'

export interface Asked {
  text: string
  values: unknown[]
}

interface Options {
  connection: pg.ClientConfig
  clients: number
  seconds: number
  /** A value in whose place every turn has one of its own: who writes must not wait for the row that another writes. */
  ownEachTurn?: string
}

/** How often a second PostgreSQL alone does what one request of ours has asked: the same statements, prepared, with the same values. */
export async function replay(
  requests: Asked[][],
  { connection, clients, seconds, ownEachTurn }: Options,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-replay-'))
  try {
    const files: string[] = []
    for (const [index, asked] of requests.entries()) {
      const file = join(folder, `${index}.sql`)
      await writeFile(file, scriptOf(asked, index, ownEachTurn))
      files.push('-f', file)
    }
    const { host = '', port = 5432, user = '', database = '' } = connection
    const to = ['-h', host, '-p', String(port), '-U', user, database]
    const how = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)]
    // Nobody is ready yet.
    how.push(...requests.flatMap((_, index) => ['-D', `ready${index}=0`]), '-D', 'turn=0')
    // As our own connections have it: how much memory a statement may take decides how it is done.
    const PGOPTIONS = SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' ')
    const env = { ...process.env, PGOPTIONS }
    const { stdout } = await promisify(execFile)('pgbench', [...how, ...files, ...to], { env })
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!rate) throw new Error(`pgbench said no figure:\n${stdout}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Each client prepares once, as a connection of ours does. */
function scriptOf(asked: Asked[], index: number, ownEachTurn: string | undefined): string {
  const prepared = asked.map(({ text }, at) => `prepare s${index}_${at} as ${onOneLine(text)};`)
  const executed = asked.map(({ values }, at) => {
    const own = "'own_' || :client_id || '_' || :turn || '_' || :random_seed"
    const given = values.map((value) => (value === ownEachTurn && value ? own : literal(value))).join(', ')
    return `execute s${index}_${at}${given && `(${given})`};`
  })
  return [
    '\\set turn :turn + 1',
    `\\if :ready${index}`,
    '\\else',
    ...prepared,
    `\\set ready${index} 1`,
    '\\endif',
    ...executed,
    '',
  ].join('\n')
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : pg.escapeLiteral(String(value))
}
