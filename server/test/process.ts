import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export interface Program {
  child: ChildProcess
  /** All output, stdout and stderr. */
  output: () => string
  errors: () => string
  /** Waits for a matching line; fails when the program exits without one. */
  waitForLine(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): Promise<number | null>
  exit(): Promise<number | null>
}

/** Shares the cache of `main.ts`, so that other files with the same modules need not compile them again. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/storedesk', import.meta.url))

/** On a busy machine a request may take long; tests detect a hang, never slowness. */
const REQUEST_TIMEOUT_SECONDS = '300'

/** Runs a file of the server as a separate process, which is killed when the test ends. */
export function runProgram(file: string, env: Record<string, string>, args: string[] = []): Program {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE,
      REQUEST_TIMEOUT_SECONDS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
    errors += chunk
  })
  const closed = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  return {
    child,
    output: () => output,
    errors: () => errors,
    async waitForLine(pattern, timeoutMs = 120_000) {
      const giveUp = Date.now() + timeoutMs
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        if (child.exitCode !== null || child.signalCode || Date.now() > giveUp) {
          throw new Error(`no line like ${pattern} in:\n${output}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    kill(signal) {
      child.kill(signal)
      return closed
    },
    exit: () => closed,
  }
}
