import type { Example } from './guides.ts'
import type { ApiOperation } from './openapi-types.ts'

/** A command that can be pasted into a shell, with the key or the workspace in a variable. */
export function curlSample(operation: ApiOperation, example: Example, baseUrl: string): string {
  const { method, security } = operation
  const { path, headers = {}, body, bodyType } = example
  const isOpen = security?.some((scheme) => 'workspace' in scheme)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${baseUrl}${path}`)}`,
    isOpen ? '-H "X-Workspace-Id: $WORKSPACE_ID"' : '-H "Authorization: Bearer $STOREDESK_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
  ]
  if (bodyType) parts.push(`-H ${quote(`Content-Type: ${bodyType}`)}`, `--data-binary @${fileName(bodyType)}`)
  else if (body !== undefined) {
    parts.push("-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body, null, 2))}`)
  }
  return parts.join(' \\\n  ')
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The call of the SDK: path parameters, then the body or the query, then options. */
export function sdkSample(operation: ApiOperation, example: Example): string {
  const { path, operationId, requestBody, resolved, method } = operation
  const url = new URL(example.path, 'http://localhost')
  const values = url.pathname.split('/')
  const args = path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [literal(decodeURIComponent(values[index] ?? ''))] : []))
  const query = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, toTyped(value)]))
  const hasQuery = Object.keys(query).length > 0
  const options: Record<string, unknown> = {}
  if (example.headers) options.headers = example.headers
  if (requestBody) {
    if (example.bodyType) args.push(example.bodyType === 'text/csv' ? 'csv' : 'file')
    else if (example.body !== undefined) args.push(literal(example.body))
    else if (example.headers) args.push('undefined')
    if (hasQuery) options.query = query
  } else if (hasQuery) args.push(literal(query))
  else if (example.headers && resolved.some((parameter) => parameter.in === 'query')) args.push('undefined')
  if (Object.keys(options).length > 0) args.push(literal(options))
  const result = example.response === undefined || method === 'DELETE' ? '' : 'const result = '
  return `${result}await storedesk.${operationId}(${args.join(', ')})`
}

const fileName = (type: string): string =>
  ({ 'text/csv': 'products.csv', 'image/png': 'image.png', 'message/rfc822': 'message.eml' })[type] ?? 'file'

const toTyped = (value: string): unknown => (/^\d{1,9}$|^(true|false)$/.test(value) ? JSON.parse(value) : value)

/** As people write it in JavaScript: without quotes around names, and with single ones around texts. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item) => literal(item, inner))]
    : ['{', '}', Object.entries(value).map(([name, item]) => `${property(name)}: ${literal(item, inner)}`)]
  if (items.length === 0) return `${open}${close}`
  const line = items.join(', ')
  const pad = open === '{' ? ' ' : ''
  if (line.length < 60 && !line.includes('\n')) return `${open}${pad}${line}${pad}${close}`
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}

const property = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`)
