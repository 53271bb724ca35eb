import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import {
  type AppOptions,
  allJobs,
  allSchedules,
  allSystemJobs,
  allWebhookFormats,
  buildApp,
  modules,
} from '../src/app.ts'
import type { SystemCtx } from '../src/ctx.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { openExternalServices } from '../src/integrations/external-services.ts'
import { openDiskStore } from '../src/integrations/files/disk-store.ts'
import { openMail } from '../src/integrations/mail/mail.ts'
import { startWorker, type Worker, type WorkerOptions } from '../src/jobs/worker.ts'
import { newPerServer } from '../src/kit/per-server.ts'
import { createLog } from '../src/log.ts'
import type { Module } from '../src/modules/module.ts'
import { type SenderOptions, startWebhookSender, type WebhookSender } from '../src/modules/webhooks/sending/sender.ts'
import { findEnvironment } from '../src/modules/workspaces/queries.ts'
import type { FileStore } from '../src/ports/file-store.ts'
import type { Mail } from '../src/ports/mail.ts'
import { openSecrets } from '../src/secret-key.ts'
import { copyTemplate, createCopy } from './database.ts'
import { fastClock } from './fast-clock.ts'
import { recordMultiShardStatements } from './multi-shard-recorder.ts'

export interface TestServer {
  app: FastifyInstance
  url: string
  port: number
  db: Database
  connection: pg.ClientConfig
  system: SystemCtx
  /** Log lines. */
  logged: string[]
  /** Uploaded files, unless the test has a store of its own. */
  filesDir: string
  startWorker(options?: Partial<WorkerOptions>): Promise<Worker>
  /** `startWorker` starts one, too. */
  startWebhookSender(options?: Partial<SenderOptions>): Promise<WebhookSender>
}

interface Options
  extends Partial<
    Pick<
      AppOptions,
      | 'clock'
      | 'limits'
      | 'limitClock'
      | 'redisUrl'
      | 'redisTimeoutMs'
      | 'lock'
      | 'trustedProxies'
      | 'metricsToken'
      | 'isDraining'
      | 'onRoute'
      | 'replica'
    >
  > {
  /** Receives no notifications from other servers; it has no dashboard either. */
  ignoresNotifications?: boolean
  /** Replaces the copy of the template. */
  connection?: pg.ClientConfig
  /** Replaces the mailbox that writes to the log. */
  mail?: Mail
  /** Replaces the server's own folder. */
  files?: FileStore
  publicUrl?: string
  /** For a browser that follows links to the public URL. */
  port?: number
  /** Stripe's address; unreachable by default. */
  stripe?: { apiBase: string; timeout?: () => Promise<never> }
  /** The address of Shopify's shops; unreachable by default. */
  shopify?: { baseUrl: string; firstRetryMs?: number }
  setupToken?: string
  workspaceCreation?: 'owners' | 'anyone' | 'nobody'
  onDashboardRoute?: (route: RouteOptions) => void
  /** Webhook endpoints may be on this machine. */
  allowWebhookLoopback?: boolean
  /** Replaces DNS for webhooks. */
  lookup?: NonNullable<Parameters<typeof openExternalServices>[0]>['lookup']
  /** Additional routes and jobs for this test. */
  extra?: Module
}

/** Generous timeouts, not a speed check: with all cores busy a request may take long. */
const PATIENCE_MS = 60_000
const PATIENT_LIMITS = { handlerMs: PATIENCE_MS }

/** No test reaches the real Stripe. */
const UNREACHABLE_STRIPE = { apiBase: 'http://127.0.0.1:1' }
const UNREACHABLE_SHOPIFY = { baseUrl: 'http://127.0.0.1:1' }

export const SECRET_KEY = 'the secret key of the test suite'

let shared: Promise<TestServer> | undefined

/**
 * One server for all tests of a worker without special needs: opening and closing one took longer than most tests. Each
 * test brings its own workspace; a test that inspects more, such as all jobs or the log, opens its own server.
 */
export function sharedServer(): Promise<TestServer> {
  shared ??= (async () => {
    const { server } = await open({ limitClock: fastClock(), connection: await createCopy() })
    const rejectShared = () => {
      throw new Error('This server is shared with other tests: open one of your own (`openLoneShop`)')
    }
    server.app.close = rejectShared
    server.db.close = rejectShared
    return { ...server, startWorker: rejectShared, startWebhookSender: rejectShared }
  })()
  return shared
}

type WhenDone = (close: () => Promise<void>) => void

/**
 * The real server on a real database, listening on loopback. It closes when the test that opened it ends, or when
 * `whenDone` says so: a server for several tests is opened in `beforeAll`.
 */
