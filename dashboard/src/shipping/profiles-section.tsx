import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { Section } from '../ui/section.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { formatOtherItems } from './rate-labels.ts'
import classes from './rate-list.module.css'
import { type ShippingProfile, type ShippingRate, shippingProfiles } from './shipping.ts'

interface Props {
  profiles: ShippingProfile[]
  rates: ShippingRate[]
  canEdit: boolean
  onMessage: (message: string) => void
}

const DESCRIPTION =
  'Products with their own shipping rates, such as bulky items. A profile needs a rate in each zone that its products ship to.'

export function ProfilesSection({ profiles, rates, canEdit, onMessage }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Section title="Profiles" about={DESCRIPTION}>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          {profiles.length > 0 ? (
            <ul className={classes.list} aria-label="Profiles">
              {profiles.map((profile) => (
                <ProfileRow
                  key={profile.id}
                  profile={profile}
                  rateCount={rates.filter(({ profileId }) => profileId === profile.id).length}
                  {...{ canEdit, onMessage }}
                />
              ))}
            </ul>
          ) : (
            <Text size="sm" c="dimmed">
              No profiles yet. All products ship at the same rates.
            </Text>
          )}
          {canEdit ? (
            <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
              Add profile
            </Button>
          ) : null}
        </Stack>
      </Paper>
      {isAdding ? (
        <ProfileDialog
          onClose={(message) => {
            setIsAdding(false)
            if (message) onMessage(message)
          }}
        />
      ) : null}
    </Section>
  )
}

interface ProfileRowProps {
  profile: ShippingProfile
  rateCount: number
  canEdit: boolean
  onMessage: (message: string) => void
}

function ProfileRow({ profile, rateCount, canEdit, onMessage }: ProfileRowProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { name, default: isDefault, items } = profile
  const close = (message?: string) => {
    setDialog(undefined)
    if (message) onMessage(message)
  }
  const otherItems = formatOtherItems(items)
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {rateCount === 0 ? 'No rates, not shipped' : rateCount === 1 ? '1 rate' : `${rateCount} rates`}
          </Text>
        </Group>
        {isDefault ? (
          <Text size="sm" c="dimmed">
            All products that aren't in another profile
          </Text>
        ) : (
          <Group gap={4}>
            {items.tags?.map((tag) => (
              <Badge key={tag} variant="default" tt="none" miw="max-content">
                {tag}
              </Badge>
            ))}
            {otherItems ? <Text size="sm" c="dimmed">{`${items.tags?.length ? 'and ' : ''}${otherItems}`}</Text> : null}
          </Group>
        )}
      </Stack>
      {canEdit ? (
        <RowActions
          name={name}
          onEdit={() => setDialog('edit')}
          onDelete={isDefault ? undefined : () => setDialog('delete')}
        />
      ) : null}
      {dialog === 'edit' ? <ProfileDialog profile={profile} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteProfileDialog profile={profile} rateCount={rateCount} onClose={close} /> : null}
    </li>
  )
}

function DeleteProfileDialog({
  profile,
  rateCount,
  onClose,
}: Omit<ProfileRowProps, 'canEdit' | 'onMessage'> & { onClose: (message?: string) => void }) {
  const remove = shippingProfiles.useDelete(profile.id, { version: profile.version })
  const rateWarning =
    rateCount === 0 ? '' : rateCount === 1 ? 'Its rate is deleted too. ' : `Its ${rateCount} rates are deleted too. `
  return (
    <ConfirmDelete
      name={profile.name}
      consequence={`${rateWarning}Its products will ship at the rates of the default profile.`}
      mutation={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`Profile “${profile.name}” deleted`) })}
      onClose={() => onClose()}
    />
  )
}
