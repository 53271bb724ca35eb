import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'

export interface Brand {
  name: string
  tagline: string | null
  logoUrl: string | null
  faviconUrl: string | null
}

export interface ThemeColors {
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

export interface ThemeShape {
  radiusPx: number
  spacingPx: number
}

/** A navigation link. It has a url, a collection, a product, or nested items. */
export interface NavigationLink {
  label: string
  url?: string
  collection?: string
  product?: string
  items?: NavigationLink[]
}

export type AnnouncementTone = 'info' | 'success' | 'warning' | 'danger'

export interface Announcement {
  text: string
  url?: string | null
  startsAt?: string | null
  endsAt?: string | null
  tone?: AnnouncementTone
}

export interface SupportedValues {
  default: string
  others: string[]
}

export interface ThemeSettings {
  brand: Brand
  colors: ThemeColors
  typography: Typography
  shape: ThemeShape
  navigation: { header: NavigationLink[]; footer: NavigationLink[] }
  announcement: Announcement | null
  locales: SupportedValues
  currencies: SupportedValues
}

export interface Theme extends ThemeSettings {
  version: number
  updatedAt: string | null
  css: string
}

const themeKey = (environmentId: string) => ['theme', environmentId]

export function useTheme() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: themeKey(environmentId),
    queryFn: ({ signal }) => api<Theme>('/v1/theme', { environmentId, signal }),
  })
}

/** Invalidates after an error, too: someone else may have saved a newer version. */
export function useUpdateTheme() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ settings, version }: { settings: ThemeSettings; version: number }) =>
      api<Theme>('/v1/theme', { method: 'PUT', body: settings, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData(themeKey(environmentId), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: themeKey(environmentId) }),
  })
}
