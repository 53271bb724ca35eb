import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/*
 * The part of Helm's template language that our chart uses, so that a test can render it without Helm: if, with, range,
 * define and include, pipelines, and a few functions. Anything else throws.
 */

type Node = { text: string } | { expression: string } | { block: string; head: string; body: Node[] }
type Scope = { dot: unknown; root: unknown; variables: Record<string, unknown> }

/** The documents of the chart with these values in place of its own. */
export function renderChart(folder: string, values: object, release = 'shop'): Record<string, unknown>[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const chart = parse(read('Chart.yaml')) as { appVersion: string }
  const root = {
    Values: merge(parse(read('values.yaml')), values),
    Release: { Name: release, Service: 'Helm' },
    Chart: { AppVersion: chart.appVersion },
  }
  const templates = new Map<string, Node[]>()
  const files = readdirSync(join(folder, 'templates')).sort()
  const trees = files.map((file) => toTree(read(join('templates', file)), templates))
  return trees.flatMap((tree) => {
    const text = renderNodes(tree, { dot: root, root, variables: {} }, templates)
    return text
      .split(/^---$/m)
      .map((document) => parse(document) as Record<string, unknown> | null)
      .filter((document) => document !== null)
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (base: unknown, over: unknown): unknown =>
  isObject(base) && isObject(over)
    ? Object.fromEntries(
        [...new Set([...Object.keys(base), ...Object.keys(over)])].map((key) => [
          key,
          key in over ? merge(base[key], over[key]) : base[key],
        ]),
      )
    : over

function toTree(source: string, templates: Map<string, Node[]>): Node[] {
  const root: Node[] = []
  const open: { block: string; head: string; body: Node[] }[] = []
  const body = () => open.at(-1)?.body ?? root
  let rest = source
  for (let match = TAG.exec(rest); match; match = TAG.exec(rest)) {
    const [whole, trimLeft, content = '', trimRight] = match
    const before = rest.slice(0, match.index)
    body().push({ text: trimLeft ? before.trimEnd() : before })
    rest = rest.slice(match.index + whole.length)
    if (trimRight) rest = rest.trimStart()
    const [, keyword = '', head = ''] = /^(if|with|range|define|end)\b\s*(.*)$/s.exec(content) ?? []
    if (keyword === 'end') {
      const closed = open.pop()
      if (!closed) throw new Error('end without a block')
      if (closed.block === 'define') templates.set(JSON.parse(closed.head), closed.body)
      else body().push(closed)
    } else if (keyword) open.push({ block: keyword, head, body: [] })
    else body().push({ expression: content })
  }
  if (open.length > 0) throw new Error(`${open.at(-1)?.block} without an end`)
  root.push({ text: rest })
  return root
}

const TAG = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/s

const isTruthy = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value)

function renderNodes(nodes: Node[], scope: Scope, templates: Map<string, Node[]>): string {
  const value = (text: string) => evaluate(text, scope, templates)
  return nodes
    .map((node) => {
      if ('text' in node) return node.text
      if ('expression' in node) return String(value(node.expression) ?? '')
      if (node.block === 'range') return renderRange(node.head, node.body, scope, templates)
      const condition = value(node.head)
      if (!isTruthy(condition)) return ''
      return renderNodes(node.body, node.block === 'with' ? { ...scope, dot: condition } : scope, templates)
    })
    .join('')
}

function renderRange(head: string, body: Node[], scope: Scope, templates: Map<string, Node[]>): string {
  const [, key = '', item = '', list = ''] = /^\$(\w+), \$(\w+) := (.+)$/.exec(head) ?? []
  if (!key) throw new Error(`range is not supported: ${head}`)
  const entries = Object.entries((evaluate(list, scope, templates) ?? {}) as object)
  return entries
    .map(([name, value]) =>
      renderNodes(body, { ...scope, variables: { ...scope.variables, [key]: name, [item]: value } }, templates),
    )
    .join('')
}

/** A pipeline: each function gets the result before it as its last argument. */
function evaluate(text: string, scope: Scope, templates: Map<string, Node[]>): unknown {
  const [first = '', ...rest] = splitTop(text, '|')
  return rest.reduce((piped, call) => apply(call, scope, templates, [piped]), apply(first, scope, templates, []))
}

function apply(call: string, scope: Scope, templates: Map<string, Node[]>, piped: unknown[]): unknown {
  const [name = '', ...words] = splitTop(call, ' ')
  if (words.length === 0 && piped.length === 0) return operand(name, scope, templates)
  const args = [...words.map((word) => operand(word, scope, templates)), ...piped]
  const [one, two] = args
  if (name === 'not') return !isTruthy(one)
  if (name === 'default') return isTruthy(two) ? two : one
  if (name === 'quote') return JSON.stringify(String(one ?? ''))
  if (name === 'toYaml') return stringify(one).trimEnd()
  if (name === 'nindent') return `\n${String(two).replaceAll(/^(?=.)/gm, ' '.repeat(Number(one)))}`
  if (name === 'sha256sum') return createHash('sha256').update(String(one)).digest('hex')
  if (name === 'printf') return String(one).replace('%s', String(two))
  if (name === 'include') {
    const template = templates.get(String(one))
    if (!template) throw new Error(`There is no template ${one}`)
    return renderNodes(template, { ...scope, dot: two }, templates)
  }
  throw new Error(`The function ${name} is not supported`)
}

function operand(word: string, scope: Scope, templates: Map<string, Node[]>): unknown {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope, templates)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word === '.') return scope.dot
  const [start = '', ...path] = word.split('.')
  const from = start === '' ? scope.dot : scope.variables[start.slice(1)]
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), from)
}

/** Splits outside of parentheses and quotes. */
function splitTop(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth += 1
    if (!isQuoted && character === ')') depth -= 1
    if (character === separator && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}
