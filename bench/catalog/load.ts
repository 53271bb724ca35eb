import autocannon from 'autocannon'

export interface Measurement {
  rate: number
  medianMs: number
  p99Ms: number
}

interface Options {
  url: string
  paths: string[]
  workspaceId: string
  clients: number
  seconds: number
}

/** Sends from many client addresses behind a trusted proxy, so that rate limits are counted but never reached. */
export async function runLoad({ url, paths, workspaceId, clients, seconds }: Options): Promise<Measurement> {
  let address = 0
  let clientCount = 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    setupClient: (client) => {
      // Each client starts at a different path: in step, they would send the same request at once and share one
      // response.
      const first = Math.floor((clientCount++ * paths.length) / clients)
      client.setRequests(
        Array.from({ length: 500 }, (_, index) => ({
          path: paths[(first + index) % paths.length] as string,
          headers: { 'x-workspace-id': workspaceId, 'x-forwarded-for': ip(address++) },
        })),
      )
    },
  })
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${paths[0]}: ${result.non2xx} rejected, ${result.errors} errors, ${result.timeouts} timeouts`)
  }
  return {
    rate: result.requests.total / result.duration,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

const ip = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
