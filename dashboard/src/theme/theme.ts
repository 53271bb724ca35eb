import type { ResponseBody } from '../api.ts'
import { useRead, useWrite } from '../resource.ts'

export type Theme = ResponseBody<'/v1/theme'>
/** What the form edits. */
export type ThemeSettings = Omit<Theme, 'version' | 'updatedAt' | 'css' | 'brokenLinks'>
export type ThemeColors = Theme['colors']
export type Announcement = NonNullable<Theme['announcement']>
/** A navigation link. It has a url, a collection, a product, or nested items. */
export type NavigationLink = Theme['navigation']['header'][number]

export const useTheme = () => useRead('/v1/theme')

export const useUpdateTheme = (version: number) => useWrite('put', '/v1/theme', {}, { version })
