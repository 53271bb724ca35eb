import { setPriority } from 'node:os'
import { ATTACKS, type Target } from './attacks.ts'

/** A remote attacker would not take CPU from the server and its neighbor, so here it runs at a lower priority. */
const NICE = 10

setPriority(NICE)
process.on('message', ({ name, target }: { name: string; target: Target }) => {
  process.send?.('begun')
  setImmediate(() => ATTACKS[name]?.(target))
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
