import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sleep } from './abort.ts'
import { json, openShop } from './fake-server.testing.ts'

describe('sleep', () => {
  it('does not start when the signal is already aborted', async () => {
    await expect(sleep(60_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  it('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { signal, ...controller } = openController()
    const short = sleep(1, signal)
    await vi.advanceTimersByTimeAsync(1)
    await short
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    const asleep = sleep(60_000, signal)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort()
    await expect(asleep).rejects.toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('supports waits longer than the maximum timer delay', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { signal, abort } = openController()
    const asleep = sleep(2 ** 40, signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.getTimerCount()).toBe(1)
    abort()
    await expect(asleep).rejects.toThrow()
  })
})

describe('the signal of a call', () => {
  it('ends a raw stream even after garbage collection', async () => {
    const { storedesk } = await openShop([
      (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n'),
    ])
    const { signal, abort } = openController()
    const { data } = await storedesk.raw.GET('/v1/things', { signal, parseAs: 'stream' })
    const reader = data?.getReader()
    await reader?.read()
    for (let round = 0; round < 3; round++) {
      collectGarbage()
      await sleep(10, undefined)
    }
    abort()
    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('does not accumulate listeners over many calls', async () => {
    const { signal } = openController()
    const { storedesk } = await openShop([
      json(200, { data: [], nextCursor: null }),
      (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'),
    ])
    await storedesk.get('/v1/things', { signal })
    for await (const _ of storedesk.stream('/v1/live', { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})

function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function openController() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
