import { Code, Text } from '@mantine/core'
import { piecesOf } from './limit-words.ts'

export function Counted({ counts }: { counts: string }) {
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {piecesOf(counts).map(({ text, isCode }) => (isCode ? <Code key={text}>{text}</Code> : text))}
    </Text>
  )
}
