import type { Ctx } from '../../ctx.ts'

/** Where customers read all published articles. */
export const helpPageUrl = ({ publicUrl, environmentId }: Ctx): string => `${publicUrl}/help/${environmentId}`

export const articlePageUrl = (ctx: Ctx, handle: string): string => `${helpPageUrl(ctx)}/${encodeURIComponent(handle)}`
