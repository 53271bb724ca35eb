import type { FastifyReply, FastifyRequest } from 'fastify'

export const COOKIE_PREFIX = 'storedesk'
export const CLIENT_IP_HEADER = 'x-storedesk-client-ip'

/** Everything better-auth sees of a request. We set the address: a client can't choose its own. */
export const authHeaders = ({ headers, ip }: FastifyRequest): Headers =>
  new Headers({ cookie: headers.cookie ?? '', 'user-agent': headers['user-agent'] ?? '', [CLIENT_IP_HEADER]: ip })

export function forwardCookies(reply: FastifyReply, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
}
