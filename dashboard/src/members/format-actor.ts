/** Members by name, other actors by type. */
export function formatActor(actor: string, members: { userId: string; name: string }[]): string {
  const [kind, id] = actor.split(':', 2)
  if (kind === 'member') return members.find(({ userId }) => userId === id)?.name ?? 'a former member'
  return kind === 'key' ? 'an API key' : 'the server'
}
