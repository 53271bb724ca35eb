import { Alert, Button, Group, PasswordInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { ErrorAlert, LiveRegion } from '../../ui/feedback.tsx'
import { fieldError } from '../../ui/field-errors.ts'
import { LabelSelect } from '../../ui/label-select.tsx'
import { CURRENCIES } from '../../ui/money.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { SectionCard } from '../../ui/section.tsx'
import { type FieldsProps, toModel, useTestModel } from './assistant.ts'

const ENGINES = [
  {
    value: 'embedded',
    label: 'Built-in assistant',
    description:
      'Part of this server: it finds answers in your catalog, policies and articles, sends nothing to other companies and costs nothing. It understands English and German.',
  },
  {
    value: 'model',
    label: 'Your model',
    description:
      'A language model of your choice writes the answers. Sentences that your shop’s data does not support are withheld. If the model fails, the built-in assistant continues.',
  },
] as const

const PROVIDER_LABELS = { openai: 'OpenAI or compatible', anthropic: 'Anthropic' }
const DEFAULT_URLS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' }
const CURRENCY_LABELS = Object.fromEntries(CURRENCIES.map(({ value, label }) => [value, label]))

export function EngineSection({ keyLast4, ...props }: FieldsProps & { keyLast4: string | null }) {
  const { fields, edit, readOnly } = props
  return (
    <SectionCard title="Engine">
      <Radio.Group
        aria-label="Engine"
        value={fields.engine}
        onChange={(value) => edit({ engine: value === 'model' ? 'model' : 'embedded' })}
      >
        <Stack gap="sm">
          {ENGINES.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} disabled={readOnly} />
          ))}
        </Stack>
      </Radio.Group>
      {fields.engine === 'model' ? <ModelInputs {...props} keyLast4={keyLast4} /> : null}
    </SectionCard>
  )
}

function ModelInputs({ fields, edit, readOnly, error, keyLast4 }: FieldsProps & { keyLast4: string | null }) {
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <LabelSelect
          label="Provider"
          labels={PROVIDER_LABELS}
          value={fields.provider}
          onChange={(provider) => edit({ provider })}
          disabled={readOnly}
          error={fieldError(error, '/model/provider')}
        />
        <TextInput
          label="Model"
          placeholder="As the provider spells it"
          maxLength={200}
          value={fields.model}
          onChange={(event) => edit({ model: event.currentTarget.value })}
          readOnly={readOnly}
          error={fieldError(error, '/model/name')}
        />
        <TextInput
          label="URL"
          description="If empty, the provider’s own."
          placeholder={DEFAULT_URLS[fields.provider]}
          type="url"
          maxLength={500}
          value={fields.url}
          onChange={(event) => edit({ url: event.currentTarget.value.trim() })}
          readOnly={readOnly}
          error={fieldError(error, '/model/url')}
        />
        <PasswordInput
          label="API key"
          description={keyLast4 ? `Stored: ends with ${keyLast4}. Enter a new one to replace it.` : 'Stored encrypted.'}
          autoComplete="off"
          maxLength={500}
          value={fields.key}
          onChange={(event) => edit({ key: event.currentTarget.value })}
          readOnly={readOnly}
          error={fieldError(error, '/model/key')}
        />
      </SimpleGrid>
      {readOnly ? null : <TestConnection fields={fields} />}
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <MoneyField
          label="Price of a million input tokens"
          currency={fields.currency}
          value={fields.inputPrice}
          onChange={(inputPrice) => edit({ inputPrice })}
          readOnly={readOnly}
          error={fieldError(error, '/model/inputPrice')}
        />
        <MoneyField
          label="Price of a million output tokens"
          currency={fields.currency}
          value={fields.outputPrice}
          onChange={(outputPrice) => edit({ outputPrice })}
          readOnly={readOnly}
          error={fieldError(error, '/model/outputPrice')}
        />
        <LabelSelect
          label="Currency of the prices"
          labels={CURRENCY_LABELS}
          value={fields.currency}
          onChange={(currency) => edit({ currency })}
          disabled={readOnly}
        />
      </SimpleGrid>
    </Stack>
  )
}

/** Tries what is in the form, before it is saved. */
function TestConnection({ fields }: Pick<FieldsProps, 'fields'>) {
  const test = useTestModel()
  const model = toModel(fields)
  const { data } = test
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          loading={test.isPending}
          disabled={model === null}
          onClick={() => model && test.mutate({ model })}
        >
          Test connection
        </Button>
      </Group>
      <LiveRegion>
        {data ? (
          <Alert color={data.ok ? 'green' : 'red'} title={data.ok ? 'The model answers' : 'The model does not answer'}>
            {data.ok ? `It says: “${data.message}”` : data.message}
          </Alert>
        ) : null}
      </LiveRegion>
      <ErrorAlert error={test.error} title="Couldn't test the connection" />
    </Stack>
  )
}
