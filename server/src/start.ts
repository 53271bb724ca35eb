import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { openAccessControl } from './access-control.ts'
import type { AppOptions } from './app.ts'
import type { BootstrapResult } from './bootstrap.ts'
import { type Config, toRetention } from './config.ts'
import type { SystemCtx } from './ctx.ts'
import { connectDatabase } from './db/connect.ts'
import { type Database, type DatabaseOptions, openDatabase } from './db/database.ts'
import { distributeNewTables } from './db/distribute.ts'
import { acquireInstanceLock, type InstanceLock } from './db/instance-lock.ts'
import { migrate } from './db/migrate.ts'
import { addressQuota } from './http/limits/quotas.ts'
import type { RequestCounter } from './http/limits/request-counter.ts'
import { openSharedResponseCache } from './http/response-cache/shared-response-cache.ts'
import { openExternalServices } from './integrations/external-services.ts'
import { openFileStore } from './integrations/files/file-store.ts'
import { openMail } from './integrations/mail/mail.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { warmUp } from './kit/lazy.ts'
import { dashboardLink } from './kit/one-time-token.ts'
import { newPerServer } from './kit/per-server.ts'
import { releaseMemoryWhenIdle } from './kit/release-memory.ts'
import { StartError } from './kit/start-error.ts'
import { setTracer } from './kit/tracing.ts'
import type { SmtpOptions } from './modules/inbound-email/smtp/smtp.ts'
import { hasUsers } from './modules/sign-in/accounts/accounts.ts'
import { startWebhookSender } from './modules/webhooks/sending/sender.ts'
import { findEnvironment } from './modules/workspaces/queries.ts'
import { deriveSecret, loadSecretKey, openSecrets } from './secret-key.ts'
import { VERSION } from './version.ts'

export interface RunningServer {
  /** Finishes running work, then closes everything. */
  stop(): Promise<void>
  /** Makes a stop in progress wait for nothing. */
  forceStop(): void
  /** What a stop in progress is waiting for. */
  waitingFor(): string
}

/** No request takes longer to be read and answered; connections still open then are closed. */
const DRAIN_MS = 15_000

type Log = FastifyBaseLogger
type Print = (line: string) => void

/** Resources opened so far, closed in reverse order. */
interface OpenResources {
  closers: [name: string, close: () => Promise<void>][]
  apps: FastifyInstance[]
  /** Aborts when a stop must wait for nothing. */
  forced: AbortController
}

