import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { type Example, readExamples } from './guides.ts'
import { listOperations, type OpenApiDocument, slugOf } from './openapi-types.ts'
import { openSite } from './site.ts'

const readDocument = (): OpenApiDocument =>
  JSON.parse(readFileSync(new URL('../../../../sdk/openapi.json', import.meta.url), 'utf8'))

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

function openValidator(document: OpenApiDocument) {
  // Shapes are compiled once, not again wherever they occur: five times as fast.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')
  return (path: string[], value: unknown): string[] => {
    const validate = ajv.compile({ $ref: `api#/${path.map(escapePointer).join('/')}` })
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

describe('examples', () => {
  it('exist for every operation, and are valid requests and responses. If not: npm run examples', async () => {
    const document = readDocument()
    const validate = openValidator(document)
    const problems: string[] = []
    const known = new Set<string>()
    for (const operation of listOperations(document)) {
      const { operationId, method, path, tag, requestBody } = operation
      const example: Example | undefined = (await readExamples(slugOf(tag)))[operationId]
      known.add(operationId)
      if (!example) {
        problems.push(`${operationId}: no example`)
        continue
      }
      const base = ['paths', path, method.toLowerCase()]
      const schemaOf = (...parts: string[]) => [...base, ...parts, 'content', 'application/json', 'schema']
      const errors: string[] = []
      if (requestBody?.content['application/json'] && example.body !== undefined) {
        errors.push(...validate(schemaOf('requestBody'), example.body).map((error) => `body${error}`))
      }
      if (requestBody?.required && example.body === undefined && !example.bodyType) errors.push('no body')
      const response = operation.responses[String(example.status)]
      if (!response) errors.push(`status ${example.status} is not documented`)
      else if (!('$ref' in response) && response.content?.['application/json'] && !example.responseType) {
        const name = schemaOf('responses', String(example.status))
        errors.push(...validate(name, example.response).map((error) => `response${error}`))
      }
      problems.push(...errors.map((error) => `${operationId}: ${error}`))
    }
    expect(problems).toEqual([])
  })

  it('contain nothing of the machine that recorded them', async () => {
    const { tags } = readDocument()
    for (const { name } of tags) {
      const text = JSON.stringify(await readExamples(slugOf(name)))
      expect([name, text.match(/127\.0\.0\.1:(?!1\/)\d+|localhost:\d+|svc_(live|test)_\w{8}/g)]).toEqual([name, null])
    }
  })
})

describe('pages', () => {
  it('have no dead links, no duplicate IDs, and nothing from elsewhere', async () => {
    const site = await openSite(readDocument(), 'http://127.0.0.1:8080')
    const pages = new Map<string, string>()
    for (const [path, { type, render }] of site) if (type.startsWith('text/html')) pages.set(path, await render())
    expect(pages.size).toBeGreaterThan(500)
    const ids = new Map([...pages].map(([path, html]) => [path, idsIn(html)]))
    const problems: string[] = []
    for (const [path, html] of pages) {
      const own = ids.get(path) ?? []
      if (new Set(own).size < own.length) problems.push(`${path}: an ID occurs twice`)
      for (const [, href = ''] of html.matchAll(/\b(?:href|src)="([^"]*)"/g)) {
        const [target = '', hash] = href.replaceAll('&amp;', '&').split('#')
        const page = target === '' ? path : /^\/docs\/(.*)$/.exec(target)?.[1]
        if (/^(https:|mailto:|data:,|\/dashboard\/|\/openapi\.json)/.test(href)) continue
        const isFound = page !== undefined && site.has(page) && (!hash || ids.get(page)?.includes(hash))
        if (!isFound) problems.push(`${path}: ${href}`)
      }
      if (/<(script|style)>|\sstyle="|\son\w+="|<(?:script|link|img)[^>]+(?:src|href)="https?:/.test(html)) {
        problems.push(`${path}: something that the content security policy forbids`)
      }
    }
    expect([...new Set(problems)]).toEqual([])
  })

  it('name the address of the server in commands, and only there', async () => {
    const site = await openSite(readDocument(), 'https://shop.example')
    const render = async (path: string) => (await site.get(path)?.render()) ?? ''
    const [quickStart, sdk, deployment] = await Promise.all(['quick-start', 'sdk', 'deployment'].map(render))
    expect(quickStart).toContain('export URL=https://shop.example\n')
    expect([quickStart, sdk].filter((html) => html?.includes('127.0.0.1:8080'))).toEqual([])
    expect(deployment).toContain('127.0.0.1:8080')
    expect(await render('conventions')).toContain('id="pagination"')
  })

  it('can be searched', async () => {
    const site = await openSite(readDocument(), 'http://127.0.0.1:8080')
    const entries = JSON.parse((await site.get('search.json')?.render()) ?? '[]') as string[][]
    const find = (title: string) => entries.find(([own]) => own === title)?.[2]
    expect([find('cart_changed'), find('Create a cart'), find('Test cards'), find('Cart'), find('Pagination')]).toEqual(
      [
        '/docs/errors#cart_changed',
        '/docs/api/carts#carts.create',
        '/docs/sandbox#test-cards',
        '/docs/objects/Cart',
        '/docs/conventions#pagination',
      ],
    )
  })
})

const idsIn = (html: string): string[] => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)
