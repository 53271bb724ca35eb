import { readdirSync, readFileSync } from 'node:fs'

const MS_PER_TICK = 10

/** CPU time of a process so far, in milliseconds. Linux only, as everything here. */
export const cpuTimeOf = (pid: number): number => statOf(pid)?.ms ?? 0

/** The same with its children, also those that have ended: a server of PostgreSQL with its connections. */
export function cpuTimeWithChildren(pid: number): number {
  const children = processes().filter((child) => statOf(child)?.parent === pid)
  return [pid, ...children].reduce((sum, one) => sum + cpuTimeOf(one), 0) + (statOf(pid)?.endedChildrenMs ?? 0)
}

export function peakMemoryOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function statOf(pid: number): { parent: number; ms: number; endedChildrenMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return {
      parent: fields[1] ?? 0,
      ms: (user + system) * MS_PER_TICK,
      endedChildrenMs: (endedUser + endedSystem) * MS_PER_TICK,
    }
  } catch {
    return undefined
  }
}
