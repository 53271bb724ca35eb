import { useLocalStorage } from '@mantine/hooks'
import type { Mode } from '../access/me.ts'

/** Not synchronised between tabs: what is on the screen must not change because of another tab. */
const asText = { serialize: (value: string) => value, getInitialValueInEffect: false, sync: false }

export const useRememberedWorkspace = () =>
  useLocalStorage<string>({
    ...asText,
    key: 'storedesk.workspace',
    defaultValue: '',
    deserialize: (stored = '') => stored,
  })

/** Whatever else stands in the browser's storage is taken for live, where the banner is missing and care is greatest. */
export const useRememberedMode = () =>
  useLocalStorage<Mode>({
    ...asText,
    key: 'storedesk.mode',
    defaultValue: 'live',
    deserialize: (stored) => (stored === 'test' ? 'test' : 'live'),
  })
