import { setPriority } from 'node:os'
import { ATTACKS, type Target } from './attacks.ts'

/** On a machine of its own an attacker would not take the CPU that the server and its neighbor need, so here it goes last. */
const NICE = 10

setPriority(NICE)
process.on('message', ({ name, target }: { name: string; target: Target }) => {
  process.send?.('begun')
  setImmediate(() => ATTACKS[name]?.(target))
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
