/** What a member may do, from most to least. */
export const ROLES = ['owner', 'admin', 'agent', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Every role may do what the roles below it may. */
export const isAtLeast = (role: Role, required: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(required)
