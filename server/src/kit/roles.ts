/** Roles of members, from most to least access. */
export const ROLES = ['owner', 'admin', 'agent', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Every role includes the roles below it. */
export const isAtLeast = (role: Role, required: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(required)
