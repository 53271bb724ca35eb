import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process that describes itself in its first message and exits when its channel is closed. */
export async function startChild<Message>(file: URL, env: Record<string, string> = {}) {
  const child = fork(file, { env: { ...process.env, ...env } })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}`)
  })
  gone.catch(() => {})
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Message]
  return {
    message,
    pid: child.pid as number,
    ask: <Answer>(request: unknown) => ask<Answer>(child, request),
    end: () => end(child),
  }
}

async function ask<Answer>(child: ChildProcess, request: unknown): Promise<Answer> {
  const replied = once(child, 'message')
  child.send(request as object)
  return (await replied)[0]
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
