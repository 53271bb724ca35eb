import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { PROJECT_ROOT } from './kit/project-root.ts'
import { parseRedisUrl } from './kit/redis-url.ts'
import { parseS3Url } from './kit/s3-url.ts'
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
    'Maximum number of database connections of this process for requests and the work of its jobs; a few more manage the jobs, sign-ins and notifications.',
    numberSetting(20, 4, 500),
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

function portSetting<Otherwise extends number | undefined>(defaultValue: Otherwise) {
  return (text: string | undefined): number | Otherwise => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535 || Number(text) < 1)
      throw new Error(`must be a port from 1 to 65535, not "${text}"`)
    return Number(text)
  }
}

function numberSetting(defaultValue: number, min: number, max: number) {
  return (text: string | undefined): number => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new Error(`must be a number from ${min} to ${max}, not "${text}"`)
    return Number(text)
  }
}

const MAX_TIMEOUT_SECONDS = 600

function secondsSetting(defaultValue: number) {
  return (text: string | undefined): number => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_TIMEOUT_SECONDS || Number(text) < 1)
      throw new Error(`must be a number of seconds from 1 to ${MAX_TIMEOUT_SECONDS}, not "${text}"`)
    return Number(text)
  }
}

function parseIpAddress(defaultValue: string) {
  return (text: string | undefined): string => {
    if (text === undefined || text === 'localhost') return defaultValue
    if (isIP(text) === 0) throw new Error(`must be an IP address such as 127.0.0.1 or 0.0.0.0, not "${text}"`)
    return text
  }
}

function parseWebUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`must be a URL such as https://shop.example.com, not "${text}"`)
  }
  return text.replace(/\/+$/, '')
}

/** The pages and the API are at fixed paths from the root, so links below another path would lead nowhere. */
function parsePublicUrl(text: string | undefined): string | undefined {
  const url = parseWebUrl(text)
  if (url === undefined) return undefined
  const { origin, pathname, search, hash } = new URL(url)
  if (pathname + search + hash !== '/') {
    throw new Error(`must be a URL without a path, such as ${origin}, not "${text}"`)
  }
  return url
}

function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // The value may contain a password, so the message must not repeat it.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must look like postgres://user:password@host:5432/database')
  }
  return text
}

/** The values contain secrets, so the messages must not repeat them. */
function parseSecret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 32) throw new Error('must have at least 32 characters')
  return text
}

function parseSmtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && (!/^smtps?:\/\//.test(text) || !URL.canParse(text))) {
    throw new Error('must look like smtps://user:password@host:465')
  }
  return text
}

/** The values are secrets, so the messages must not repeat them. */
function parseHeaders(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [, name, value] = /^\s*([\w-]+)=(.*?)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined) throw new Error('must look like name=value,name=value')
      return [name, decodeURIComponent(value)]
    }),
  )
}

function parseRatio(text: string | undefined): number {
  const ratio = Number(text ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error(`must be a number from 0 to 1, not "${text}"`)
  return ratio
}

function parseFilePath(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(PROJECT_ROOT, text)
}

function oneOf<First extends string, Rest extends string>(defaultValue: First, ...others: Rest[]) {
  const choices: readonly string[] = [defaultValue, ...others]
  return (text: string | undefined): First | Rest => {
    if (text === undefined) return defaultValue
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}, not "${text}"`)
    return text as First | Rest
  }
}

/** Only explicit ranges: "trust everybody" or a hop count would let a client choose its own address. */
function parseAddressRanges(text: string | undefined): string[] {
  const ranges = (text ?? '').split(',').map((range) => range.trim())
  return ranges.filter(Boolean).map((range) => {
    const [address = '', bits, ...rest] = range.split('/')
    const width = isIP(address) === 6 ? 128 : 32
    const hasValidBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= width)
    if (isIP(address) === 0 || !hasValidBits || rest.length > 0) {
      throw new Error(`must list IP addresses or CIDR ranges such as 10.0.0.0/8, not "${range}"`)
    }
    return range
  })
}
