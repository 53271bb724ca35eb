import { Anchor, Code, List } from '@mantine/core'

export function AtTheLimit() {
  return (
    <List size="sm" spacing="xs" maw={680}>
      <List.Item>
        Further requests are answered with <Code>429</Code> until the window ends. They are not carried out, and they do
        not make the wait longer.
      </List.Item>
      <List.Item>
        The answer's <Code>Retry-After</Code> says how many seconds to wait. Our SDK waits and tries again by itself.
      </List.Item>
      <List.Item>
        All keys of an environment share its limits: a second key does not raise them. Agent keys share a limit of their
        own. Live and sandbox never use up each other's.
      </List.Item>
      <List.Item>
        More in the{' '}
        <Anchor href="/docs" inherit>
          API reference
        </Anchor>
        .
      </List.Item>
    </List>
  )
}
