import { Paper, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Section } from '../parts/section.tsx'
import { AddProduct } from './add-product.tsx'
import type { Collection, SampleProduct } from './collections.ts'
import { MemberRow } from './member-row.tsx'
import { useMembers, usePutIn, useTakeOut } from './members.ts'

/** Each deed is done at once, so that a long collection is not sent whole and nobody's order is overwritten. */
export function MembersPart({ collection, mayChange }: { collection: Collection; mayChange: boolean }) {
  const { id, kind, sort } = collection
  const members = useMembers(id)
  const putIn = usePutIn(id)
  const takeOut = useTakeOut(id)
  const [news, setNews] = useState('')
  const products = members.data?.pages.flatMap(({ data }) => data) ?? []
  const follow = useFollowedRow(products)
  const isByHand = kind === 'manual' && mayChange
  const isBusy = putIn.isPending || takeOut.isPending

  const move = (product: SampleProduct, from: number, to: number) => {
    const other = products[to]
    if (!other || isBusy) return
    follow(product.id)
    // Down is told as the next one going up: what comes after that may not be loaded.
    const wanted = to < from ? { productId: product.id, before: other.id } : { productId: other.id, before: product.id }
    putIn.mutate(wanted, { onSuccess: () => setNews(`${product.title} is at place ${to + 1} now.`) })
  }
  const about =
    kind === 'rules'
      ? 'Chosen by the rules, as they were saved last.'
      : `Changes here are kept at once.${sort === 'manual' ? '' : ' Shoppers see another order, as chosen above.'}`

  return (
    <Section title="Products" about={about}>
      <Stack gap="sm">
        {isByHand ? (
          <AddProduct
            known={products}
            isAdding={putIn.isPending}
            onAdd={(product) =>
              putIn.mutate({ productId: product.id }, { onSuccess: () => setNews(`${product.title} is in.`) })
            }
          />
        ) : null}
        <Failure error={putIn.error ?? takeOut.error} title="The products were not changed" />
        <Live>
          {news ? (
            <Text size="sm" c="dimmed">
              {news}
            </Text>
          ) : null}
        </Live>
        {members.isPending ? <Loading what="the products" /> : null}
        <Failure error={members.error} title="The products can't be shown" onRetry={() => void members.refetch()} />
        {members.isSuccess && products.length === 0 ? (
          <Paper withBorder p="lg">
            <Text c="dimmed">{kind === 'rules' ? 'No product meets the rules.' : 'No products are in it yet.'}</Text>
          </Paper>
        ) : null}
        {products.length > 0 ? (
          <Stack component="ol" gap={6} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Products in order">
            {products.map((product, place) => (
              <MemberRow
                key={product.id}
                product={product}
                place={place}
                count={products.length}
                {...(isByHand && {
                  onMove: (to: number) => move(product, place, to),
                  onRemove: () => takeOut.mutate(product.id, { onSuccess: () => setNews(`${product.title} is out.`) }),
                })}
              />
            ))}
          </Stack>
        ) : null}
        <LoadMore list={members} />
      </Stack>
    </Section>
  )
}

/** A row that is moved in the document loses the focus, and whoever moves it by keyboard would have to find it again. */
function useFollowedRow(rows: unknown) {
  const followed = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows have changed
  useEffect(() => {
    if (!followed.current || document.activeElement !== document.body) return
    document.getElementById(`member-${followed.current}`)?.focus()
    followed.current = undefined
  }, [rows])
  return (id: string) => {
    followed.current = id
  }
}
