import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { PROJECT_ROOT } from './kit/project-root.ts'
import { parseRedisUrl } from './kit/redis-url.ts'
import { DEFAULT_RETENTION, MIN_RETENTION_DAYS, type Retention } from './kit/retention.ts'
import { parseS3Url } from './kit/s3-url.ts'
import {
  daysSetting,
  numberSetting,
  oneOf,
  parseAddressRanges,
  parseDatabaseUrl,
  parseFilePath,
  parseHeaders,
  parseIpAddress,
  parsePublicUrl,
  parseRatio,
  parseSecret,
  parseSmtpUrl,
  parseWebUrl,
  portSetting,
  secondsSetting,
} from './kit/setting-parsers.ts'
import { StartError } from './kit/start-error.ts'

interface Setting<Value> {
  /** The default as shown in the README. */
  defaultText: string
  purpose: string
  /** Receives `undefined` when the variable is not set. Throws a sentence about the value. */
  read: (text: string | undefined) => Value
}

const setting = <Value>(defaultText: string, purpose: string, read: Setting<Value>['read']): Setting<Value> => ({
  defaultText,
  purpose,
  read,
})

/** Every setting, in one table. The README's table is generated from it (`npm run generate`). */
export const settings = {
  PORT: setting(
    '8080',
    'Port of the API, the dashboard and the shop. With `ROLE=worker`, it serves only `/healthz`, `/readyz` and `/metrics`.',
    portSetting(8080),
  ),
  HOST: setting(
    '127.0.0.1',
    'IP address to listen on. `0.0.0.0` opens the server to the network.',
    parseIpAddress('127.0.0.1'),
  ),
  PUBLIC_URL: setting(
    'http://HOST:PORT',
    'URL at which browsers and customers reach the server, without a path.',
    parsePublicUrl,
  ),
  STOREFRONT_PORT: setting(
    'PORT + 1',
    'Port of the storefront listener, which serves only what is open to storefronts.',
    portSetting(undefined),
  ),
  STOREFRONT_URL: setting(
    'http://HOST:STOREFRONT_PORT',
    'URL at which browsers reach the storefront listener.',
    parseWebUrl,
  ),
  DATA_DIR: setting(
    '`data` in the project folder; `/var/lib/storedesk` when started by root',
    'Folder for the embedded database and, without `FILES_URL`, for uploaded images.',
    (text) => resolve(PROJECT_ROOT, text ?? (process.getuid?.() === 0 ? '/var/lib/storedesk' : 'data')),
  ),
  DATABASE_URL: setting(
    'embedded PostgreSQL',
    'PostgreSQL 15 or later to use instead of the embedded database, as `postgres://user:password@host/database`.',
    parseDatabaseUrl,
  ),
  DATABASE_READ_URL: setting(
    'none: everything is read from `DATABASE_URL`',
    'Streaming replica of `DATABASE_URL` for reads that may be a second old, such as reports.',
    parseDatabaseUrl,
  ),
  DATABASE_POOL_SIZE: setting(
    '20',
    'Maximum number of database connections of this process for requests and the work of its jobs; a few more are for sign-ins, notifications and the management of jobs.',
    numberSetting(20, 4, 500),
  ),
  DATABASE_SIGN_IN_POOL_SIZE: setting(
    '5',
    'Maximum number of database connections of this process for sign-ins and sessions of the dashboard.',
    numberSetting(5, 1, 100),
  ),
  RESPONSE_CACHE_MB: setting(
    '40',
    'Memory of this process for cached responses of the storefront and the catalog, in megabytes.',
    numberSetting(40, 4, 16_384),
  ),
  JOB_CONCURRENCY: setting('4', 'Jobs that this process runs at the same time.', numberSetting(4, 1, 100)),
  REDIS_URL: setting(
    'none: a single server counts in memory',
    'Redis in which several servers on one database share their counters: `redis://user:password@host:6379`, `redis+sentinel://host:26379,host:26379/name` or `redis+cluster://host:6379,host:6379`. Use `rediss` for TLS.',
    (text) => {
      if (text !== undefined) parseRedisUrl(text)
      return text
    },
  ),
  FILES_URL: setting(
    '`DATA_DIR/files`',
    'Bucket of Amazon S3 or a compatible store for uploaded images, as `s3://key:secret@host/bucket?region=eu-central-1`. `s3+http` connects without TLS; `path-style=false` puts the bucket into the host name.',
    (text) => {
      if (text !== undefined) parseS3Url(text)
      return text
    },
  ),
  SECRET_KEY: setting(
    'created at the first start and stored in `DATA_DIR/secret-key`',
    'Signs sessions and encrypts second factors. At least 32 characters. Required with `DATABASE_URL`; the same on every server.',
    parseSecret,
  ),
  ROLE: setting('all', '`api` serves requests, `worker` runs jobs, `all` does both.', oneOf('all', 'api', 'worker')),
  TRUSTED_PROXIES: setting(
    'none',
    "Comma-separated IP addresses or CIDR ranges of proxies. Their `X-Forwarded-For` header determines the client's address.",
    parseAddressRanges,
  ),
  SMTP_URL: setting(
    'none',
    'SMTP server, as `smtps://user:password@host:465`. Without it, no email is sent: those to buyers are in the outbox of the dashboard, those with sign-in codes and password reset links in the log.',
    parseSmtpUrl,
  ),
  MAIL_FROM: setting('`storedesk@` and the host of `PUBLIC_URL`', 'Sender address of emails.', (text) => text),
  SMTP_LISTEN_PORT: setting(
    'none: no emails are received over SMTP',
    'Port on which the server receives the emails of its mailboxes over SMTP, usually 25.',
    portSetting(undefined),
  ),
  SMTP_LISTEN_HOST: setting('HOST', 'IP address for `SMTP_LISTEN_PORT`. `0.0.0.0` opens it to the network.', (text) =>
    text === undefined ? undefined : parseIpAddress('127.0.0.1')(text),
  ),
  SMTP_TLS_KEY: setting(
    'none: no STARTTLS',
    'File with the private key (PEM) that encrypts emails received over SMTP. Requires `SMTP_TLS_CERT`.',
    parseFilePath,
  ),
  SMTP_TLS_CERT: setting(
    'none: no STARTTLS',
    'File with the certificate chain (PEM) for `SMTP_TLS_KEY`.',
    parseFilePath,
  ),
  CHAT_MODEL_URL: setting(
    'none: only public addresses',
    'URL of a language model in your own network, such as `http://localhost:11434/v1`, that the assistants of all workspaces may use.',
    parseWebUrl,
  ),
  WEBHOOK_ALLOW_LOOPBACK: setting(
    'off',
    '`on` lets webhook endpoints be on this machine, such as `http://localhost:3000/webhooks`. For development only: every workspace can then send requests to every program here.',
    oneOf('off', 'on'),
  ),
  REQUEST_TIMEOUT_SECONDS: setting(
    '15',
    'Seconds until a request that is still running fails with 503. A slow or very busy machine may need more.',
    secondsSetting(15),
  ),
  SHUTDOWN_DELAY_SECONDS: setting(
    '0',
    'Seconds that a stopping server still accepts requests while `/readyz` is already 503, so that the load balancer stops sending them. Longer than it needs to notice.',
    numberSetting(0, 0, 120),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'none: no traces',
    'OpenTelemetry collector that receives traces over OTLP/HTTP, such as `http://localhost:4318`.',
    parseWebUrl,
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    'none',
    'Headers for the collector, as `name=value,name=value`, such as an API key.',
    parseHeaders,
  ),
  OTEL_SERVICE_NAME: setting('storedesk', 'Name of this server in traces.', (text) => text ?? 'storedesk'),
  OTEL_TRACES_SAMPLER_ARG: setting('1', 'Share of the traces that are recorded, from `0` to `1`.', parseRatio),
  METRICS_TOKEN: setting(
    'none',
    'Bearer token for `/metrics`. Without it, only programs on this machine may read the metrics.',
    (text) => text,
  ),
  LOG_LEVEL: setting(
    'info',
    'Log level: `silent`, `error`, `warn`, `info`, `debug` or `trace`. `debug` adds a line for every request.',
    oneOf('info', 'silent', 'error', 'warn', 'debug', 'trace'),
  ),
  RETENTION_EVENTS_DAYS: setting(
    'none: events are kept',
    'Days after which events that belong to no order are deleted, at least 30. Those of orders are their timelines and stay.',
    daysSetting(DEFAULT_RETENTION.events, MIN_RETENTION_DAYS),
  ),
  RETENTION_AUDIT_LOG_DAYS: setting(
    'none: the audit log is kept',
    'Days after which entries of the audit log are deleted, at least 30.',
    daysSetting(DEFAULT_RETENTION.auditLog, MIN_RETENTION_DAYS),
  ),
  RETENTION_EMAILS_DAYS: setting(
    '90',
    'Days after which the content of emails to customers is deleted. Who got which email when stays.',
    daysSetting(DEFAULT_RETENTION.emails, 1),
  ),
  RETENTION_DELIVERIES_DAYS: setting(
    '30',
    'Days after which deliveries of webhooks are deleted, at least 4: a delivery is retried for three.',
    daysSetting(DEFAULT_RETENTION.deliveries, 4),
  ),
  RETENTION_REQUEST_COUNTS_DAYS: setting(
    '2',
    'Days after which the request counts of the dashboard are deleted, at least 2.',
    daysSetting(DEFAULT_RETENTION.requestCounts, 2),
  ),
  RETENTION_CHECKOUTS_DAYS: setting(
    '180',
    'Days after which checkouts that did not become an order are deleted, at least 60: a late payment must find its checkout.',
    daysSetting(DEFAULT_RETENTION.checkouts, 60),
  ),
  RETENTION_IMPORTS_DAYS: setting(
    '90',
    'Days after which the reports of product imports are deleted.',
    daysSetting(DEFAULT_RETENTION.imports, 1),
  ),
  WORKSPACE_CREATION: setting(
    'owners',
    'Who may create more workspaces: `owners` of a workspace, `anyone` who can sign in, or `nobody`.',
    oneOf('owners', 'anyone', 'nobody'),
  ),
  DEMO: setting('on', '`off` starts without the demo workspace.', oneOf('on', 'off')),
  BOOTSTRAP_FILE: setting(
    'none',
    'File to which the first start writes the IDs and keys of the demo workspace, as JSON that only the file owner can read.',
    (text) => (text === undefined ? undefined : resolve(PROJECT_ROOT, text)),
  ),
}

