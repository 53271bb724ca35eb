export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** The next page is asked for only when the items of the one before have been used up. */
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
