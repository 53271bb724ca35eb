import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { DocumentNode } from 'graphql'
import { runDocument } from './execute.ts'
import type { ShopObject } from './generated-values.ts'

/** Objects per execution of the query. Their children follow them all, as Shopify promises no more than that. */
const BATCH = 20

type Line = Record<string, unknown> & { id: string }

export interface WrittenExport {
  objectCount: number
  rootObjectCount: number
  sizeBytes: number
}

/**
 * Runs the query of a bulk operation on one batch of objects after the other and writes what it selects as JSON lines:
 * an object without its connections, and each node of these as a line of its own.
 */
export async function writeExport(
  file: string,
  document: DocumentNode,
  root: string,
  objects: Iterable<ShopObject>,
): Promise<WrittenExport> {
  const output = createWriteStream(file)
  const written: WrittenExport = { objectCount: 0, rootObjectCount: 0, sizeBytes: 0 }
  async function flush(batch: ShopObject[]): Promise<void> {
    const { data, errors } = await runDocument(document, { [root]: batch })
    if (errors?.[0]) throw errors[0]
    const { edges } = (data as Record<string, { edges: { node: Line }[] }>)[root] ?? { edges: [] }
    const parts = edges.map(({ node }) => flatten(node))
    const lines = [...parts.map(([parent]) => parent), ...parts.flatMap(([, ...children]) => children)]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    written.objectCount += lines.length
    written.rootObjectCount += edges.length
    written.sizeBytes += Buffer.byteLength(text)
    if (!output.write(text)) await once(output, 'drain')
    // Other requests are answered in between.
    await setImmediate()
  }
  let batch: ShopObject[] = []
  for (const object of objects) {
    batch.push(object)
    if (batch.length < BATCH) continue
    await flush(batch)
    batch = []
  }
  if (batch.length > 0) await flush(batch)
  output.end()
  await once(output, 'close')
  return written
}

function flatten(node: Line): [parent: Line, ...children: Line[]] {
  const parent: Line = { id: node.id }
  const children: Line[] = []
  for (const [name, value] of Object.entries(node)) {
    const edges = (value as { edges?: { node: Line }[] } | null)?.edges
    if (!edges) parent[name] = value
    else children.push(...edges.flatMap(({ node: child }) => flatten({ ...child, __parentId: node.id })))
  }
  return [parent, ...children]
}
