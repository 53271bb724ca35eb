import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL runs inside its data folder, so its processes are recognized by their working directory. */
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

/** Whether npm, or any process it left behind, is running. */
export function isAlive(npm: ChildProcess): boolean {
  return signal(npm, 0)
}

/** Signals npm's whole group, or one process. Returns whether it exists. */
export function signal(target: ChildProcess | number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(typeof target === 'number' ? target : -(target.pid ?? Number.NaN), name)
  } catch {
    return false
  }
}
