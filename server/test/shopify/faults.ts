import type { ServerResponse } from 'node:http'

/**
 * What can go wrong with a request. `throttled`: refused for lack of points. `busy`: 429. `down`: 503. `dropped`: the
 * connection breaks before anything happens. `lost`: it breaks after the query was executed. `garbled`: not JSON.
 */
export type RequestFault = 'throttled' | 'busy' | 'down' | 'dropped' | 'lost' | 'garbled'

/**
 * `dropped`: breaks in the middle. `expired`: so does the link, for good. `silent`: stops sending. `whole`: ignores the
 * range. `down`: 503.
 */
export type DownloadFault = 'dropped' | 'expired' | 'silent' | 'whole' | 'down'

/** Faults that tests have ordered, each for a number of requests. */
export function openFaults<Fault extends string>() {
  const queue: Fault[] = []
  return {
    /** Of the next requests. */
    add: (fault: Fault, times = 1) => void queue.push(...Array<Fault>(times).fill(fault)),
    next: (): Fault | undefined => queue.shift(),
  }
}

/** True if the fault has answered the request. */
export function answerFault(fault: RequestFault | undefined, response: ServerResponse): boolean {
  if (fault === 'dropped') response.destroy()
  else if (fault === 'down') response.writeHead(503).end('Service Unavailable')
  else if (fault === 'garbled') response.writeHead(200).end('<html>Something went wrong</html>')
  else if (fault === 'busy') response.writeHead(429, { 'retry-after': '0.01' }).end('{"errors":"Exceeded"}')
  else return false
  return true
}
