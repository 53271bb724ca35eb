import type { ShopLine, ShopResource } from './shop-lines.ts'

/**
 * `unauthorized`: the token is wrong or revoked. `forbidden`: the app lacks a scope. `not_found`: no such shop or
 * object. `rejected`: the shop refused the request; repeating it does not help. `expired`: the link to an export no
 * longer works. The others may succeed later: `busy` means that too many exports are running.
 */
export type ShopSourceErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rejected'
  | 'expired'
  | 'busy'
  | 'throttled'
  | 'unavailable'

const RETRYABLE: readonly ShopSourceErrorCode[] = ['busy', 'throttled', 'unavailable']

/** The message is for people: it says what to do, and never contains the token. */
export class ShopSourceError extends Error {
  readonly code: ShopSourceErrorCode
  /** Earliest useful next attempt, if the shop said so. */
  readonly retryAfterMs: number | undefined

  constructor(code: ShopSourceErrorCode, message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.name = 'ShopSourceError'
    this.code = code
    this.retryAfterMs = options.retryAfterMs
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    return RETRYABLE.includes(this.code)
  }
}

export interface ShopDetails {
  name: string
  /** Its permanent domain, such as `northwind.myshopify.com`. */
  domain: string
  currency: string
  /** Granted to our token, such as `read_products`. */
  scopes: string[]
  /** That answered: later than the requested one once that is no longer supported. */
  apiVersion: string
}

export interface ShopExport {
  status: 'running' | 'completed' | 'failed' | 'canceled' | 'expired'
  /** Lines, and those of them without a parent. They grow while the export runs. */
  objectCount: number
  rootObjectCount: number
  /** Bytes of the file at `url`. */
  sizeBytes: number | null
  /** Null until it is completed, and when the result is empty. */
  url: string | null
  /** What an export that failed or was canceled had written. Never proof that an object is gone. */
  partialUrl: string | null
  /** For people. */
  error?: string
}

export interface ExportLine<R extends ShopResource = ShopResource> {
  line: ShopLine<R>
  /** Where the next line starts: continue reading from here. */
  endByte: number
}

/** A shop on another platform that we read. Never call it inside a transaction: it may be slow, wrong or down. */
export interface ShopSource {
  /** Throws `unauthorized`, `not_found` or `unavailable`. */
  verify(signal: AbortSignal): Promise<ShopDetails>

  /**
   * Starts an export of all objects of a resource and returns its ID. With `updatedFrom`, only those changed since then;
   * for `inventory` all items, but only the levels changed since then.
   */
  startExport(resource: ShopResource, options: { updatedFrom?: string }, signal: AbortSignal): Promise<string>
  getExport(id: string, signal: AbortSignal): Promise<ShopExport>
  cancelExport(id: string, signal: AbortSignal): Promise<void>

  /**
   * The lines of a finished export from a byte offset on, in constant memory. A parent precedes its children, but other
   * lines may be between them. Throws `expired` when the link no longer works: `getExport` may know a new one.
   */
  readExport<R extends ShopResource>(
    resource: R,
    url: string,
    fromByte: number,
    signal: AbortSignal,
  ): AsyncIterable<ExportLine<R>>

  /** One object as an export would list it: the parent first. Undefined when it does not exist. */
  getObject<R extends ShopResource>(resource: R, gid: string, signal: AbortSignal): Promise<ShopLine<R>[] | undefined>

  /** Checks the address, type and size. Throws `rejected` for anything but a JPEG, PNG, GIF, WebP or AVIF image. */
  downloadImage(url: string, signal: AbortSignal): Promise<{ body: Buffer; contentType: string }>

  /** Subscribes our URL to the topics that we process. Repeating it changes nothing. */
  subscribeWebhooks(url: string, signal: AbortSignal): Promise<void>
}

/** A shop that was connected. The domain ends with `.myshopify.com`. */
export interface ShopAddress {
  shop: string
  token: string
  /** Of the Admin API; defaults to the version that our queries were written for. */
  version?: string
  /** Called once if the shop answers with another version, because it no longer supports ours: warn people. */
  onOtherVersion?: (version: string) => void
}
