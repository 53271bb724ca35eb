export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** Requests the next page only after all items of the previous one are consumed. */
export async function* eachItem<Item>(
  getPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await getPage(cursor)
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
