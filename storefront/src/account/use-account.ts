import type { Address, Money, OperationResponse } from '@storedesk/sdk'
import { useCallback, useEffect, useState } from 'react'
import { useShop } from '../shop/shop-context.tsx'
import { errorText } from '../shop/text.ts'

export interface AccountData {
  customer: {
    name: string | null
    emails: { address: string }[]
    addresses: { id: string; address: Address }[]
  }
  /** `value` has one amount per currency. */
  points: { balance: number; value: Money[] }
  orders: (OperationResponse<'customers.me.orders.list'>['data'][number] & { token: string })[]
}

/** What the shop's server knows about the signed-in customer. */
export function useAccount(isSignedIn: boolean) {
  const { server } = useShop()
  const [state, setState] = useState<{ data?: AccountData; error?: string; isLoaded: boolean }>({ isLoaded: false })
  const load = useCallback(async () => {
    try {
      setState({ data: await server.get<AccountData>('account'), isLoaded: true })
    } catch (error) {
      setState({ error: errorText(error), isLoaded: true })
    }
  }, [server])
  useEffect(() => {
    if (isSignedIn) void load()
  }, [isSignedIn, load])
  return { ...state, load }
}
