import { createServer } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppOptions } from './app.ts'
import type { Bootstrap } from './bootstrap.ts'
import type { Config } from './config.ts'
import type { SystemCtx } from './ctx.ts'
import { connectDatabase } from './db/connect.ts'
import { openDatabase } from './db/database.ts'
import { type InstanceLock, takeInstanceLock } from './db/instance-lock.ts'
import { migrate } from './db/migrate.ts'
import { openGate } from './gate.ts'
import { openSharedAnswers } from './http/shared-answers.ts'
import { openFiles } from './integrations/files/files.ts'
import { openMail } from './integrations/mail/mail.ts'
import { openOutside } from './integrations/outside.ts'
import { startWorker, type Worker } from './jobs/worker.ts'
import { makeTheRest } from './kit/later.ts'
import { pageLink } from './kit/one-time-token.ts'
import { StartError } from './kit/start-error.ts'
import { anyUser } from './modules/sign-in/accounts.ts'
import { findEnvironment } from './modules/workspaces/queries.ts'
import { deriveSecret, readSecretKey } from './secret-key.ts'

export interface Running {
  /** Finishes what is under way, then closes everything. */
  stop(): Promise<void>
  /** Makes a stop that is under way wait for nobody. */
  hurry(): void
  /** What a stop that is under way is waiting for. */
  closing(): string
}

/** No request takes longer to be read and answered; who still holds a connection then is cut off. */
const DRAIN_MS = 15_000

type Log = FastifyBaseLogger
type Say = (line: string) => void

/** What has been opened so far, to be closed last first. */
interface Parts {
  closers: [name: string, close: () => Promise<void>][]
  apps: FastifyInstance[]
}