/** Opens the parts in order. When one fails, those before it are closed: nothing is left half open. */
export async function start(
  config: Config,
  log: Log,
  print: Print,
  onFailure: (error: Error) => void,
): Promise<RunningServer> {
  const resources: OpenResources = { closers: [], apps: [], forced: new AbortController() }
  let waitingFor = 'nothing'
  const closeAll = async () => {
    for (let resource = resources.closers.pop(); resource; resource = resources.closers.pop()) {
      const [name, close] = resource
      waitingFor = name
      await close().catch((error: unknown) => log.error({ err: error, part: name }, 'could not close a component'))
    }
  }
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= closeAll()
    return stopping
  }
  try {
    await openResources(config, log, print, resources, onFailure)
    return { stop, forceStop: () => forceStop(resources), waitingFor: () => waitingFor }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Loaded while the database starts: each takes half of the startup time. */
function loadModules() {
  const loading = Promise.all([import('./app.ts'), import('./bootstrap.ts')])
  // The awaiting caller gets the error; the database may fail first.
  loading.catch(() => {})
  return loading
}

async function openResources(
  config: Config,
  log: Log,
  print: Print,
  resources: OpenResources,
  onFailure: (error: Error) => void,
): Promise<void> {
  const { closers } = resources
  const servesRequests = config.ROLE !== 'worker'
  await assertPortFree(config.HOST, config.PORT, 'PORT')
  if (servesRequests) await assertPortFree(config.HOST, config.STOREFRONT_PORT, 'STOREFRONT_PORT')
  if (servesRequests && config.SMTP_LISTEN_PORT) {
    await assertPortFree(config.SMTP_LISTEN_HOST, config.SMTP_LISTEN_PORT, 'SMTP_LISTEN_PORT')
  }
  if (!config.DATABASE_URL && config.ROLE !== 'all') {
    throw new StartError(
      `ROLE=${config.ROLE} requires a DATABASE_URL: the embedded database works with one process only.`,
    )
  }

  await startTracing(config, closers)
  const keepMemory = releaseMemoryWhenIdle()
  closers.push(['memory', async () => keepMemory()])
  const loading = loadModules()
  const { connection, close, supervise } = await connectDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    print,
  })
  // Only the holder of the lock may close the database: it may be the embedded one of a running server.
  let lock: InstanceLock | undefined
  const lockMode = config.REDIS_URL && config.DATABASE_URL ? 'together' : 'alone'
  if (servesRequests) {
    let mayClose = true
    lock = await acquireInstanceLock(connection, lockMode, () => {
      mayClose = false
      log.error('another server has taken over this database; stopping this one')
      process.kill(process.pid, 'SIGTERM')
    })
    closers.push(['the database', async () => (mayClose ? close() : undefined)], ['the lock', lock.release])
  }
  const databaseState = supervise?.({ log, onFailure })

  const secretKey = await loadSecretKey(config)
  await migrate(connection, { print })
  if (config.DATABASE_URL) await distributeNewTables(connection, print)
  const pool = {
    maxConnections: config.DATABASE_POOL_SIZE,
    onError: (error: Error) => log.warn({ err: error }, 'lost a database connection'),
  }
  const db = openDatabase({ connection, ...pool })
  closers.push(['database connections', db.close])
  const replica = await openReadReplica(config, { db, connection }, pool, log)
  if (replica) closers.push(['connections to the replica', replica.close])

  const [app, { bootstrap }] = await loading
  const { allJobs, allSchedules, allSystemJobs, allWebhookFormats, buildApp, buildOperations, buildStorefront } = app
  const clock = () => new Date()
  const files = await openFileStore({ filesUrl: config.FILES_URL, dataDir: config.DATA_DIR })
  const secretFor = openSecrets(secretKey)
  const dependencies = {
    db,
    publicUrl: config.PUBLIC_URL,
    files,
    secretFor,
    external: openExternalServices({
      operatorModelUrl: config.CHAT_MODEL_URL,
      allowWebhookLoopback: config.WEBHOOK_ALLOW_LOOPBACK === 'on',
    }),
    perServer: newPerServer(),
    replica: replica?.db,
  }
  const system: SystemCtx = { ...dependencies, now: clock(), log, signal: new AbortController().signal }
  if (config.DEMO === 'on') {
    await bootstrap(system, {
      publicUrl: config.PUBLIC_URL,
      file: config.BOOTSTRAP_FILE,
      onCreated: (created) => print(formatKeys(created)),
    })
  }

  let worker: Worker | undefined
  if (config.ROLE !== 'api') {
    const mail = openMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, log })
    const systemJobs = allSystemJobs(mail, config.PUBLIC_URL)
    const jobs = { jobs: allJobs(mail), systemJobs, schedules: allSchedules(undefined, toRetention(config)) }
    worker = await startWorker({
      ...dependencies,
      connection,
      log,
      clock,
      findEnvironment,
      concurrency: config.JOB_CONCURRENCY,
      ...jobs,
    })
    closers.push(['jobs', worker.stop])
    const sender = await startWebhookSender({
      ...dependencies,
      connection,
      log,
      clock,
      formats: allWebhookFormats(),
      // The embedded database works with one process only.
      isOnlySender: !config.DATABASE_URL,
    })
    closers.push(['webhooks', sender.stop])
  }
  let draining = false
  const isDraining = () => draining
  const drain = async () => {
    draining = true
    await sleep(config.SHUTDOWN_DELAY_SECONDS * 1000, undefined, { signal: resources.forced.signal }).catch(() => {})
    const timer = setTimeout(() => closeConnections(resources), DRAIN_MS)
    await Promise.all(resources.apps.map((app) => app.close()))
    clearTimeout(timer)
  }
  const operations = { isDraining, metricsToken: config.METRICS_TOKEN, trustedProxies: config.TRUSTED_PROXIES }
  if (worker && !servesRequests) {
    const app = buildOperations({ db, perServer: dependencies.perServer, log, worker, ...operations })
    resources.apps.push(app)
    closers.push(['requests', drain])
    await listenOn(app, config.HOST, config.PORT, 'PORT')
  }
  if (servesRequests) {
    const accessControl = await openAccessControl({ db, log, clock, redisUrl: config.REDIS_URL, lock })
    closers.push(['counters', accessControl.close])
    const responseCache = await openSharedResponseCache({
      db,
      connection,
      clock,
      maxBytes: config.RESPONSE_CACHE_MB * 1024 * 1024,
    })
    closers.push(['the response cache', responseCache.close])
    const setupToken = await createSetupToken(system, config.PUBLIC_URL, secretKey, print)
    const handlerMs = config.REQUEST_TIMEOUT_SECONDS * 1000
    const options: AppOptions = {
      ...dependencies,
      connection,
      log,
      clock,
      accessControl,
      responseCache,
      worker,
      databaseState,
      dashboard: {
        secretKey,
        setupToken,
        canSendEmail: config.SMTP_URL !== undefined,
        workspaceCreation: config.WORKSPACE_CREATION,
        signInPoolSize: config.DATABASE_SIGN_IN_POOL_SIZE,
      },
      limits: { handlerMs, stalledMs: 2 * handlerMs },
      ...operations,
    }
    const apps = [await buildApp(options), await buildStorefront(options)] as const
    resources.apps.push(...apps)
    closers.push(['requests', drain])
    const [main, storefront] = apps
    await listenOn(main, config.HOST, config.PORT, 'PORT')
    await listenOn(storefront, config.HOST, config.STOREFRONT_PORT, 'STOREFRONT_PORT')
    await receiveEmails(config, { ...dependencies, log, clock, accessControl }, closers)
    // Requests that waited for the start are served first.
    setTimeout(warmUp, 2000).unref()
  }
}

