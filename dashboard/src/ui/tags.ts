/**
 * What was typed into a field of tags, apart: keyboards of phones do not always tell of the comma that ends one.
 * What was there before stays whole, as a region that is called "Washington, DC" must.
 */
export const splitTags = (tags: string[], before: string[]): string[] => [
  ...new Set(
    tags.flatMap((tag) => (before.includes(tag) ? tag : tag.split(/[,;]/).flatMap((part) => part.trim() || []))),
  ),
]
