import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Turns {
  /** Returns how many seconds the process has had so far. */
  join(child: ChildProcess): () => number
  /** Ends processes that are left after an error. */
  end(): void
}

/** Longer than sixteen slow statements take. */
const MAX_REST_MS = 1000
const MAX_BUSY_TURNS = 5

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
  let busyTurns = 0
  countRunning()

  async function alternate(): Promise<void> {
    for (let member = members[0]; member; member = members[0]) {
      member.sinceMs = performance.now()
      member.child.kill('SIGCONT')
      await sleep(turnMs)
      member.child.kill('SIGSTOP')
      const idleMs = await untilIdle()
      if (idleMs === undefined) busyTurns += 1
      // Unless it has exited.
      if (endTurn(member, idleMs ?? performance.now())) members.push(...members.splice(0, 1))
    }
  }

  return {
    join(child) {
      const member: Member = { child, ownMs: 0, sinceMs: undefined }
      child.kill('SIGSTOP')
      child.once('exit', () => {
        endTurn(member, performance.now())
        members.splice(members.indexOf(member), 1)
      })
      if (members.push(member) === 1) setImmediate(alternate)
      return () => {
        if (busyTurns > MAX_BUSY_TURNS) throw new Error(`Something else was running after ${busyTurns} turns`)
        return member.ownMs / 1000
      }
    },
    end() {
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

/** On Linux only. */
const countRunning = () => Number(/ (\d+)\//.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1])
