import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { apiSchemas, documentedSchemas } from '../server/src/api-schemas.ts'
import { buildApp, modules } from '../server/src/app.ts'
import { settings } from '../server/src/config.ts'
import { serveDashboardApi } from '../server/src/dashboard-api.ts'
import { dashboardSchemas } from '../server/src/dashboard-schemas.ts'
import { openDatabase } from '../server/src/db/database.ts'
import { EVENT_TYPES } from '../server/src/events/event-schemas.ts'
import { buildDashboardDocument, buildDocument } from '../server/src/http/openapi/document.ts'
import { createServer } from '../server/src/http/server/server.ts'
import { VERSION } from '../server/src/version.ts'
import { STUB_DEPENDENCIES } from '../server/test/stub-dependencies.ts'
import { type Route, routesPage } from './routes-page.ts'
import { sdkResources } from './sdk-resources.ts'

/** Writes the generated files. With `--check` it writes nothing and fails when a file is out of date. */
const root = fileURLToPath(new URL('..', import.meta.url))
const README_TABLE = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/

const { openapi, dashboard, routes } = await describe()
const outputs: Record<string, string> = {
  'sdk/openapi.json': formatDocument(openapi),
  'sdk/src/generated/api.ts': toTypes(openapi),
  'sdk/src/generated/resources.ts': sdkResources(JSON.stringify(openapi)),
  'dashboard/src/generated/api.ts': toTypes(dashboard),
  'dashboard/src/generated/event-types.ts': eventTypes(),
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
async function describe(): Promise<{ openapi: object; dashboard: object; routes: string }> {
  const db = openDatabase({ connection: {} })
  const log = pino({ level: 'silent' })
  const clock = () => new Date()
  const api: Route[] = []
  const dashboard: Route[] = []
  const dependencies = { ...STUB_DEPENDENCIES, db }
  const app = await buildApp({
    ...dependencies,
    log,
    clock,
    isDraining: () => false,
    onRoute: (route) => api.push(route),
  })
  // Mounted separately from the app: an app with a dashboard would listen for database notifications.
  const desk = createServer({ logger: log })
  const options = { connection: {}, secretKey: 'of nobody', onRoute: (route: Route) => dashboard.push(route) }
  await serveDashboardApi(desk, options, { ...dependencies, log, clock, modules })
  await Promise.all([app.ready(), desk.ready()])
  await Promise.all([app.close(), desk.close()])
  await db.close()
  const described = { documented: documentedSchemas, version: VERSION }
  const ownRoutes = dashboard.filter(({ url }) => !url.startsWith('/dashboard/api/v1/'))
  return {
    openapi: buildDocument({ ...described, routes: api, schemas: apiSchemas }),
    dashboard: buildDashboardDocument({ ...described, routes: dashboard, schemas: dashboardSchemas }),
    routes: routesPage(api, ownRoutes),
  }
}

/** One line per path and component: small, and a change shows as the lines that it concerns. */
function formatDocument(document: object): string {
  const format = (value: unknown, depth: number, indent: string): string => {
    if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
    const lines = Object.entries(value).map(
      ([key, part]) => `${indent} ${JSON.stringify(key)}:${format(part, depth - 1, `${indent} `)}`,
    )
    return `{\n${lines.join(',\n')}\n${indent}}`
  }
  const depths: Record<string, number> = { paths: 1, components: 2 }
  const sections = Object.entries(document).map(
    ([key, part]) => `${JSON.stringify(key)}:${format(part, depths[key] ?? 0, '')}`,
  )
  return `{\n${sections.join(',\n')}\n}\n`
}

function toTypes(document: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'storedesk-generate-'))
  try {
    writeFileSync(`${folder}/openapi.json`, JSON.stringify(document))
    const cli = `${root}/sdk/node_modules/openapi-typescript/bin/cli.js`
    execFileSync(process.execPath, [cli, `${folder}/openapi.json`, '-o', `${folder}/api.ts`], { stdio: 'pipe' })
    return readFileSync(`${folder}/api.ts`, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** For the dashboard, where people choose event types. */
function eventTypes(): string {
  const lines = EVENT_TYPES.toSorted().map((type) => `  '${type}',`)
  return ['export const EVENT_TYPES = [', ...lines, '] as const', ''].join('\n')
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
