import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL works inside its data folder, so that its processes are known by their working directory. */
export function processesOf(folder: string): number[] {
  if (!existsSync('/proc')) return readPostmasterPids(folder)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
      } catch {
        return false // not a process, or it has just ended
      }
    })
}

function readPostmasterPids(folder: string): number[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('postmaster.pid'),
  )
  return files.map((file) => Number.parseInt(readFileSync(join(folder, file), 'utf8'), 10))
}

/** npm, or anything it has started and left behind. */
export function isAlive(npm: ChildProcess): boolean {
  return signal(npm, 0)
}

/** To the whole group of an npm, or to one process. Says whether there was anybody to take it. */
export function signal(target: ChildProcess | number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(typeof target === 'number' ? target : -(target.pid ?? Number.NaN), name)
  } catch {
    return false
  }
}
