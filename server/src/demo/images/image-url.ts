/** Served on both the API address and the storefront address. */
export const IMAGE_FOLDER = '/demo-images'

export const imageUrl = (image: string): string => `${IMAGE_FOLDER}/${image}.svg`
