import { describe, expect, it } from 'vitest'
import type { Shop } from '../../../../test/open-shop.ts'
import { csv, importFile, openShopWithWorker, waitForReport } from '../../../../test/product-files.ts'

const listed = async (shop: Shop) => (await shop.api.get('/v1/catalog/products?limit=100')).body.data
const counts = (created: number, updated: number, unchanged: number, failed: number) => ({
  created,
  updated,
  unchanged,
  failed,
})

describe('import of a file with errors', () => {
  it('reports row, column and message of every error, and imports the valid products', async () => {
    const shop = await openShopWithWorker()
    const names = [
      'Handle',
      'Title',
      'Option1 Name',
      'Option1 Value',
      'Variant SKU',
      'Variant Price',
      'Status',
      'Custom Fields',
      'Tax Class',
      'Gift Card',
      'Variant Grams',
      'Image Src',
    ]
    const row = (more: Record<string, string>) =>
      names.map((name) => ({ Title: 'Bad', 'Variant Price': '1.00', ...more })[name] ?? '')
    const first = { 'Option1 Name': 'Size' }
    const cases: [Record<string, string>[], number, string, RegExp][] = [
      [[{ 'Variant Price': '19,99' }], 0, 'Variant Price', /^must be an amount in EUR, such as 1234.56, not "19,99"$/],
      [[{ 'Variant Price': '1.999' }], 0, 'Variant Price', /must be an amount/],
      [[{ 'Variant Price': '-1' }], 0, 'Variant Price', /must be an amount/],
      [[{ 'Variant Price': '', 'Variant SKU': 'X' }], 0, 'Variant Price', /needs a price/],
      [[{ 'Variant Price': '' }], 0, 'Variant Price', /at least one/],
      [[{ Status: 'on sale' }], 0, 'Status', /^must be one of draft, active, archived, not "on sale"$/],
      [[{ 'Variant Grams': 'heavy' }], 0, 'Variant Grams', /weight in grams/],
      [[{ 'Tax Class': 'Reduced VAT' }], 0, 'Tax Class', /^must contain only lowercase letters/],
      [[{ 'Gift Card': 'perhaps' }], 0, 'Gift Card', /TRUE or FALSE/],
      [[{ 'Custom Fields': '{care' }], 0, 'Custom Fields', /JSON object/],
      [[{ 'Custom Fields': '{"a":"\\ud800"}' }], 0, 'Custom Fields', /JSON object/],
      [[{ Title: '' }], 0, 'Title', /required on the first row/],
      [[{ Title: 'x'.repeat(256) }], 0, 'Title', /255 characters/],
      [[{ Title: 'B\0d' }], 0, 'Title', /NUL/],
      [[{ 'Image Src': 'shirt.jpg' }], 0, 'Image Src', /http or https URL/],
      [
        [
          { ...first, 'Option1 Value': 'S' },
          { Title: '', 'Option1 Value': 'S' },
        ],
        1,
        'Option1 Value',
        /the same as in row \d+/,
      ],
      [
        [
          { ...first, 'Option1 Value': 's' },
          { Title: '', 'Option1 Value': 'S' },
        ],
        1,
        'Option1 Value',
        /listed twice/,
      ],
      [
        [
          { ...first, 'Option1 Value': 'S' },
          { Title: '', 'Option1 Value': '' },
        ],
        1,
        'Option1 Value',
        /must include a value for "Size"/,
      ],
      [[{ 'Option1 Value': 'S' }], 0, 'Option1 Name', /required because the option has values/],
    ]
    const rows = [names, row({ Handle: 'good', Title: 'Good\nin two lines' })]
    const expected = cases.map(([own, at, column, message], index) => {
      const begin = rows.length + 1
      rows.push(...own.map((cells) => row({ Handle: `bad-${index}`, ...cells })))
      return { row: begin + at, column, message: expect.stringMatching(message) }
    })
    const loose = [
      row({ Handle: 'My Mug' }),
      row({ Title: '' }),
      ['short', 'Bad'],
      [...row({ Handle: 'long' }), 'more'],
    ]
    const after = rows.length
    rows.push(...loose)
    const report = await importFile(shop, csv(...rows, row({ Handle: 'last' })))
    expect(report).toMatchObject({
      status: 'completed',
      counts: counts(2, 0, 0, cases.length + 4),
      errorsTruncated: false,
    })
    expect(report.errors).toEqual([
      ...expected,
      { row: after + 1, column: 'Handle', message: 'must be a handle, such as my-mug, not "My Mug"' },
      { row: after + 2, column: 'Handle', message: expect.stringMatching(/required/) },
      { row: after + 3, column: null, message: 'The row has 2 cells, but the header has 12.' },
      { row: after + 4, column: null, message: 'The row has 13 cells, but the header has 12.' },
    ])
    expect(report.errorCount).toBe(report.errors.length)
    expect((await listed(shop)).map(({ handle }: { handle: string }) => handle)).toEqual(['last', 'good'])
  })

  it('skips only the row with an invalid quotation mark', async () => {
    const shop = await openShopWithWorker()
    const lines = [
      'Handle,Title,Body (HTML),Variant Price',
      'one,One,"two\nlines",1',
      'inch,27" screen,,1',
      'two,Two,,1',
      'tail,"Tail"x,,1',
      'three,Three,,1',
      'open,"Open,,1',
      'four,Four,"quoted",1',
      'five,Five,,1',
    ]
    const report = await importFile(shop, lines.join('\n'))
    expect(report).toMatchObject({ counts: counts(5, 0, 0, 3) })
    expect(report.errors).toMatchObject([
      { row: 3, column: 'Title', message: expect.stringMatching(/unquoted cell/) },
      { row: 5, column: 'Title', message: expect.stringMatching(/closing quotation mark/) },
      { row: 7, column: 'Title', message: expect.stringMatching(/quotation mark/) },
    ])
    const never = await importFile(shop, `${lines[0]}\nsix,Six,,1\nopen,"Open,,1\nseven,Seven,,1`)
    expect(never.errors).toMatchObject([{ row: 3, message: expect.stringMatching(/never closed/) }])
    expect(never.counts).toEqual(counts(2, 0, 0, 1))
  })

  it.each([
    ['no known column', 'Name;Price\nMug;1', /"Handle" or "URL handle".* commas, not semicolons/],
    ['only line breaks', '\n\n', /first row must contain the column names/],
    ['a duplicate column', 'Handle,URL handle,Title\na,a,A', /"Handle" and "URL handle" have the same meaning/],
    ['two price columns in one currency', 'Handle,Variant Price,Variant Price EUR\na,1,1', /have the same meaning/],
  ])('rejects the whole file with %s', async (_name, file, message) => {
    const shop = await openShopWithWorker()
    const report = await importFile(shop, file)
    expect(report).toMatchObject({ status: 'failed', errors: [{ row: 1, message: expect.stringMatching(message) }] })
    expect(await listed(shop)).toEqual([])
  })

  it('reports cells that are not UTF-8', async () => {
    const shop = await openShopWithWorker()
    const send = async (file: Buffer) => {
      const headers = { authorization: `Bearer ${shop.liveKey}`, 'content-type': 'text/csv' }
      const response = await fetch(`${shop.server.url}/v1/catalog/imports`, {
        method: 'POST',
        headers,
        body: new Uint8Array(file),
      })
      return waitForReport(shop, ((await response.json()) as { id: string }).id)
    }
    const file = 'Handle,Title,Variant Price\nplain,Plain,1\ncafe,Café,1\n'
    const latin = await send(Buffer.from(file, 'latin1'))
    expect(latin).toMatchObject({ counts: counts(1, 0, 0, 1), errors: [{ row: 3, column: 'Title' }] })
    expect(latin.errors[0].message).toContain('CSV UTF-8')
    const wide = await send(Buffer.from(`\ufeff${file}`, 'utf16le'))
    expect(wide).toMatchObject({ status: 'failed', errors: [{ message: expect.stringContaining('UTF-16') }] })
    expect(await importFile(shop, 'Handle,Title,Variant Price\nodd,Od\ufffdd,1\n')).toMatchObject({
      counts: counts(1, 0, 0, 0),
    })
  })

  it('rejects 3,000 variants, and lists at most 1,000 errors', async () => {
    const shop = await openShopWithWorker()
    const names = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price']
    const variants = Array.from({ length: 3000 }, (_, n) => ['many', n ? '' : 'Many', n ? '' : 'N', `v${n}`, '1'])
    const many = await importFile(shop, csv(names, ...variants))
    expect(many.errors).toEqual([
      { row: 2002, column: null, message: 'The product has 3000 variants; the maximum is 2000.' },
    ])
    const wrong = Array.from({ length: 1200 }, (_, n) => [`p-${n}`, 'P', '', '', 'x'])
    const report = await importFile(shop, csv(names, ...wrong))
    expect(report).toMatchObject({ errorCount: 1200, errorsTruncated: true, counts: counts(0, 0, 0, 1200) })
    expect(report.errors).toHaveLength(1000)
    const endless = await importFile(shop, `Handle,Title\n${'a,A\n'.repeat(200_001)}`)
    expect(endless).toMatchObject({
      status: 'failed',
      errors: [{ row: 200_001, message: expect.stringContaining('Split it') }],
    })
    const broken = await importFile(shop, `Handle,Title\n${'a,A"\n'.repeat(1001)}`)
    expect(broken).toMatchObject({
      status: 'failed',
      errors: [{ row: 1001, message: expect.stringContaining('1000 rows') }],
    })
    expect(await listed(shop)).toEqual([])
  })
})
