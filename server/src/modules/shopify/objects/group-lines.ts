import type { ShopLine, ShopResource } from '../../../ports/shop-lines.ts'
import type { ExportLine } from '../../../ports/shop-source.ts'

type RootOf<Line> = Line extends { __parentId?: undefined } ? Line : never
type ChildOf<Line> = Line extends { __parentId: string } ? Line : never
export type RootLine<R extends ShopResource> = RootOf<ShopLine<R>>
export type ChildLine<R extends ShopResource> = ChildOf<ShopLine<R>>

/** An object of the shop with everything that belongs to it. */
export interface ShopObject<R extends ShopResource = ShopResource> {
  root: RootLine<R>
  children: ChildLine<R>[]
  /** It has more children than we read: it can't be applied. */
  isTooLarge: boolean
}

export interface ObjectBatch<R extends ShopResource> {
  objects: ShopObject<R>[]
  /** Objects of earlier batches that got another child now: they were incomplete. */
  incompleteIds: string[]
  /** Where the next batch starts: everything before is in this batch or an earlier one. */
  nextByte: number
}

/** Children may follow later than the next parents. These many parents are kept until their children can be complete. */
const OPEN_OBJECTS = 20
const BATCH_OBJECTS = 100
const BATCH_LINES = 2000
/** A product has at most 2,048 variants and 250 images; a larger collection than ours can be is not needed whole. */
const MAX_CHILDREN = 6000

interface OpenObject<R extends ShopResource> extends ShopObject<R> {
  startByte: number
}

/** Groups the lines of an export by object, in bounded memory and in the order of the file. */
export async function* groupLines<R extends ShopResource>(
  lines: AsyncIterable<ExportLine<R>>,
  fromByte: number,
): AsyncGenerator<ObjectBatch<R>> {
  const open = new Map<string, OpenObject<R>>()
  const incompleteIds = new Set<string>()
  let lineCount = 0
  let position = fromByte

  const takeBatch = (keep: number): ObjectBatch<R> => {
    const objects = [...open.values()].slice(0, Math.max(0, open.size - keep))
    for (const { root, children } of objects) {
      open.delete(root.id)
      lineCount -= children.length + 1
    }
    const [first] = open.values()
    const batch = { objects, incompleteIds: [...incompleteIds], nextByte: first?.startByte ?? position }
    incompleteIds.clear()
    return batch
  }

  for await (const { line, endByte } of lines) {
    const startByte = position
    position = endByte
    if (line.__parentId === undefined) {
      open.set(line.id, { root: line as RootLine<R>, children: [], isTooLarge: false, startByte })
      lineCount += 1
    } else {
      const parent = open.get(line.__parentId)
      if (!parent) incompleteIds.add(line.__parentId)
      else if (parent.children.length >= MAX_CHILDREN) parent.isTooLarge = true
      else {
        parent.children.push(line as ChildLine<R>)
        lineCount += 1
      }
    }
    if (open.size >= BATCH_OBJECTS + OPEN_OBJECTS) yield takeBatch(OPEN_OBJECTS)
    else if (lineCount > BATCH_LINES && open.size > 1) yield takeBatch(Math.min(OPEN_OBJECTS, Math.floor(open.size / 2)))
  }
  if (open.size > 0 || incompleteIds.size > 0 || position > fromByte) yield takeBatch(0)
}

/** The lines of one object, as a webhook's re-read returns them. */
export function toObject<R extends ShopResource>(lines: ShopLine<R>[]): ShopObject<R> | undefined {
  const root = lines.find((line) => line.__parentId === undefined) as RootLine<R> | undefined
  if (!root) return undefined
  const children = lines.filter((line) => line.__parentId !== undefined) as ChildLine<R>[]
  return { root, children: children.slice(0, MAX_CHILDREN), isTooLarge: children.length > MAX_CHILDREN }
}
