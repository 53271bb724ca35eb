import { useLocalStorage } from '@mantine/hooks'

interface Pair {
  oldKeyId: string
  newKeyId: string
}

export interface Rotation {
  current: Pair | undefined
  begin: (pair: Pair) => void
  end: () => void
}

/** Deploying may take days, so a rotation under way is remembered in this browser: ids only, never a value. */
export function useRotation(workspaceId: string): Rotation {
  const [current, remember, forget] = useLocalStorage<Pair | undefined>({
    key: `storedesk.rotation.${workspaceId}`,
    getInitialValueInEffect: false,
    deserialize: (stored) => (stored ? pairIn(stored) : undefined),
  })
  return { current, begin: remember, end: forget }
}

function pairIn(stored: string): Pair | undefined {
  try {
    const { oldKeyId, newKeyId } = JSON.parse(stored) as Partial<Pair>
    return oldKeyId && newKeyId ? { oldKeyId, newKeyId } : undefined
  } catch {
    return undefined
  }
}
