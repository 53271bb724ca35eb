import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { ANSWER_STATUSES, QUESTION_STATUS_LABELS } from './chat-labels.ts'
import { ChatTabs } from './chat-tabs.tsx'
import { type ChatQuestion, useQuestions, useUpdateQuestion } from './chats.ts'

export function QuestionsPage() {
  const filters = useFilters({
    status: { kind: 'select', label: 'What happened', options: QUESTION_STATUS_LABELS },
    resolved: { kind: 'checkbox', label: 'Done' },
  })
  const list = useQuestions(filters.values)
  return (
    <ListPage
      title="Unanswered questions"
      about="What the assistant could not answer by itself. Write an article, and it answers the next customer."
      what="questions"
      list={list}
      above={
        // Not as `filters`: an empty list of open questions must still lead to those that are done.
        <>
          <ChatTabs />
          <FilterBar label="Questions" filters={filters} />
        </>
      }
      isFiltered={filters.isFiltered}
      empty={{
        title: 'No unanswered questions',
        text: 'Questions appear here when the assistant has no answer, asks back or hands over to your team.',
      }}
    >
      {(all) => (
        <RowList label="Unanswered questions">
          {all.map((question) => (
            <QuestionRow key={question.id} question={question} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

const TITLE_LENGTH = 200

function QuestionRow({
  question: { id, conversationId, question, status, resolved, createdAt },
}: {
  question: ChatQuestion
}) {
  const { workspace } = useWorkspace()
  const update = useUpdateQuestion(id)
  const { color, label } = ANSWER_STATUSES[status]
  const title = question.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH)
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 20rem">
          <Text fw={600} lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {question}
          </Text>
          <Group gap="xs">
            <Label color={color}>{label}</Label>
            <Text size="sm" c="dimmed">
              <RelativeTime at={createdAt} />
            </Text>
            <Anchor
              size="sm"
              renderRoot={(props) => <Link to="/chats/$id" params={{ id: conversationId }} {...props} />}
            >
              Read the chat
            </Anchor>
          </Group>
        </Stack>
        {workspace.role === 'viewer' ? null : (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              loading={update.isPending}
              onClick={() => update.mutate({ resolved: !resolved })}
            >
              {resolved ? 'Reopen' : 'Mark as done'}
            </Button>
            <Button size="xs" renderRoot={(props) => <Link to="/support/articles/new" search={{ title }} {...props} />}>
              Write an article
            </Button>
          </Group>
        )}
      </Group>
      <ErrorAlert error={update.error} title="Couldn't save" />
    </Row>
  )
}
