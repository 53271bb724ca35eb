import { readFileSync } from 'node:fs'
import { expect } from './expect.ts'
import type { FreshCheckout } from './fresh-checkout.ts'

/** Checks the first call, with and without the key, and the pages with their scripts. */
export async function checkResponses({ url, bootstrapFile }: FreshCheckout): Promise<void> {
  const { workspaceId, testKey }: Record<'workspaceId' | 'testKey', string> = JSON.parse(
    readFileSync(bootstrapFile, 'utf8'),
  )
  const withKey = await fetch(`${url}/v1/workspace`, { headers: { authorization: `Bearer ${testKey}` } })
  const workspace = await withKey.text()
  expect(
    withKey.status === 200,
    `GET /v1/workspace with the test key must return 200, not ${withKey.status} ${workspace}.`,
  )
  expect(
    JSON.parse(workspace).id === workspaceId,
    `GET /v1/workspace must return the workspace ${workspaceId}: ${workspace}`,
  )

  const withoutKey = await fetch(`${url}/v1/workspace`)
  const errorBody = await withoutKey.text()
  expect(
    withoutKey.status === 401,
    `GET /v1/workspace without a key must return 401, not ${withoutKey.status} ${errorBody}.`,
  )
  expect(JSON.parse(errorBody).error?.code === 'unauthorized', `The 401 must contain the error envelope: ${errorBody}`)

  for (const path of ['/dashboard/', '/shop/']) {
    const page = await fetch(url + path)
    const type = page.headers.get('content-type') ?? ''
    const html = await page.text()
    expect(
      page.status === 200 && type.startsWith('text/html'),
      `GET ${path} must return a page, not ${page.status} ${type}.`,
    )
    const script = /<script [^>]*src="([^"]+)"/.exec(html)?.[1] ?? ''
    const loaded = await fetch(url + script)
    await loaded.text()
    expect(loaded.status === 200, `The script of ${path} must be served, not ${loaded.status} for "${script}".`)
  }
}
