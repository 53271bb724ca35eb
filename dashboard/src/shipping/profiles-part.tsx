import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { AskToDelete } from '../parts/ask-to-delete.tsx'
import { RowDeeds } from '../parts/row-deeds.tsx'
import { Section } from '../parts/section.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import classes from './rate-list.module.css'
import { furtherItems } from './rate-words.ts'
import { type Profile, type Rate, useDelete } from './shipping.ts'

interface Props {
  profiles: Profile[]
  rates: Rate[]
  mayChange: boolean
  onNews: (news: string) => void
}

const ABOUT =
  'Goods with rates of their own, such as bulky ones. In each zone where buyers shall have them shipped, a profile needs a rate.'

export function ProfilesPart({ profiles, rates, mayChange, onNews }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Section title="Profiles" about={ABOUT}>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          {profiles.length > 0 ? (
            <ul className={classes.list} aria-label="Profiles">
              {profiles.map((profile) => (
                <ProfileRow
                  key={profile.id}
                  profile={profile}
                  rateCount={rates.filter(({ profileId }) => profileId === profile.id).length}
                  {...{ mayChange, onNews }}
                />
              ))}
            </ul>
          ) : (
            <Text size="sm" c="dimmed">
              None: all goods ship at the same rates.
            </Text>
          )}
          {mayChange ? (
            <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
              Add a profile
            </Button>
          ) : null}
        </Stack>
      </Paper>
      {isAdding ? (
        <ProfileDialog
          onClose={(news) => {
            setIsAdding(false)
            if (news) onNews(news)
          }}
        />
      ) : null}
    </Section>
  )
}

interface RowProps {
  profile: Profile
  rateCount: number
  mayChange: boolean
  onNews: (news: string) => void
}

function ProfileRow({ profile, rateCount, mayChange, onNews }: RowProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { name, isDefault, items } = profile
  const close = (news?: string) => {
    setDialog(undefined)
    if (news) onNews(news)
  }
  const further = furtherItems(items)
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0} flex="1 1 14rem">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {rateCount === 0 ? 'No rates yet: not shipped' : rateCount === 1 ? '1 rate' : `${rateCount} rates`}
          </Text>
        </Group>
        {isDefault ? (
          <Text size="sm" c="dimmed">
            Whatever no other profile takes.
          </Text>
        ) : (
          <Group gap={4}>
            {items.tags?.map((tag) => (
              <Badge key={tag} variant="default" tt="none" miw="max-content">
                {tag}
              </Badge>
            ))}
            {further ? <Text size="sm" c="dimmed">{`${items.tags?.length ? 'and ' : ''}${further}`}</Text> : null}
          </Group>
        )}
      </Stack>
      {mayChange ? (
        <RowDeeds
          name={name}
          onEdit={() => setDialog('edit')}
          onDelete={isDefault ? undefined : () => setDialog('delete')}
        />
      ) : null}
      {dialog === 'edit' ? <ProfileDialog profile={profile} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteProfile profile={profile} rateCount={rateCount} onClose={close} /> : null}
    </li>
  )
}

function DeleteProfile({
  profile,
  rateCount,
  onClose,
}: Omit<RowProps, 'mayChange' | 'onNews'> & { onClose: (news?: string) => void }) {
  const remove = useDelete('profile', profile)
  const going =
    rateCount === 0 ? '' : rateCount === 1 ? 'Its rate goes with it. ' : `Its ${rateCount} rates go with it. `
  return (
    <AskToDelete
      name={profile.name}
      consequence={`${going}Buyers have its goods shipped at the rates of the default profile from then on.`}
      deleting={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`“${profile.name}” is deleted.`) })}
      onClose={() => onClose()}
    />
  )
}
