import type pg from 'pg'
import type { Database } from '../src/db/database.ts'

export interface Asked {
  text: string
  values: unknown[]
}

interface Ear {
  heard: () => Asked[]
  /** How often somebody must have waited: the most questions of which each was asked after the answer to the one before. */
  roundTrips: () => number
  forget: () => void
}

interface Timed extends Asked {
  beganMs: number
  endedMs: number
}

/** Nobody reads more. */
const MOST = 1000

/** Everything that is asked of a database from now on, on whichever connection, `begin` and `commit` too. */
export function listenTo({ pool, poolOfOnce }: Database): Ear {
  let heard: Timed[] = []
  const known = new WeakSet<object>()
  const bug = (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown
    const query = (...given: unknown[]) => {
      const [first] = given
      const { text, values = [] } = (typeof first === 'string' ? { text: first } : first) as Partial<Asked>
      // How many requests there were is written now and then, and not by this request.
      if (!text || text.includes('request_counts') || heard.length >= MOST) return ask(...given)
      const asked: Timed = { text, values, beganMs: performance.now(), endedMs: Number.POSITIVE_INFINITY }
      heard.push(asked)
      const told = () => {
        asked.endedMs = performance.now()
      }
      const last = given.at(-1)
      if (typeof last !== 'function') {
        const answer = ask(...given) as Promise<unknown>
        answer.then(told, told)
        return answer
      }
      return ask(...given.slice(0, -1), (...answer: unknown[]) => {
        told()
        last(...answer)
      })
    }
    Object.assign(client, { query })
  }
  for (const one of [pool, poolOfOnce]) one.on('acquire', bug)
  return {
    heard: () => heard,
    roundTrips: () => longestChain(heard),
    forget: () => {
      heard = []
    },
  }
}

/** Whatever ends first leaves most room for the others. */
function longestChain(heard: readonly Timed[]): number {
  let [count, endedMs] = [0, 0]
  for (const asked of heard.toSorted((one, other) => one.endedMs - other.endedMs)) {
    if (asked.beganMs < endedMs) continue
    count += 1
    endedMs = asked.endedMs
  }
  return count
}
