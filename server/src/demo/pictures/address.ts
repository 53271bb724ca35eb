/** The folder of the pictures, on both addresses of the server. */
export const FOLDER = '/demo-images'

/** Where a picture is to be had. The one place that knows: products take whole addresses, not paths. */
export const addressOf = (picture: string, publicUrl: string): string => `${publicUrl}${FOLDER}/${picture}.svg`