type Settings = typeof settings
type SettingName = keyof Settings
type SettingValues = { [K in SettingName]: ReturnType<Settings[K]['read']> }

/** Settings whose default depends on another setting, after resolution. */
interface DerivedSettings {
  PUBLIC_URL: string
  STOREFRONT_PORT: number
  STOREFRONT_URL: string
  MAIL_FROM: string
  SMTP_LISTEN_HOST: string
}

export type Config = Readonly<Omit<SettingValues, keyof DerivedSettings> & DerivedSettings>

type EnvironmentVariables = Record<string, string | undefined>

export const toRetention = (config: Config): Retention => ({
  events: config.RETENTION_EVENTS_DAYS,
  auditLog: config.RETENTION_AUDIT_LOG_DAYS,
  emails: config.RETENTION_EMAILS_DAYS,
  deliveries: config.RETENTION_DELIVERIES_DAYS,
  requestCounts: config.RETENTION_REQUEST_COUNTS_DAYS,
  checkouts: config.RETENTION_CHECKOUTS_DAYS,
  imports: config.RETENTION_IMPORTS_DAYS,
})

/** Loads the configuration of this process. */
export function loadConfig(): Config {
  let envFile: EnvironmentVariables = {}
  try {
    envFile = parseEnv(readFileSync(resolve(PROJECT_ROOT, '.env'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new StartError(`Cannot read .env: ${error}.`)
  }
  return parseConfig(process.env, envFile)
}

/** Merges the environment and `.env` (the environment wins) and reports all errors at once. */
export function parseConfig(environment: EnvironmentVariables, envFile: EnvironmentVariables = {}): Config {
  const errors = unknownSettings(environment, envFile)
  const values: Record<string, unknown> = {}
  for (const [name, { read }] of Object.entries(settings)) {
    try {
      values[name] = read((environment[name] ?? envFile[name])?.trim() || undefined)
    } catch (error) {
      errors.push(`${name} ${(error as Error).message}.`)
    }
  }
  if ((values.SMTP_TLS_KEY === undefined) !== (values.SMTP_TLS_CERT === undefined)) {
    errors.push('SMTP_TLS_KEY and SMTP_TLS_CERT belong together: set both, or none.')
  }
  if (errors.length > 0) throw new StartError(errors.join('\n'))
  const parsed = values as SettingValues
  const host = `http://${hostInUrl(parsed.HOST)}`
  const publicUrl = parsed.PUBLIC_URL ?? `${host}:${parsed.PORT}`
  const storefrontPort = parsed.STOREFRONT_PORT ?? parsed.PORT + 1
  return Object.freeze({
    ...parsed,
    PUBLIC_URL: publicUrl,
    MAIL_FROM: parsed.MAIL_FROM ?? `storedesk@${new URL(publicUrl).hostname}`,
    SMTP_LISTEN_HOST: parsed.SMTP_LISTEN_HOST ?? parsed.HOST,
    STOREFRONT_PORT: storefrontPort,
    STOREFRONT_URL: parsed.STOREFRONT_URL ?? `${host}:${storefrontPort}`,
  })
}

/**
 * The environment is full of other programs' variables, so an unknown name is an error only in `.env` or with our
 * prefix. A developer's shell also has what our guides tell them to set for their own programs.
 */
function unknownSettings(environment: EnvironmentVariables, envFile: EnvironmentVariables): string[] {
  const prefixed = Object.keys(environment).filter((name) => name.startsWith('STOREDESK_') && !CLIENT_NAME.test(name))
  return [...prefixed, ...Object.keys(envFile)]
    .filter((name) => !(name in settings))
    .map((name) => `${name} is not a setting of Storedesk. Valid settings: ${Object.keys(settings).join(', ')}.`)
}

/** Not `STOREDESK_SECRET_KEY`: whoever sets it means our `SECRET_KEY`. */
const CLIENT_NAME = /^STOREDESK_(URL|WORKSPACE_ID|((API|TEST|LIVE|SIGNING)_)?KEY|WEBHOOK_SECRET)$/

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
