import { setPriority } from 'node:os'
import { ATTACKS, type Target } from './attacks.ts'

/** Only matters on a machine with a single core, where the attacker shares it with the server. */
const NICE = 10

setPriority(NICE)
process.on('message', ({ name, target }: { name: string; target: Target }) => {
  process.send?.('begun')
  setImmediate(() => ATTACKS[name]?.(target))
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
