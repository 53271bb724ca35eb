import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Turns {
  /** Returns how many seconds the process has had so far. */
  join(child: ChildProcess): () => number
  /** Whether something else kept the machine busy, so that the time of a process includes work of others. */
  isDisturbed(): boolean
  /** Ends processes that are left after an error, and those that join later. */
  end(): void
}

/** Sixteen slow statements take less. */
const MAX_REST_MS = 2000

interface Member {
  child: ChildProcess
  ownMs: number
  /** When its turn began, if it has one. */
  sinceMs: number | undefined
}

/**
 * Lets one process at a time create load, for a few milliseconds each, and pauses the others: a shared machine may be
 * half as fast from one second to the next, and then longer rounds can't be compared. Work still in progress when a turn
 * ends counts toward that turn, and so does the start of a process.
 */
export function takeTurns(turnMs: number): Turns {
  const members: Member[] = []
  let isDisturbed = false
  let hasEnded = false
  if (!(countRunning() >= 1)) throw new Error('This system does not tell how many processes are running')

  async function alternate(): Promise<void> {
    for (let member = members[0]; member; member = members[0]) {
      member.sinceMs = performance.now()
      member.child.kill('SIGCONT')
      await sleep(turnMs)
      member.child.kill('SIGSTOP')
      const idleMs = await untilIdle()
      if (idleMs === undefined) isDisturbed = true
      // One that has exited is no longer in the list.
      if (endTurn(member, idleMs ?? performance.now())) members.push(...members.splice(0, 1))
    }
  }

  return {
    join(child) {
      const member: Member = { child, ownMs: 0, sinceMs: undefined }
      child.kill(hasEnded ? 'SIGKILL' : 'SIGSTOP')
      child.once('exit', () => {
        endTurn(member, performance.now())
        members.splice(members.indexOf(member), 1)
      })
      if (members.push(member) === 1) setImmediate(alternate)
      return () => member.ownMs / 1000
    },
    isDisturbed: () => isDisturbed,
    end() {
      hasEnded = true
      for (const { child } of members) child.kill('SIGKILL')
    },
  }
}

function endTurn(member: Member, nowMs: number): boolean {
  if (member.sinceMs === undefined) return false
  member.ownMs += nowMs - member.sinceMs
  member.sinceMs = undefined
  return true
}

/** When everything but this process had become idle; undefined if something else keeps running. */
async function untilIdle(): Promise<number | undefined> {
  const deadlineMs = performance.now() + MAX_REST_MS
  let idleMs: number | undefined
  while (performance.now() < deadlineMs) {
    const isIdle = countRunning() <= 1
    // Processes that wait for each other may all be asleep for a moment.
    if (isIdle && idleMs !== undefined) return idleMs
    idleMs = isIdle ? performance.now() : undefined
    await sleep(1)
  }
  return undefined
}

/** This process is one of them. On Linux only. */
const countRunning = () => Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1])
