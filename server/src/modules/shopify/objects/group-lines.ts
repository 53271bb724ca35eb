import type { ShopLine, ShopResource } from '../../../ports/shop-lines.ts'
import type { ExportLine } from '../../../ports/shop-source.ts'

type RootOf<Line> = Line extends { __parentId?: undefined } ? Line : never
type ChildOf<Line> = Line extends { __parentId: string } ? Line : never
type RootLine<R extends ShopResource> = RootOf<ShopLine<R>>
type ChildLine<R extends ShopResource> = ChildOf<ShopLine<R>>

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

/** Children may follow later than the next parents: an object is complete once this many newer ones have started. */
const OPEN_OBJECTS = 20
/** Beyond it the oldest object is taken as complete. A product has at most 2,048 variants and 250 images. */
const MAX_OPEN_LINES = 60_000
const MAX_CHILDREN = 6000

interface BatchSize {
  objects: number
  lines: number
}

interface OpenObject<R extends ShopResource> extends ShopObject<R> {
  startByte: number
}

/** Groups the lines of an export by object, in bounded memory and in the order of the file. */
export async function* groupLines<R extends ShopResource>(
  lines: AsyncIterable<ExportLine<R>>,
  fromByte: number,
  size: BatchSize,
): AsyncGenerator<ObjectBatch<R>> {
  const open = new Map<string, OpenObject<R>>()
  const incompleteIds = new Set<string>()
  let openLines = 0
  let position = fromByte

  function takeBatch(complete: number): ObjectBatch<R> {
    const objects: ShopObject<R>[] = []
    let lines = 0
    for (const { startByte: _, ...object } of open.values()) {
      const own = object.children.length + 1
      const isFull = objects.length === size.objects || (objects.length > 0 && lines + own > size.lines)
      if (isFull || objects.length === complete) break
      objects.push(object)
      lines += own
    }
    for (const { root } of objects) open.delete(root.id)
    openLines -= lines
    const [next] = open.values()
    const batch = { objects, incompleteIds: [...incompleteIds], nextByte: next?.startByte ?? position }
    incompleteIds.clear()
    return batch
  }

  for await (const { line, endByte } of lines) {
    const startByte = position
    position = endByte
    if (line.__parentId === undefined) {
      open.set(line.id, { root: line as RootLine<R>, children: [], isTooLarge: false, startByte })
      openLines += 1
      while (open.size > OPEN_OBJECTS + size.objects) yield takeBatch(open.size - OPEN_OBJECTS)
    } else {
      const parent = open.get(line.__parentId)
      if (!parent) incompleteIds.add(line.__parentId)
      else if (parent.children.length >= MAX_CHILDREN) parent.isTooLarge = true
      else {
        parent.children.push(line as ChildLine<R>)
        openLines += 1
      }
    }
    if (open.size > OPEN_OBJECTS && openLines > size.lines * 2) yield takeBatch(open.size - OPEN_OBJECTS)
    else if (openLines > MAX_OPEN_LINES) yield takeBatch(1)
  }
  do yield takeBatch(open.size)
  while (open.size > 0)
}

/** The lines of one object, as a webhook's re-read returns them. */
export function toObject<R extends ShopResource>(lines: ShopLine<R>[]): ShopObject<R> | undefined {
  const root = lines.find((line) => line.__parentId === undefined) as RootLine<R> | undefined
  if (!root) return undefined
  const children = lines.filter((line) => line.__parentId !== undefined) as ChildLine<R>[]
  return { root, children: children.slice(0, MAX_CHILDREN), isTooLarge: children.length > MAX_CHILDREN }
}
