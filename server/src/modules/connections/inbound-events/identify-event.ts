import { createHash } from 'node:crypto'
import type { SigningProvider } from '../signatures/signatures.ts'
import { readHeader, type SignedRequest } from '../signatures/signed-request.ts'

export interface EventIdentity {
  topic: string
  externalId: string | null
  /** The same for every delivery of one event. */
  identity: string
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Undefined if it is not JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

interface Source {
  json: Json
  header: (name: string) => string | undefined
}

const TOPICS: Record<SigningProvider, (source: Source) => string | undefined> = {
  shopify: ({ header }) => header('x-shopify-topic'),
  stripe: ({ json }) => text(json.type),
  easypost: ({ json }) => text(json.description),
  shippo: ({ json }) => text(json.event),
  aftership: ({ json }) => text(json.event),
  judgeme: ({ json, header }) => text(json.key) ?? text(json.event) ?? text(json.topic) ?? header('judgeme-topic'),
  yotpo: ({ json }) => text(json.event),
  okendo: ({ json }) => [text(json.resourceType), text(json.topic)].filter(Boolean).join('/') || text(json.type),
  trustpilot: ({ json }) => [...new Set(namesOf(json.events))].join(', '),
}

const namesOf = (events: unknown): string[] =>
  Array.isArray(events) ? events.flatMap((event) => (isObject(event) ? (text(event.eventName) ?? []) : [])) : []

/** IDs that the signature covers: they alone tell whether it is the same event. */
const SIGNED_IDS: Partial<Record<SigningProvider, (source: Source) => string | undefined>> = {
  stripe: ({ json }) => text(json.id),
  easypost: ({ json }) => text(json.id),
  aftership: ({ json }) => text(json.event_id),
  okendo: ({ header }) => header('svix-id'),
}

/** IDs in headers that are not signed: whoever recorded a request could send it again with another one. */
const OTHER_IDS: Partial<Record<SigningProvider, (source: Source) => string | undefined>> = {
  shopify: ({ header }) => header('x-shopify-event-id') ?? header('x-shopify-webhook-id'),
  yotpo: ({ header }) => header('eventid'),
}

const MAX_LENGTH = 200

/** What the event is about, and by what a repeated delivery of it is recognized. */
export function identifyEvent(
  provider: SigningProvider,
  { body, headers }: Pick<SignedRequest, 'body' | 'headers'>,
): EventIdentity {
  const json = parseJson(body)
  const source: Source = { json: isObject(json) ? json : {}, header: (name) => readHeader(headers, name) }
  const topic = clean(TOPICS[provider](source) || 'unknown')
  const signedId = SIGNED_IDS[provider]?.(source)
  const externalId = signedId ?? OTHER_IDS[provider]?.(source)
  return {
    topic,
    externalId: externalId === undefined ? null : clean(externalId),
    identity:
      signedId === undefined
        ? `${topic} sha256:${createHash('sha256').update(body).digest('hex')}`
        : `id:${clean(signedId)}`,
  }
}

/** PostgreSQL rejects NUL. */
const clean = (value: string) => value.replaceAll('\u0000', '').slice(0, MAX_LENGTH)

const KEPT_HEADERS =
  /^(?:content-type|user-agent|eventid|svix-(?:id|timestamp)|x-judgeme-shop-domain|x-shopify-(?:topic|shop-domain|api-version|event-id|webhook-id|triggered-at|sub-topic))$/

/** Those that handlers and people need; no signature and no password. */
export const keepHeaders = (headers: SignedRequest['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      KEPT_HEADERS.test(name) && typeof value === 'string' ? [[name, value.slice(0, 500)]] : [],
    ),
  )
