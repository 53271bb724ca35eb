import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Turns {
  /** Returns how many seconds the process has had so far. */
  join(child: ChildProcess): () => number
}

/** More than sixteen slow statements take. */
const MAX_REST_MS = 1000

interface Member {
  child: ChildProcess
  ownMs: number
}

/**
 * Lets one process at a time create load, for a few milliseconds each, and pauses the others: a shared machine may be
 * half as fast from one second to the next, and then longer rounds can't be compared. The work that a process has left
 * behind at the end of its turn is done in its own time.
 */
export function takeTurns(turnMs: number): Turns {
  const members: Member[] = []

  async function alternate(): Promise<void> {
    for (let member = members[0]; member; member = members[0]) {
      const startedMs = performance.now()
      member.child.kill('SIGCONT')
      await sleep(turnMs)
      member.child.kill('SIGSTOP')
      member.ownMs += (await untilIdle()) - startedMs
      const hasExited = !members.includes(member)
      if (!hasExited) members.push(...members.splice(0, 1))
    }
  }

  return {
    join(child) {
      const member = { child, ownMs: 0 }
      child.kill('SIGSTOP')
      child.once('exit', () => members.splice(members.indexOf(member), 1))
      if (members.push(member) === 1) setImmediate(alternate)
      return () => member.ownMs / 1000
    },
  }
}

/** When nothing but this process ran any more. Something that does not belong to the load may run for longer. */
async function untilIdle(): Promise<number> {
  const deadlineMs = performance.now() + MAX_REST_MS
  let idleMs: number | undefined
  for (;;) {
    const nowMs = performance.now()
    const isIdle = countRunning() <= 1
    // Processes that wait for each other may all be asleep for a moment.
    if (isIdle && idleMs !== undefined) return idleMs
    if (nowMs > deadlineMs) return nowMs
    idleMs = isIdle ? nowMs : undefined
    await sleep(1)
  }
}

const countRunning = () => Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1])
