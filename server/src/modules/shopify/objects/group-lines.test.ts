import { expect, it } from 'vitest'
import type { ShopLine } from '../../../ports/shop-lines.ts'
import type { ExportLine } from '../../../ports/shop-source.ts'
import { parseAmount } from './amounts.ts'
import { groupLines, type ObjectBatch } from './group-lines.ts'

const SIZE = { objects: 10, lines: 100 }

/** Lines of one byte each: the position is the number of the line. */
async function* toExport(ids: string[], fromByte = 0): AsyncGenerator<ExportLine<'collections'>> {
  for (const [index, id] of ids.entries()) {
    if (index < fromByte) continue
    const [parent, child] = id.split('.')
    const line = child === undefined ? { id: parent } : { id, __parentId: parent }
    yield { line: line as ShopLine<'collections'>, endByte: index + 1 }
  }
}

async function group(ids: string[], fromByte = 0): Promise<ObjectBatch<'collections'>[]> {
  const batches: ObjectBatch<'collections'>[] = []
  for await (const batch of groupLines(toExport(ids, fromByte), fromByte, SIZE)) batches.push(batch)
  return batches
}

const parents = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)

it.each([
  ['right after their parents', parents(95).flatMap((id) => [id, `${id}.a`, `${id}.b`])],
  [
    'after twenty parents',
    [0, 20, 40, 60, 80].flatMap((start) => {
      const some = parents(95).slice(start, start + 20)
      return [...some, ...some.flatMap((id) => [`${id}.a`, `${id}.b`])]
    }),
  ],
])('groups children that follow %s, and continues after any batch', async (_, ids) => {
  const batches = await group(ids)
  const objects = batches.flatMap((batch) => batch.objects)
  expect(objects.map(({ root }) => root.id)).toEqual(parents(95))
  expect(
    objects.every(({ root, children }) => children.map(({ id }) => id).join() === `${root.id}.a,${root.id}.b`),
  ).toBe(true)
  expect(batches.flatMap(({ incompleteIds }) => incompleteIds)).toEqual([])
  expect(Math.max(...batches.map((batch) => batch.objects.length))).toBeLessThanOrEqual(SIZE.objects)
  let seen = 0
  for (const { objects, nextByte } of batches) {
    seen += objects.length
    const rest = (await group(ids, nextByte)).flatMap((batch) => batch.objects)
    expect(rest.map(({ root }) => root.id)).toEqual(parents(95).slice(seen))
  }
})

it('reports objects whose children come too late, and does not hold an object of any size', async () => {
  const late = await group([...parents(40), 'p0.late'])
  expect(late.flatMap(({ incompleteIds }) => incompleteIds)).toEqual(['p0'])
  const children = Array.from({ length: 7000 }, (_, index) => `p0.${index}`)
  const [large] = (await group(['p0', ...children])).flatMap((batch) => batch.objects)
  expect(large).toMatchObject({ isTooLarge: true, children: { length: 6000 } })
})

it.each([
  ['19.99', 'EUR', 1999],
  ['19.9', 'EUR', 1990],
  ['1900.0', 'JPY', 1900],
  ['1900.00', 'JPY', 1900],
  ['1.999', 'KWD', 1999],
  ['0.29', 'USD', 29],
  ['4503599627370.95', 'EUR', 450_359_962_737_095],
  ['19.999', 'EUR', undefined],
  ['1900.5', 'JPY', undefined],
  ['', 'EUR', undefined],
  ['1e3', 'EUR', undefined],
])('reads %s %s exactly', (text, currency, amount) => {
  expect(parseAmount(text, currency)?.amount).toBe(amount)
})
