import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'

export function portSetting<Otherwise extends number | undefined>(defaultValue: Otherwise) {
  return (text: string | undefined): number | Otherwise => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535 || Number(text) < 1)
      throw new Error(`must be a port from 1 to 65535, not "${text}"`)
    return Number(text)
  }
}

export function numberSetting(defaultValue: number, min: number, max: number) {
  return (text: string | undefined): number => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new Error(`must be a number from ${min} to ${max}, not "${text}"`)
    return Number(text)
  }
}

const MAX_DAYS = 36_500

export function daysSetting<Default extends number | undefined>(defaultValue: Default, min: number) {
  return (text: string | undefined): number | Default =>
    text === undefined ? defaultValue : numberSetting(0, min, MAX_DAYS)(text)
}

const MAX_TIMEOUT_SECONDS = 600

export function secondsSetting(defaultValue: number) {
  return (text: string | undefined): number => {
    if (text === undefined) return defaultValue
    if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_TIMEOUT_SECONDS || Number(text) < 1)
      throw new Error(`must be a number of seconds from 1 to ${MAX_TIMEOUT_SECONDS}, not "${text}"`)
    return Number(text)
  }
}

export function parseIpAddress(defaultValue: string) {
  return (text: string | undefined): string => {
    if (text === undefined || text === 'localhost') return defaultValue
    if (isIP(text) === 0) throw new Error(`must be an IP address such as 127.0.0.1 or 0.0.0.0, not "${text}"`)
    return text
  }
}

export function parseWebUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`must be a URL such as https://shop.example.com, not "${text}"`)
  }
  return text.replace(/\/+$/, '')
}

/** The pages and the API are at fixed paths from the root, so links below another path would lead nowhere. */
export function parsePublicUrl(text: string | undefined): string | undefined {
  const url = parseWebUrl(text)
  if (url === undefined) return undefined
  const { origin, pathname, search, hash } = new URL(url)
  if (pathname + search + hash !== '/') {
    throw new Error(`must be a URL without a path, such as ${origin}, not "${text}"`)
  }
  return url
}

export function parseDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // The value may contain a password, so the message must not repeat it.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error('must look like postgres://user:password@host:5432/database')
  }
  return text
}

/** The values contain secrets, so the messages must not repeat them. */
export function parseSecret(text: string | undefined): string | undefined {
  if (text !== undefined && text.length < 32) throw new Error('must have at least 32 characters')
  return text
}

export function parseSmtpUrl(text: string | undefined): string | undefined {
  if (text !== undefined && (!/^smtps?:\/\//.test(text) || !URL.canParse(text))) {
    throw new Error('must look like smtps://user:password@host:465')
  }
  return text
}

/** The values are secrets, so the messages must not repeat them. */
export function parseHeaders(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined) return undefined
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [, name, value] = /^\s*([\w-]+)=(.*?)\s*$/.exec(pair) ?? []
      if (name === undefined || value === undefined) throw new Error('must look like name=value,name=value')
      return [name, decodeURIComponent(value)]
    }),
  )
}

export function parseRatio(text: string | undefined): number {
  const ratio = Number(text ?? 1)
  if (!(ratio >= 0 && ratio <= 1)) throw new Error(`must be a number from 0 to 1, not "${text}"`)
  return ratio
}

export function parseFilePath(text: string | undefined): string | undefined {
  return text === undefined ? undefined : resolve(PROJECT_ROOT, text)
}

export function oneOf<First extends string, Rest extends string>(defaultValue: First, ...others: Rest[]) {
  const choices: readonly string[] = [defaultValue, ...others]
  return (text: string | undefined): First | Rest => {
    if (text === undefined) return defaultValue
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}, not "${text}"`)
    return text as First | Rest
  }
}

/** Only explicit ranges: "trust everybody" or a hop count would let a client choose its own address. */
export function parseAddressRanges(text: string | undefined): string[] {
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
