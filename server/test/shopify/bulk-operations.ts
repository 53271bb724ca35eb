import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentNode, FieldNode, OperationDefinitionNode } from 'graphql'
import type { ShopResource } from '../../src/ports/shop-lines.ts'
import { readDocument } from './execute.ts'
import { findExportError } from './query-rules.ts'
import type { ShopData } from './shop-data.ts'
import { type WrittenExport, writeExport } from './write-export.ts'

const RESOURCES: Record<string, ShopResource> = {
  products: 'products',
  collections: 'collections',
  inventoryItems: 'inventory',
  customers: 'customers',
  orders: 'orders',
}

/** `failed`: with half of the lines as partial data. `short`: completed, but only half of the lines arrive. */
type Ending = 'completed' | 'failed' | 'short'

export interface ExportFile {
  path: string
  sizeBytes: number
}

interface Operation {
  id: string
  query: string
  status: string
  /** How often it is still reported as running. */
  polls: number
  token: string
  path: string
  written: Promise<WrittenExport>
  ending: Ending
}

const MAX_RUNNING = 5

/** Exports of a shop, written to files in a folder. */
export function openBulkOperations(folder: string, baseUrl: () => string, data: ShopData) {
  const operations = new Map<string, Operation>()
  const settings = { polls: 1, ending: 'completed' as Ending }
  const isRunning = ({ status }: Operation) => status === 'RUNNING'

  function start(query: string) {
    const read = readDocument(query)
    if ('errors' in read) return rejected('INVALID', `Invalid bulk query: ${read.errors[0]?.message}`)
    const error = findExportError(read.document)
    if (error) return rejected('INVALID', error)
    if ([...operations.values()].filter(isRunning).length >= MAX_RUNNING) {
      return rejected('LIMIT_REACHED', 'Bulk operations limit reached. Please try again later.')
    }
    const [id, token] = [`gid://shopify/BulkOperation/${operations.size + 1}`, randomUUID()]
    const path = join(folder, `${token}.jsonl`)
    const root = rootField(read.document)
    const resource = RESOURCES[root]
    if (!resource) return rejected('INVALID', `The local shop does not export ${root}.`)
    const written = writeExport(path, read.document, root, data.list(resource))
    const { polls, ending } = settings
    operations.set(id, { id, query, status: 'RUNNING', polls, token, path, written, ending })
    Object.assign(settings, { polls: 1, ending: 'completed' })
    return { bulkOperation: { id, status: 'CREATED' }, userErrors: [] }
  }

  /** Each call is a poll: the operation ends after as many as the test wants. */
  async function get(id: string) {
    const operation = operations.get(id)
    if (!operation) return null
    if (isRunning(operation) && operation.polls-- <= 0) await end(operation)
    const { status, token, written } = operation
    const result = isRunning(operation) ? { objectCount: 0, rootObjectCount: 0, sizeBytes: 0 } : await written
    const url = result.sizeBytes > 0 ? `${baseUrl()}/exports/${token}` : null
    return {
      id,
      status,
      errorCode: status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
      // Shopify writes 64-bit numbers as text.
      objectCount: String(result.objectCount),
      rootObjectCount: String(result.rootObjectCount),
      fileSize: status === 'COMPLETED' ? String(result.sizeBytes) : null,
      url: status === 'COMPLETED' ? url : null,
      partialDataUrl: status === 'FAILED' || status === 'CANCELED' ? url : null,
    }
  }

  async function end(operation: Operation): Promise<void> {
    await operation.written
    if (operation.ending !== 'completed') await cutInHalf(operation.path)
    operation.status = operation.ending === 'failed' ? 'FAILED' : 'COMPLETED'
  }

  return {
    start,
    get,
    cancel(id: string) {
      const operation = operations.get(id)
      if (!operation || !isRunning(operation)) {
        const message = 'A bulk operation cannot be canceled when it is completed'
        return { bulkOperation: null, userErrors: [{ field: ['id'], message }] }
      }
      operation.status = 'CANCELED'
      return { bulkOperation: { id, status: 'CANCELING' }, userErrors: [] }
    },
    list: () => [...operations.values()].reverse().map(({ id, query }) => ({ id, query })),
    /** Settings of the next operation. */
    settings,
    /** The links of all finished operations stop working; `get` returns new ones. */
    expireLinks() {
      for (const operation of operations.values()) operation.token = randomUUID()
    },
    async file(token: string): Promise<ExportFile | undefined> {
      const operation = [...operations.values()].find((operation) => operation.token === token)
      if (!operation || isRunning(operation)) return undefined
      await operation.written
      return { path: operation.path, sizeBytes: (await stat(operation.path)).size }
    },
  }
}

/** After a whole line. */
async function cutInHalf(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, bytes.indexOf(10, Math.floor(bytes.length / 2)) + 1))
}

const rejected = (code: string, message: string) => ({
  bulkOperation: null,
  userErrors: [{ field: ['query'], message, code }],
})

function rootField(document: DocumentNode): string {
  const [operation] = document.definitions as [OperationDefinitionNode]
  const [field] = operation.selectionSet.selections as [FieldNode]
  return field.name.value
}
