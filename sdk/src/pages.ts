export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** Resolves with the first page; iterates over the items of all pages. */
export interface List<FirstPage extends { data: unknown[] }>
  extends Promise<FirstPage>,
    AsyncIterable<FirstPage['data'][number]> {}

/** Requests the next page only after all items of the previous one are consumed. */
export async function* eachItem<Item>(
  getPage: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'data'> & Partial<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await getPage(cursor)
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
