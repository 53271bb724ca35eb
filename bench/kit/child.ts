import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process that describes itself in its first message and exits when its channel is closed. */
export async function startChild<Message>(file: URL, env: Record<string, string> = {}) {
  const child = fork(file, { env: { ...process.env, ...env } })
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code}`)
  })
  exited.catch(() => {})
  const [message] = (await Promise.race([once(child, 'message'), exited])) as [Message]
  return {
    message,
    pid: child.pid as number,
    request: <Reply>(message: unknown) => request<Reply>(child, message),
    end: () => end(child),
  }
}

async function request<Reply>(child: ChildProcess, message: unknown): Promise<Reply> {
  const replied = once(child, 'message')
  child.send(message as object)
  return (await replied)[0]
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}
