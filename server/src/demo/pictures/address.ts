/** The folder of the pictures, on both addresses of the server. */
export const FOLDER = '/demo-images'

/** Where a picture is to be had. */
export const addressOf = (picture: string): string => `${FOLDER}/${picture}.svg`
