import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openServer } from '../../test/open-server.ts'
import { createApiClient } from '../../test/open-shop.ts'
import { buildOperations } from '../app.ts'

const read = (file: string) => readFileSync(new URL(`../../../deploy/monitoring/${file}`, import.meta.url), 'utf8')

/** The block of every `expr:`, up to the next key of the rule. */
const alertExpressions = () =>
  [...read('alerts.yaml').matchAll(/^ {8}expr: (?:\|\n)?([\s\S]*?)^ {8}for:/gm)].map(([, text = '']) => text)

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

const NOT_METRICS = new Set(['sum', 'rate', 'max', 'topk', 'histogram_quantile', 'vector', 'or', 'by', 'le', 'up'])

/** Names that remain without labels, ranges and groupings. */
const metricsIn = (expression: string) =>
  (expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '').match(/[a-z]\w+/g) ?? []).filter(
    (name) => !NOT_METRICS.has(name),
  )

it('alerts and dashboard use only metrics that the server exports', async () => {
  const server = await openServer()
  const worker = await server.startWorker()
  const { log, perServer } = server.system
  const operations = buildOperations({
    db: server.db,
    perServer,
    log,
    worker,
    isDraining: () => false,
    trustedProxies: [],
  })
  const pages = [await createApiClient(server.url).get('/metrics'), await operations.inject('/metrics')]
  const exported = new Set<string>()
  for (const [, name, type] of pages
    .map(({ body }) => String(body))
    .join('\n')
    .matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) exported.add(`${name}${suffix}`)
  }
  const expressions = [...alertExpressions(), ...dashboardExpressions()]
  expect(expressions.length).toBeGreaterThan(30)
  const used = new Set(expressions.flatMap(metricsIn))
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !exported.has(name))).toEqual([])
})
