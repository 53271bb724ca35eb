import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Section } from '../parts/section.tsx'
import { AddCodesDialog } from './add-codes-dialog.tsx'
import { type Code, useCodes } from './codes.ts'
import { DisableCodeDialog } from './disable-code-dialog.tsx'
import { GenerateCodesDialog } from './generate-codes-dialog.tsx'
import { usedInWords } from './promotion-words.ts'

type Asked = { deed: 'add' | 'generate' } | { deed: 'disable'; code: string }

export function CodesPart({ id, mayChange }: { id: string; mayChange: boolean }) {
  const codes = useCodes(id)
  const [asked, setAsked] = useState<Asked>()
  const [news, setNews] = useState('')
  const all = codes.data?.pages.flatMap(({ data }) => data) ?? []
  const close = (words = '') => {
    setAsked(undefined)
    setNews(words)
  }
  return (
    <Section title="Codes" about="Small or capital letters make no difference.">
      <Stack gap="sm">
        {mayChange ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setAsked({ deed: 'add' })}>
              Add your own
            </Button>
            <Button variant="default" onClick={() => setAsked({ deed: 'generate' })}>
              Generate many
            </Button>
          </Group>
        ) : null}
        <Live>{news ? <Text size="sm">{news}</Text> : null}</Live>
        {codes.isPending ? <Loading what="the codes" rows={1} /> : null}
        <Failure error={codes.error} title="The codes can't be shown" onRetry={() => void codes.refetch()} />
        {codes.isSuccess && all.length === 0 ? (
          <Text size="sm" c="dimmed">
            None yet, so nobody can have this promotion.
          </Text>
        ) : null}
        {all.length > 0 ? (
          <Paper withBorder style={{ maxHeight: 360, overflowY: 'auto' }}>
            <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Codes">
              {all.map((code, place) => (
                <CodeRow
                  key={code.code}
                  of={code}
                  isFirst={place === 0}
                  {...(mayChange && { onDisable: () => setAsked({ deed: 'disable', code: code.code }) })}
                />
              ))}
            </Stack>
          </Paper>
        ) : null}
        <LoadMore list={codes} size="xs" style={{ alignSelf: 'flex-start' }}>
          Load more codes
        </LoadMore>
      </Stack>
      {asked?.deed === 'add' ? <AddCodesDialog id={id} onClose={close} /> : null}
      {asked?.deed === 'generate' ? <GenerateCodesDialog id={id} onClose={close} /> : null}
      {asked?.deed === 'disable' ? <DisableCodeDialog id={id} code={asked.code} onClose={close} /> : null}
    </Section>
  )
}

interface RowProps {
  of: Code
  isFirst: boolean
  onDisable?: () => void
}

function CodeRow({ of: code, isFirst, onDisable }: RowProps) {
  return (
    <Group
      component="li"
      justify="space-between"
      gap="xs"
      px="md"
      py={6}
      mih={44}
      style={isFirst ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text
        size="sm"
        ff="monospace"
        fw={600}
        c={code.disabled ? 'dimmed' : 'inherit'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {code.code}
      </Text>
      <Group gap="sm">
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>{`used ${usedInWords(code)}`}</Text>
        {code.disabled ? (
          <Badge variant="default" tt="none">
            Disabled
          </Badge>
        ) : onDisable ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Disable ${code.code}`}
            onClick={onDisable}
          >
            Disable
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}
