/** What was typed into a field of tags, apart: keyboards of phones do not always tell of the comma that ends one. */
export const splitTags = (tags: string[]): string[] => [
  ...new Set(tags.flatMap((tag) => tag.split(/[,;]/)).flatMap((tag) => tag.trim() || [])),
]