/** Opens the parts one after the other. Should one fail, those before it are closed: nothing is left half made. */
export async function start(config: Config, log: Log, say: Say, onFailure: (error: Error) => void): Promise<Running> {
  const parts: Parts = { closers: [], apps: [] }
  let closing = 'nothing'
  const closeAll = async () => {
    for (let part = parts.closers.pop(); part; part = parts.closers.pop()) {
      const [name, close] = part
      closing = name
      await close().catch((error: unknown) => log.error({ err: error, part: name }, 'could not close a part'))
    }
  }
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= closeAll()
    return stopping
  }
  try {
    await openParts(config, log, say, parts, onFailure)
    return { stop, hurry: () => cutOff(parts), closing: () => closing }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Read while the database starts: both take half of the time until the server is ready. */
function readParts() {
  const reading = Promise.all([import('./app.ts'), import('./bootstrap.ts')])
  // Whoever waits for it is told; the database may fail first.
  reading.catch(() => {})
  return reading
}

async function openParts(
  config: Config,
  log: Log,
  say: Say,
  parts: Parts,
  onFailure: (error: Error) => void,
): Promise<void> {
  const { closers } = parts
  const serves = config.ROLE !== 'worker'
  await refuseBusyPort(config.HOST, config.PORT, 'PORT')
  if (serves) await refuseBusyPort(config.HOST, config.STOREFRONT_PORT, 'STOREFRONT_PORT')
  if (!config.DATABASE_URL && config.ROLE !== 'all') {
    throw new StartError(`ROLE=${config.ROLE} needs a DATABASE_URL: the embedded database belongs to one process.`)
  }

  const reading = readParts()
  const { connection, close, supervise } = await connectDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    say,
  })
  // Only whoever holds the lock may close the database: it may be the embedded one of a server that is running.
  let lock: InstanceLock | undefined
  const company = config.REDIS_URL && config.DATABASE_URL ? 'together' : 'alone'
  if (serves) {
    let mayClose = true
    lock = await takeInstanceLock(connection, company, () => {
      mayClose = false
      log.error('another server has taken over this database; this one stops')
      process.kill(process.pid, 'SIGTERM')
    })
    closers.push(['the database', async () => (mayClose ? close() : undefined)], ['the lock', lock.release])
  }
  const databaseState = supervise?.({ log, onFailure })

  const secretKey = await readSecretKey(config)
  await migrate(connection, { say })
  const db = openDatabase({ connection, onError: (error) => log.warn({ err: error }, 'lost a database connection') })
  closers.push(['database connections', db.close])

  const [{ allJobs, allSchedules, allSystemJobs, buildApp, buildOperations, buildStorefront }, { bootstrap }] =
    await reading
  const clock = () => new Date()
  const files = await openFiles({ filesUrl: config.FILES_URL, dataDir: config.DATA_DIR })
  const secretFor = (purpose: string) => deriveSecret(secretKey, purpose)
  const surroundings = { db, publicUrl: config.PUBLIC_URL, files, secretFor, outside: openOutside() }
  const system: SystemCtx = { ...surroundings, now: clock(), log, signal: new AbortController().signal }
  if (config.DEMO === 'on') {
    await bootstrap(system, {
      publicUrl: config.PUBLIC_URL,
      file: config.BOOTSTRAP_FILE,
      tell: (made) => say(tellKeys(made)),
    })
  }

  let worker: Worker | undefined
  if (config.ROLE !== 'api') {
    const mail = openMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, log })
    const systemJobs = allSystemJobs(mail, config.PUBLIC_URL)
    const jobs = { jobs: allJobs(mail), systemJobs, schedules: allSchedules() }
    worker = await startWorker({ ...surroundings, connection, log, clock, findEnvironment, ...jobs })
    closers.push(['jobs', worker.stop])
  }
  let draining = false
  const isDraining = () => draining
  const drain = async () => {
    draining = true
    const giveUp = setTimeout(() => cutOff(parts), DRAIN_MS)
    await Promise.all(parts.apps.map((app) => app.close()))
    clearTimeout(giveUp)
  }
  const operations = { isDraining, metricsToken: config.METRICS_TOKEN, trustedProxies: config.TRUSTED_PROXIES }
  if (worker && !serves) {
    const app = buildOperations({ db, log, worker, ...operations })
    parts.apps.push(app)
    closers.push(['requests', drain])
    await listenOn(app, config.HOST, config.PORT, 'PORT')
  }
  if (serves) {
    const gate = await openGate({ db, log, clock, redisUrl: config.REDIS_URL, lock })
    closers.push(['counters', gate.close])
    const answers = await openSharedAnswers({ db, connection, clock })
    closers.push(['kept answers', answers.close])
    const setUpToken = await offerSetUp(system, config.PUBLIC_URL, secretKey, say)
    const options: AppOptions = {
      ...surroundings,
      connection,
      log,
      clock,
      gate,
      answers,
      worker,
      databaseState,
      dashboard: {
        secretKey,
        setUpToken,
        canMail: config.SMTP_URL !== undefined,
        workspaceCreation: config.WORKSPACE_CREATION,
      },
      ...operations,
    }
    const apps = [await buildApp(options), await buildStorefront(options)] as const
    parts.apps.push(...apps)
    closers.push(['requests', drain])
    const [main, storefront] = apps
    await listenOn(main, config.HOST, config.PORT, 'PORT')
    await listenOn(storefront, config.HOST, config.STOREFRONT_PORT, 'STOREFRONT_PORT')
    // Whoever waited for the start is served first.
    setTimeout(makeTheRest, 2000).unref()
  }
}

const cutOff = ({ apps }: Parts) => {
  for (const app of apps) app.server.closeAllConnections()
}

const listenOn = (app: FastifyInstance, host: string, port: number, setting: string) =>
  app.listen({ host, port }).catch(explainListenError(host, port, setting))

/** While there is nobody who could sign in, whoever reads this line may become the first owner. */
async function offerSetUp(ctx: SystemCtx, publicUrl: string, secretKey: string, say: Say): Promise<string | undefined> {
  if (await anyUser(ctx)) return undefined
  // Every server of the database has the same: the link may be answered by any of them.
  const token = deriveSecret(secretKey, 'set-up')
  say(`Nobody can sign in yet. Make the first owner here:\n  ${pageLink(publicUrl, 'set-up', token)}`)
  return token
}

const tellKeys = (made: Bootstrap) => `
The demo workspace is open. Its sign-in and keys are shown this once:
  e-mail         ${made.email}
  password       ${made.password}
  workspace id   ${made.workspaceId}
  sandbox id     ${made.sandboxId}
  test key       ${made.testKey}
  live key       ${made.liveKey}
Try it, when the server is ready:
  curl -H "Authorization: Bearer ${made.testKey}" ${new URL('/v1/workspace', made.dashboardUrl)}`

/** Asked before anything is made: a port that is taken is the commonest mistake and must cost nothing. */
function refuseBusyPort(host: string, port: number, setting: string): Promise<void> {
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
      throw new StartError(`Port ${port} on ${host} is taken by another program: stop it or set another ${setting}.`)
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user: set a ${setting} above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}: set another HOST.`)
    throw error
  }
}
