/**
 * Splits pasted or typed tags: phone keyboards do not always report the comma that ends one. Existing tags stay whole,
 * such as the region "Washington, DC".
 */
export const splitTags = (tags: string[], before: string[]): string[] => [
  ...new Set(
    tags.flatMap((tag) => (before.includes(tag) ? tag : tag.split(/[,;]/).flatMap((part) => part.trim() || []))),
  ),
]

/** Adds typed tags to existing ones. */
export const mergeTags = (tags: string[], typed: string): string[] => [...new Set([...tags, ...splitTags([typed], [])])]
