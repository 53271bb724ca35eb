import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { buildApp, modules } from '../server/src/app.ts'
import { settings } from '../server/src/config.ts'
import { serveDashboardApi } from '../server/src/dashboard-api.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { createServer } from '../server/src/http/server/server.ts'
import { STUB_DEPENDENCIES } from '../server/test/stub-dependencies.ts'
import { type Route, routesPage } from './routes-page.ts'

/** Writes the generated files. With `--check` it writes nothing and fails when a file is out of date. */
const root = fileURLToPath(new URL('..', import.meta.url))
const README_TABLE = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/

const { openapi, routes } = await describe()
const outputs: Record<string, string> = {
  'sdk/openapi.json': openapi,
  'sdk/src/generated/api.ts': sdkTypes(openapi),
  'docs/routes.md': routes,
  'README.md': readFileSync(`${root}/README.md`, 'utf8').replace(README_TABLE, `$1${settingsTable()}$2`),
}

const stale = Object.entries(outputs).filter(([file, content]) => contentOf(file) !== content)
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is out of date: run "npm run generate"`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [file, content] of stale) {
    mkdirSync(dirname(`${root}/${file}`), { recursive: true })
    writeFileSync(`${root}/${file}`, content)
    console.log(`wrote ${file}`)
  }
}

/** The routes describe themselves without a database: no query runs before the first request. */
async function describe(): Promise<{ openapi: string; routes: string }> {
  const db = openDatabase({ connection: {} })
  const log = pino({ level: 'silent' })
  const clock = () => new Date()
  const api: Route[] = []
  const dashboard: Route[] = []
  const surroundings = { ...STUB_DEPENDENCIES, db }
  const app = await buildApp({
    ...surroundings,
    log,
    clock,
    isDraining: () => false,
    onRoute: (route) => api.push(route),
  })
  // Mounted separately from the app: an app with a dashboard would listen for database notifications.
  const desk = createServer({ logger: log })
  const options = { connection: {}, secretKey: 'of nobody', onRoute: (route: Route) => dashboard.push(route) }
  await serveDashboardApi(desk, options, { ...surroundings, log, clock, modules })
  await Promise.all([app.ready(), desk.ready()])
  const openapi = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await Promise.all([app.close(), desk.close()])
  await db.close()
  return { openapi, routes: routesPage(api, dashboard) }
}

function sdkTypes(document: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storedesk-generate-'))
  try {
    writeFileSync(`${folder}/openapi.json`, document)
    const cli = `${root}/sdk/node_modules/openapi-typescript/bin/cli.js`
    execFileSync(process.execPath, [cli, `${folder}/openapi.json`, '-o', `${folder}/api.ts`], { stdio: 'pipe' })
    return readFileSync(`${folder}/api.ts`, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { defaultText: otherwise, purpose }]) => `| \`${name}\` | ${otherwise} | ${purpose} |`,
  )
  return ['| setting | default | purpose |', '|---|---|---|', ...rows, ''].join('\n')
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(`${root}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
