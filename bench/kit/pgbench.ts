import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { SESSION_SETTINGS } from '../../server/src/db/database.ts'
import { GENERIC_PLAN_SETTINGS } from '../../server/src/db/generic-plan.ts'

export interface RecordedQuery {
  text: string
  values: unknown[]
}

interface Options {
  connection: pg.ClientConfig
  clients: number
  seconds: number
  /**
   * Texts in whose place, wherever they stand in a value, every turn has others of its own: who writes must not wait for the row
   * that another writes, and what is written must be new. Numbers likewise, as values.
   */
  ownEachTurn?: readonly (string | number)[]
  /** Statements that find rows by their keys, for which our own connections plan once. */
  isPlannedOnce?: boolean
}

/** How often a second PostgreSQL alone does what one request of ours has asked: the same statements, prepared, with the same values. */
export async function replay(
  requests: RecordedQuery[][],
  { connection, clients, seconds, ownEachTurn = [], isPlannedOnce = false }: Options,
): Promise<number> {
  if (requests.flat().length === 0) throw new Error('Nothing was asked that could be replayed')
  const folder = await mkdtemp(join(tmpdir(), 'storedesk-replay-'))
  try {
    const files: string[] = []
    const texts = [...new Set(requests.flat().map(({ text }) => text))].filter((text) => !isTransactionStatement(text))
    for (const [index, queries] of requests.entries()) {
      const file = join(folder, `${index}.sql`)
      await writeFile(file, buildScript(queries, texts, ownEachTurn))
      files.push('-f', file)
    }
    const { host = '', port = 5432, user = '', database = '' } = connection
    const to = ['-h', host, '-p', String(port), '-U', user, database]
    const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)]
    // Nobody is ready yet.
    runs += 1
    args.push('-D', 'ready=0', '-D', 'turn=0', '-D', `run=${runs}`)
    // As our own connections have it: how much memory a statement may take decides how it is done.
    const PGOPTIONS = [...SESSION_SETTINGS, ...(isPlannedOnce ? GENERIC_PLAN_SETTINGS : [])]
      .map((setting) => `-c ${setting}`)
      .join(' ')
    const env = { ...process.env, PGOPTIONS }
    const { stdout } = await promisify(execFile)('pgbench', [...args, ...files, ...to], { env })
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1]
    if (!rate) throw new Error(`pgbench said no figure:\n${stdout}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const isTransactionStatement = (text: string) => /^(begin|commit)/.test(text)

/** Each client prepares once, as a connection of ours does, whichever request it plays first. */
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
    ...texts.map((text, at) => `prepare s${at} as ${onOneLine(text)};`),
    '\\set ready 1',
    '\\endif',
    ...executed,
    '',
  ].join('\n')
}

let runs = 0

/** Nineteen digits that no other turn has, of whichever client and run. */
const UNIQUE_NUMBER = '1000000000000000000 + :run * 1000000000000000 + :client_id * 1000000000000 + :turn'
/** With the digits an id stays as long as it is; by its last letters it stays apart from others of the same turn. */
const SUFFIX_LENGTH = 7

/** pgbench puts its variables in also where quotes are; what follows an id ends the variable's name. */
function toUniqueLiteral(value: unknown, uniqueValues: readonly (string | number)[]): string {
  if (typeof value === 'number' && uniqueValues.includes(value)) {
    return `1000000 + :run * 2000000 + :turn * 100 + :client_id`
  }
  let text = literal(value)
  for (const one of uniqueValues)
    if (typeof one === 'string') text = text.replaceAll(one, `${one.slice(-SUFFIX_LENGTH)}:own`)
  return text
}

const onOneLine = (text: string) =>
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
