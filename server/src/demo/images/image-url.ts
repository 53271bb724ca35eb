/** The folder of the pictures, on both addresses of the server. */
export const IMAGE_FOLDER = '/demo-images'

/** Where a picture is to be had. */
export const imageUrl = (image: string): string => `${IMAGE_FOLDER}/${image}.svg`
