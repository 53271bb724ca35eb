import type { FastifyRequest } from 'fastify'
import { AppError } from '../kit/errors.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * A cookie comes along with every request of a browser, whoever's page has sent it. So a request that changes something
 * must come from a page of our own: browsers say so, and no page can make them lie.
 */
export function refuseForeignPages(publicUrl: string): (request: FastifyRequest) => void {
  const ours = new URL(publicUrl).origin
  return ({ method, headers }) => {
    if (READING.has(method)) return
    const { origin, host = '' } = headers
    const fromUs =
      origin === undefined
        ? headers['sec-fetch-site'] === 'same-origin'
        : origin === ours || (LOOPBACK.test(host) && origin === `http://${host}`)
    if (!fromUs) throw new AppError('forbidden', `Only pages of ${ours} may do this.`)
  }
}