/** A replica that is down does not stop the start: the primary serves its reads. */
async function openReadReplica(
  { DATABASE_READ_URL: url }: Config,
  { db: primary, connection: primaryConnection }: { db: Database; connection: pg.ClientConfig },
  pool: Pick<DatabaseOptions, 'maxConnections' | 'onError'>,
  log: Log,
) {
  if (!url) return undefined
  const { openReplica } = await import('./db/replica.ts')
  const replica = await openReplica({
    connection: parseIntoClientConfig(url),
    ...pool,
    primary,
    primaryConnection,
    timings: primary.timings,
    onChange: (isInUse, reason) =>
      isInUse
        ? log.info('reading from the replica')
        : log.warn({ err: reason }, 'the replica is unavailable: reading from the primary'),
  })
  Object.assign(primary.pools, replica.pools)
  return replica
}

/** Before anything that could be traced is opened, and closed after it. */
async function startTracing(config: Config, closers: OpenResources['closers']): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config
  if (!endpoint) return
  // Loaded on demand: most servers run without it.
  const { openTelemetry } = await import('./integrations/tracing/open-telemetry.ts')
  const { tracer, close } = openTelemetry({
    endpoint,
    ...(headers && { headers }),
    serviceName: config.OTEL_SERVICE_NAME,
    version: VERSION,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
  })
  setTracer(tracer)
  closers.push(['traces', close])
}

/** Over SMTP, if it is configured. Closed before the database: what was accepted is committed. */
async function receiveEmails(
  config: Config,
  { accessControl, ...options }: Omit<SmtpOptions, 'host' | 'port' | 'isAllowed'> & { accessControl: RequestCounter },
  closers: OpenResources['closers'],
): Promise<void> {
  const { SMTP_LISTEN_PORT: port, SMTP_LISTEN_HOST: host, SMTP_TLS_KEY: keyFile, SMTP_TLS_CERT: certFile } = config
  if (!port) return
  const tls = keyFile && certFile ? { key: readPem(keyFile), cert: readPem(certFile) } : undefined
  const { startSmtpListener } = await import('./modules/inbound-email/smtp/smtp.ts')
  const isAllowed = (ip: string) => accessControl.localLimiter.decide(addressQuota(ip, 'smtp'), 1).allowed
  const listener = await startSmtpListener({ ...options, host, port, tls, isAllowed })
  closers.push(['emails', listener.stop])
}

function readPem(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartError(`Cannot read ${file}: ${(error as Error).message}. Change SMTP_TLS_KEY and SMTP_TLS_CERT.`)
  }
}

function forceStop(resources: OpenResources): void {
  resources.forced.abort()
  closeConnections(resources)
}

const closeConnections = ({ apps }: OpenResources) => {
  for (const app of apps) app.server.closeAllConnections()
}

const listenOn = (app: FastifyInstance, host: string, port: number, setting: string) =>
  app.listen({ host, port }).catch(explainListenError(host, port, setting))

/** While nobody can sign in, a person who reads this line may become the first owner. */
async function createSetupToken(
  ctx: SystemCtx,
  publicUrl: string,
  secretKey: string,
  print: Print,
): Promise<string | undefined> {
  if (await hasUsers(ctx)) return undefined
  // The same on every server of the database: any of them may serve the link.
  const token = deriveSecret(secretKey, 'setup')
  print(`Nobody can sign in yet. Create the first owner here:\n  ${dashboardLink(publicUrl, 'setup', token)}`)
  return token
}

const formatKeys = (result: BootstrapResult) => `
The demo workspace is ready. Its sign-in and keys are shown only once:
  email          ${result.email}
  password       ${result.password}
  workspace id   ${result.workspaceId}
  sandbox id     ${result.sandboxId}
  test key       ${result.testKey}
  live key       ${result.liveKey}
Try it when the server is ready:
  curl -H "Authorization: Bearer ${result.testKey}" ${new URL('/v1/workspace', result.dashboardUrl)}`

/** Checked before anything is created: a port in use is the most common mistake and must cost nothing. */
function assertPortFree(host: string, port: number, setting: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  }).catch(explainListenError(host, port, setting))
}

function explainListenError(host: string, port: number, setting: string) {
  return (error: NodeJS.ErrnoException): never => {
    const { code } = error
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} on ${host} is already in use. Stop the other program or change ${setting}.`)
    }
    if (code === 'EACCES')
      throw new StartError(`This user may not use port ${port}. Set ${setting} to a port above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}. Change HOST.`)
    throw error
  }
}
