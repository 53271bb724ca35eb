import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** By whom the request came and for whom they say that they forward it. */
export type ClientAddress = (socket: Socket, forwardedFor: string | undefined) => string
export type Trust = (address: string, hop: number) => boolean

const MAX_REMEMBERED = 10_000

/** Whose word is taken for whom they forward: addresses and ranges. To read an address costs as much as to answer, so it is read once. */
export function trustIn(proxies: string[]): Trust {
  const isTrusted = proxyAddr.compile(proxies)
  const known = new Map<string, boolean>()
  return (address, hop) => {
    const remembered = known.get(address)
    if (remembered !== undefined) return remembered
    if (known.size >= MAX_REMEMBERED) known.clear()
    const trusted = isTrusted(address, hop)
    known.set(address, trusted)
    return trusted
  }
}

/** As Fastify finds it: the last one before those whom we trust. */
export function clientAddressBy(trust: Trust | undefined): ClientAddress {
  if (!trust) return ({ remoteAddress = '' }) => remoteAddress
  return (socket, forwardedFor) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    return proxyAddr({ socket, headers } as Pick<IncomingMessage, 'socket' | 'headers'> as IncomingMessage, trust)
  }
}
