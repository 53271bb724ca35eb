import type pg from 'pg'
import type { Database } from '../src/db/database.ts'

export interface Asked {
  text: string
  values: unknown[]
}

/** Nobody reads more. */
const MOST = 1000

/** Everything that is asked of a database from now on, on whichever connection, `begin` and `commit` too. */
export function listenTo({ pool, poolOfOnce }: Database): { heard: () => Asked[]; forget: () => void } {
  let heard: Asked[] = []
  const known = new WeakSet<object>()
  const bug = (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [first] = given
        const { text, values = [] } = (typeof first === 'string' ? { text: first } : first) as Partial<Asked>
        // How many requests there were is written now and then, and not by this request.
        if (text && !text.includes('request_counts') && heard.length < MOST) heard.push({ text, values })
        return ask(...given)
      },
    })
  }
  for (const one of [pool, poolOfOnce]) one.on('acquire', bug)
  return {
    heard: () => heard,
    forget: () => {
      heard = []
    },
  }
}
