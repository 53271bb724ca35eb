import type pg from 'pg'
import type { Database } from '../src/db/database.ts'

export interface Asked {
  text: string
  values: unknown[]
}

export interface Ear {
  heard: () => Asked[]
  /** How often somebody began to wait: what is asked while something else is, is not waited for twice. */
  roundTrips: () => number
  forget: () => void
}

/** Nobody reads more. */
const MOST = 1000

/** Everything that is asked of a database from now on, on whichever connection, `begin` and `commit` too. */
export function listenTo({ pool, poolOfOnce }: Database): Ear {
  let heard: Asked[] = []
  let roundTrips = 0
  let waiting = 0
  const known = new WeakSet<object>()
  const bug = (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown
    const query = (...given: unknown[]) => {
      const [first] = given
      const { text, values = [] } = (typeof first === 'string' ? { text: first } : first) as Partial<Asked>
      // How many requests there were is written now and then, and not by this request.
      if (!text || text.includes('request_counts')) return ask(...given)
      if (heard.length < MOST) heard.push({ text, values })
      if (waiting === 0) roundTrips += 1
      waiting += 1
      const told = () => {
        waiting -= 1
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
    roundTrips: () => roundTrips,
    forget: () => {
      heard = []
      roundTrips = 0
    },
  }
}
