import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { StaticFile } from './static-server.ts'

/** What a connection negotiates, and what node:http writes itself. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']

/** Everything that a browser loads to show the page, byte for byte, except that addresses lead to the other server. */
export async function recordPage(
  browser: Browser,
  url: string,
  staticUrl: string,
): Promise<Record<string, StaticFile>> {
  const { origin } = new URL(url)
  const page = await browser.newPage()
  const paths = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return
    if (!request.url().startsWith(origin)) throw new Error(`The page loads ${request.url()}, from elsewhere.`)
    paths.add(request.url().slice(origin.length))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.close()
  const files: Record<string, StaticFile> = {}
  for (const path of paths) files[path] = await download(origin, path, staticUrl)
  return files
}

async function download(origin: string, path: string, staticUrl: string): Promise<StaticFile> {
  const call = request(origin + path, { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
  const headers = Object.fromEntries(
    Object.entries(response.headers)
      .filter(([name]) => !OWN_HEADERS.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
  const body = await buffer(response)
  const moved = headers['content-type']?.startsWith('text/html') ? moveLinks(body, headers, origin, staticUrl) : body
  return { headers, base64: moved.toString('base64') }
}

function moveLinks(body: Buffer, headers: Record<string, string>, from: string, to: string): Buffer {
  const encoding = headers['content-encoding']
  const html = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
  const moved = Buffer.from(html.toString().replaceAll(from, to))
  return encoding === 'br' ? brotliCompressSync(moved) : encoding === 'gzip' ? gzipSync(moved) : moved
}
