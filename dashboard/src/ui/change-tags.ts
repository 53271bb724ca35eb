import { api, type PathWith } from '../api.ts'
import { mergeTags } from './tags.ts'

type TaggedPath = Extract<PathWith<'patch'>, '/v1/orders/{id}' | '/v1/customers/{id}' | '/v1/catalog/products/{id}'>

interface TaggedItem {
  path: TaggedPath
  id: string
  environmentId: string
}

/** Changes the tags that the item has now: its row may be old, and others tag items, too. */
async function changeTags({ path, id, environmentId }: TaggedItem, change: (tags: string[]) => string[]) {
  const request = { params: { id }, environmentId }
  const { tags, version } = await api.get(path, request)
  return api.patch(path, { ...request, body: { tags: change(tags) }, ifMatch: version })
}

export const addTags = (item: TaggedItem, typed: string) => changeTags(item, (tags) => mergeTags(tags, typed))

export const removeTag = (item: TaggedItem, typed: string) =>
  changeTags(item, (tags) => tags.filter((tag) => tag.toLowerCase() !== typed.toLowerCase()))
