import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Resolves the client from the socket and the X-Forwarded-For header. */
export type ResolveClientAddress = (socket: Socket, forwardedFor: string | undefined) => string
export type TrustProxy = (address: string, hop: number) => boolean

const MAX_CACHED = 10_000

/**
 * Proxies whose X-Forwarded-For is trusted: addresses and ranges. Parsing an address costs as much as responding, so
 * results are cached.
 */
export function createTrustProxy(proxies: string[]): TrustProxy {
  const isTrusted = proxyAddr.compile(proxies)
  const cache = new Map<string, boolean>()
  return (address, hop) => {
    const cached = cache.get(address)
    if (cached !== undefined) return cached
    if (cache.size >= MAX_CACHED) cache.clear()
    const trusted = isTrusted(address, hop)
    cache.set(address, trusted)
    return trusted
  }
}

/** As in Fastify: the last address before the trusted proxies. */
export function createClientAddressResolver(trustProxy: TrustProxy | undefined): ResolveClientAddress {
  if (!trustProxy) return ({ remoteAddress = '' }) => remoteAddress
  return (socket, forwardedFor) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return proxyAddr({ socket, headers } as Pick<IncomingMessage, 'socket' | 'headers'> as IncomingMessage, trustProxy)
  }
}
