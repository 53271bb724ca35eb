import { SIGNED_OUT } from './session-store.ts'
import { useShop } from './shop-context.tsx'
import { useStore } from './store.ts'

export function useSession() {
  const { session } = useShop()
  return { ...useStore(session, SIGNED_OUT), store: session }
}