export async function openServer(options: Options = {}, whenDone: WhenDone = onTestFinished): Promise<TestServer> {
  const copy = whenDone === onTestFinished ? copyTemplate : createCopy
  const { server, close } = await open({ ...options, connection: options.connection ?? (await copy()) })
  whenDone(close)
  return server
}

/**
 * One server for all tests of a file, when the shared one lacks something, such as extra routes. Call it outside the
 * tests: it closes after the last of them.
 */
export function fileServer(options: Options = {}): () => Promise<TestServer> {
  let opened: ReturnType<typeof open> | undefined
  afterAll(async () => (await opened)?.close())
  return async () => {
    opened ??= createCopy().then((connection) => open({ ...options, connection }))
    return (await opened).server
  }
}

async function open(options: Options & { connection: pg.ClientConfig }) {
  const {
    extra,
    connection,
    mail: mailOption,
    files: filesOption,
    port: ownPort = 0,
    publicUrl = ownPort ? `http://127.0.0.1:${ownPort}` : 'http://127.0.0.1',
    stripe = UNREACHABLE_STRIPE,
    shopify = UNREACHABLE_SHOPIFY,
    setupToken,
    workspaceCreation,
    onDashboardRoute,
    ignoresNotifications = false,
    allowWebhookLoopback = false,
    lookup,
    ...rest
  } = options
  const db = openDatabase({ connection, checkRows: true, maxConnections: 10, connectTimeoutMs: PATIENCE_MS })
  const { MULTI_SHARD_FILE: multiShardFile } = process.env
  if (multiShardFile) recordMultiShardStatements(db, multiShardFile)
  const logged: string[] = []
  const log = createLog('debug', { write: (line) => void logged.push(line) })
  const clock = options.clock ?? (() => new Date())
  const allModules = extra ? [...modules, extra] : modules
  const mail = mailOption ?? openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
  const secretFor = openSecrets(SECRET_KEY)
  const dashboard = {
    secretKey: SECRET_KEY,
    setupToken,
    canSendEmail: mailOption !== undefined,
    ...(workspaceCreation && { workspaceCreation }),
    ...(onDashboardRoute && { onRoute: onDashboardRoute }),
  }
  const filesDir = join(tmpdir(), `storedesk-files-${randomUUID()}`)
  const files = filesOption ?? (await openDiskStore(filesDir))
  const externalServices = openExternalServices({
    allowLoopback: true,
    allowWebhookLoopback,
    timeoutMs: PATIENCE_MS,
    stripe,
    shopify,
    ...(lookup && { lookup }),
  })
  const dependencies = { db, publicUrl, files, secretFor, external: externalServices, perServer: newPerServer() }
  const listenOptions = ignoresNotifications
    ? {}
    : { connection: { ...connection, connectionTimeoutMillis: PATIENCE_MS } }
  const app = await buildApp({
    ...dependencies,
    ...listenOptions,
    dashboard,
    log,
    clock,
    isDraining: () => false,
    redisTimeoutMs: PATIENCE_MS,
    ...rest,
    limits: { ...PATIENT_LIMITS, ...rest.limits },
    modules: allModules,
  })
  await app.listen({ host: '127.0.0.1', port: ownPort })
  const { port } = app.server.address() as AddressInfo
  const workers: (Worker | WebhookSender)[] = []
  const startSender = async (more: Partial<SenderOptions> = {}) => {
    const formats = allWebhookFormats(allModules)
    const sender = await startWebhookSender({
      ...dependencies,
      connection,
      log,
      clock,
      formats,
      pollIntervalMs: 100,
      ...more,
    })
    workers.push(sender)
    return sender
  }
  const close = async () => {
    await app.close()
    await Promise.all(workers.map((worker) => worker.stop()))
    await db.close()
    await rm(filesDir, { recursive: true, force: true })
  }
  const server: TestServer = {
    app,
    url: `http://127.0.0.1:${port}`,
    port,
    db,
    connection,
    system: { ...dependencies, now: clock(), log, signal: new AbortController().signal },
    logged,
    filesDir,
    async startWorker(more = {}) {
      const systemJobs = allSystemJobs(mail, publicUrl)
      const jobs = { jobs: allJobs(mail, allModules), systemJobs, schedules: allSchedules(allModules) }
      const worker = await startWorker({
        ...dependencies,
        connection,
        log,
        clock,
        findEnvironment,
        pollIntervalMs: 100,
        ...jobs,
        ...more,
      })
      workers.push(worker)
      await startSender()
      return worker
    },
    startWebhookSender: startSender,
  }
  return { server, close }
}
