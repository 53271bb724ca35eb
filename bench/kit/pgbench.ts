import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { SESSION_SETTINGS } from '../../server/src/db/pool.ts'
import { GENERIC_PLAN_SETTINGS } from '../../server/src/db/sql.ts'
import type { Turns } from './turns.ts'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

interface Options {
  connection: pg.ClientConfig
  clients: number
  seconds: number
  /**
   * Texts replaced, anywhere in a value, by unique ones in every turn: writers must not wait for each other's rows, and
   * inserts need new keys. Numbers are replaced as whole values.
   */
  uniqueValues?: readonly (string | number)[]
  /** For statements that our own connections plan once. */
  usesGenericPlans?: boolean
  /** Takes turns with others: the rate is that of its own turns. */
  turns?: Turns
}

/**
 * Transactions per second of PostgreSQL alone for the queries of our requests: the same prepared statements and values.
 */
export async function replay(
  requests: RecordedQuery[][],
  { connection, clients, seconds, uniqueValues = [], usesGenericPlans = false, turns }: Options,
): Promise<number> {
  if (requests.flat().length === 0) throw new Error('No statements to replay were recorded')
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-replay-'))
  try {
    const files: string[] = []
    const texts = [...new Set(requests.flat().map(({ text }) => text))].filter((text) => !isTransactionStatement(text))
    for (const [index, queries] of requests.entries()) {
      const file = join(folder, `${index}.sql`)
      await writeFile(file, buildScript(queries, texts, uniqueValues))
      files.push('-f', file)
    }
    const { host = '', port = 5432, user = '', database = '' } = connection
    const to = ['-h', host, '-p', String(port), '-U', user, database]
    const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)]
    // No client has prepared its statements yet.
    runs += 1
    args.push('-D', 'ready=0', '-D', 'turn=0', '-D', `run=${runs}`)
    // The same settings as our own connections: the memory a statement may use decides its plan.
    const PGOPTIONS = [...SESSION_SETTINGS, ...(usesGenericPlans ? GENERIC_PLAN_SETTINGS : [])]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    const env = { ...process.env, PGOPTIONS }
    const run = promisify(execFile)('pgbench', [...args, ...files, ...to], { env })
    const ownSeconds = turns?.join(run.child)
    const { stdout } = await run
    const [, count] = /transactions actually processed: (\d+)/.exec(stdout) ?? []
    const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? []
    if (!count || !rate) throw new Error(`pgbench reported no result:\n${stdout}`)
    return ownSeconds ? Number(count) / ownSeconds() : Number(rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const isTransactionStatement = (text: string) => /^(begin|commit)/.test(text)

/** Each client prepares all statements once, like our connections, whichever request it replays first. */
function buildScript(queries: RecordedQuery[], texts: string[], uniqueValues: readonly (string | number)[]): string {
  const executed = queries.map(({ text, values }) => {
    if (isTransactionStatement(text)) return `${text};`
    const args = values.map((value) => toUniqueLiteral(value, uniqueValues)).join(', ')
    return `execute s${texts.indexOf(text)}${args && `(${args})`};`
  })
  return [
    '\\set turn :turn + 1',
    `\\set own ${UNIQUE_NUMBER}`,
    '\\if :ready',
    '\\else',
    ...texts.map((text, at) => `prepare s${at} as ${toSingleLine(text)};`),
    '\\set ready 1',
    '\\endif',
    ...executed,
    '',
  ].join('\n')
}

let runs = 0

/** Nineteen digits, unique across turns, clients and runs. */
const UNIQUE_NUMBER = '1000000000000000000 + :run * 1000000000000000 + :client_id * 1000000000000 + :turn'
/** The digits plus this suffix keep an id's length; the suffix keeps ids of the same turn distinct. */
const SUFFIX_LENGTH = 7

/** pgbench substitutes variables inside quotes too; the character after an id ends the variable's name. */
function toUniqueLiteral(value: unknown, uniqueValues: readonly (string | number)[]): string {
  if (typeof value === 'number' && uniqueValues.includes(value)) {
    return `1000000 + :run * 2000000 + :turn * 100 + :client_id`
  }
  let text = literal(value)
  for (const one of uniqueValues)
    if (typeof one === 'string') text = text.replaceAll(one, `${one.slice(-SUFFIX_LENGTH)}:own`)
  return text
}

const toSingleLine = (text: string) =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : pg.escapeLiteral(String(value))
}
