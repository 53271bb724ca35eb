import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** By whom the request came and for whom they say that they forward it. */
export type ResolveClientAddress = (socket: Socket, forwardedFor: string | undefined) => string
export type TrustProxy = (address: string, hop: number) => boolean

const MAX_CACHED = 10_000

/** Whose word is taken for whom they forward: addresses and ranges. To read an address costs as much as to answer, so it is read once. */
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

/** As Fastify finds it: the last one before those whom we trust. */
export function createClientAddressResolver(trustProxy: TrustProxy | undefined): ResolveClientAddress {
  if (!trustProxy) return ({ remoteAddress = '' }) => remoteAddress
  return (socket, forwardedFor) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return proxyAddr({ socket, headers } as Pick<IncomingMessage, 'socket' | 'headers'> as IncomingMessage, trustProxy)
  }
}
