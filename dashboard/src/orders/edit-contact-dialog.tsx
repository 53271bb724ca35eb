import { Checkbox, Divider, Stack, Text, TextInput } from '@mantine/core'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { changedFields, useSavedFormDraft } from '../ui/form-draft.ts'
import { textOrNull } from '../ui/text.ts'
import { showToast } from '../ui/toast.tsx'
import { toAddress, toAddressFields } from './address-fields.ts'
import { AddressInputs } from './address-inputs.tsx'
import { canEditAddresses } from './order-actions.ts'
import { type Order, orders } from './orders.ts'

const toContactFields = ({ email, shippingAddress, billingAddress }: Order) => ({
  email: email ?? '',
  shipping: toAddressFields(shippingAddress),
  billing: toAddressFields(billingAddress),
  isSame: JSON.stringify(shippingAddress) === JSON.stringify(billingAddress),
})

type ContactFields = ReturnType<typeof toContactFields>

function toRequest({ email, shipping, billing, isSame }: ContactFields) {
  const shippingAddress = toAddress(shipping)
  return { email: textOrNull(email), shippingAddress, billingAddress: isSame ? shippingAddress : toAddress(billing) }
}

function validateContact({ shipping, billing, isSame }: ContactFields): string | undefined {
  const isMissing = (address: ContactFields['shipping']) => toAddress(address) !== null && address.country === ''
  return isMissing(shipping) || (!isSame && isMissing(billing)) ? 'Select a country for each address.' : undefined
}

export function EditContactDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const update = orders.useUpdate(order.id, { version: order.version })
  const saved = toContactFields(order)
  const draft = useSavedFormDraft(saved, update)
  const { fields, edit } = draft
  const areAddressesOpen = canEditAddresses(order)
  const validationError = validateContact(fields)
  const save = () =>
    update.mutate(changedFields(toRequest(fields), toRequest(saved)), {
      onSuccess: () => {
        showToast('Contact information saved')
        onClose()
      },
    })
  return (
    <EditDialog
      title="Edit contact information"
      what="this order"
      saveLabel="Save"
      draft={draft}
      mutation={update}
      error={update.error}
      validationError={validationError}
      onSave={save}
      onClose={onClose}
    >
      <TextInput
        label="Email"
        description="Later emails of this order go here. Nothing is sent now."
        type="email"
        value={fields.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={fieldError(update.error, '/email')}
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
      {areAddressesOpen ? (
        <>
          <Stack gap="xs" role="group" aria-label="Shipping address">
            <Divider label="Shipping address" labelPosition="left" />
            <AddressInputs
              fields={fields.shipping}
              onEdit={(shipping) => edit({ shipping })}
              path="/shippingAddress"
              error={update.error}
            />
          </Stack>
          <Checkbox
            label="Use as billing address"
            checked={fields.isSame}
            onChange={(event) => edit({ isSame: event.currentTarget.checked })}
          />
          {fields.isSame ? null : (
            <Stack gap="xs" role="group" aria-label="Billing address">
              <Divider label="Billing address" labelPosition="left" />
              <AddressInputs
                fields={fields.billing}
                onEdit={(billing) => edit({ billing })}
                path="/billingAddress"
                error={update.error}
              />
            </Stack>
          )}
          {validationError ? (
            <Text size="sm" c="var(--mantine-color-error)">
              {validationError}
            </Text>
          ) : null}
        </>
      ) : (
        <Text size="sm">All items are fulfilled, so the addresses can’t be changed.</Text>
      )}
    </EditDialog>
  )
}
