import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'

export interface Brand {
  name: string
  tagline: string | null
  logoUrl: string | null
  faviconUrl: string | null
}

export interface Colours {
  primary: string
  onPrimary: string
  background: string
  surface: string
  text: string
  mutedText: string
  border: string
  success: string
  warning: string
  danger: string
}

export interface Typography {
  headingFamily: string
  bodyFamily: string
  baseSizePx: number
  scale: number
}

export interface Shape {
  radiusPx: number
  spacingPx: number
}

/** A link of the navigation; it leads to one of url, collection and product, or to what lies beneath it. */
export interface Branch {
  label: string
  url?: string
  collection?: string
  product?: string
  items?: Branch[]
}

export type Tone = 'info' | 'success' | 'warning' | 'danger'

export interface Announcement {
  text: string
  url?: string | null
  startsAt?: string | null
  endsAt?: string | null
  tone?: Tone
}

export interface Choice {
  default: string
  others: string[]
}

export interface ThemeSettings {
  brand: Brand
  colours: Colours
  typography: Typography
  shape: Shape
  navigation: { header: Branch[]; footer: Branch[] }
  announcement: Announcement | null
  locales: Choice
  currencies: Choice
}

export interface Theme extends ThemeSettings {
  version: number
  updatedAt: string | null
  css: string
}

const themeOf = (environmentId: string) => ['theme', environmentId]

export function useTheme() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: themeOf(environmentId),
    queryFn: ({ signal }) => api<Theme>('/v1/theme', { environmentId, signal }),
  })
}

/** Also a refusal makes the page look again: it may be that somebody else was faster. */
export function useSaveTheme() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ settings, version }: { settings: ThemeSettings; version: number }) =>
      api<Theme>('/v1/theme', { method: 'PUT', body: settings, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData(themeOf(environmentId), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: themeOf(environmentId) }),
  })
}
