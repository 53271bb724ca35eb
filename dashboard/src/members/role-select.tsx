import { NativeSelect } from '@mantine/core'
import { ROLE_LABELS, ROLES, type Role } from '../session.ts'

const ROLE_DESCRIPTIONS: Record<Role, string> = {
  owner: 'full access, can add owners',
  admin: 'API keys, members and settings',
  agent: 'day-to-day work',
  viewer: 'view only',
}

interface Props {
  label: string
  hideLabel?: boolean
  value: Role
  /** Only an owner can grant this role. */
  withOwner: boolean
  disabled?: boolean
  onChange: (role: Role) => void
}

export function RoleSelect({ label, hideLabel = false, value, withOwner, disabled = false, onChange }: Props) {
  const options = ROLES.filter((role) => withOwner || role !== 'owner' || value === 'owner')
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': label } : { label })}
      data={options.map((role) => ({
        value: role,
        label: hideLabel ? ROLE_LABELS[role] : `${ROLE_LABELS[role]}: ${ROLE_DESCRIPTIONS[role]}`,
      }))}
      value={value}
      disabled={disabled}
      size={hideLabel ? 'xs' : 'sm'}
      onChange={(event) => {
        const role = options.find((option) => option === event.currentTarget.value)
        if (role) onChange(role)
      }}
    />
  )
}
