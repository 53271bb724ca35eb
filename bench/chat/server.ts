import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import { type Ctx, transaction } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { loadDemoShop } from '../../server/src/demo/load-demo-shop.ts'
import { openExternalServices } from '../../server/src/integrations/external-services.ts'
import { replaceSettings } from '../../server/src/modules/assistant/settings/settings.ts'
import { newLiveTurns } from '../../server/src/modules/chat/live-turns.ts'
import { createKey, revokeKey } from '../../server/src/modules/keys/keys.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { fastClock } from '../../server/test/fast-clock.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { analyzeNonEmptyTables } from '../kit/analyze.ts'

/** The whole server on the demo shop: in live the embedded assistant answers, in another shop a model does. */
const { DATA_DIR = '', MODEL_URL = '' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, print: () => {} })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const external = openExternalServices({ allowLoopback: true })
const dependencies = { ...STUB_DEPENDENCIES, db, external, secretFor: () => 'the secret of a bench' }
const system = { ...dependencies, now: clock(), log, signal: new AbortController().signal }
const demo = await transaction(system, async (ctx) => {
  const environments = await provisionWorkspace(ctx, 'Demo')
  await loadDemoShop(ctx, environments)
  return environments
})
const { live } = await provisionWorkspace(system, 'With a model')
const ctx: Ctx = { ...system, ...live, caller: { kind: 'system' } }
const model = { provider: 'openai', url: MODEL_URL, name: 'bench', key: 'the key of the model' } as const
const budgets = { conversationTokens: null, visitorDailyTokens: null, dailyTokens: null, monthlyCost: null }
await replaceSettings(ctx, { engine: 'model', model, budgets }, undefined)
await analyzeNonEmptyTables(db)

const lock = { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true }
const app = await buildApp({
  ...dependencies,
  connection: database.connection,
  log,
  clock,
  lock,
  // The limits are those of production, but a minute passes in a moment.
  limitClock: fastClock(),
  isDraining: () => false,
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

const newKey = async (workspaceId: string) => {
  const { key, secret } = await createKey(system, workspaceId, { label: 'bench', mode: 'live' }, { actor: null })
  return { id: key.id, secret }
}

/** Once everything that ended was stored. */
async function measureMemory() {
  while (dependencies.perServer(newLiveTurns).count() > 0) await sleep(50)
  for (let round = 0; round < 3; round++) {
    await sleep(200)
    globalThis.gc?.()
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heapBytes: heapUsed, rssBytes: rss, openStreams: app.openStreams.size }
}

process.on('message', async (command: 'memory' | 'newKey' | { revoke: string }) => {
  if (command === 'memory') process.send?.(await measureMemory())
  else if (command === 'newKey') process.send?.(await newKey(live.workspaceId))
  else {
    await revokeKey(system, live.workspaceId, command.revoke, { actor: null })
    process.send?.({ revokedAtMs: Date.now() })
  }
})
process.send?.({ url, demoKey: (await newKey(demo.live.workspaceId)).secret })
process.on('disconnect', async () => {
  await app.close()
  await db.close()
  await database.stop()
  process.exit()
})
