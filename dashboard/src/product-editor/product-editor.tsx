import { Alert, Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle, useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatRating } from '../products/product-labels.ts'
import { type Product, products } from '../products/products.ts'
import { useWorkspace } from '../session.ts'
import { useProductUrl } from '../settings/shop-url.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { BackLink, useRecordVisit } from '../ui/page.tsx'
import { SaveBar } from '../ui/save-bar.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { BasicsCard } from './basics-card.tsx'
import { CustomFieldsCard } from './custom-fields-card.tsx'
import { EditorContext, fieldId, type PendingRemoval } from './editor-context.ts'
import { ErrorSummary, ProductConflictNotice } from './editor-notices.tsx'
import { ImagesCard } from './images-card.tsx'
import type { ProductDraft } from './product-draft.ts'
import classes from './product-editor.module.css'
import { SeoCard } from './seo-card.tsx'
import { OrganizationCard, TaxCard, VisibilityCard } from './side-cards.tsx'
import { useEditor } from './use-editor.ts'
import { OptionsCard } from './variants/options-card.tsx'
import { VariantsCard } from './variants/variants-card.tsx'

interface Props {
  product?: Product
  baseDraft: ProductDraft
  draft?: ProductDraft
  currency: string
}

export function ProductEditor({
  product: initialProduct,
  baseDraft,
  draft: initialDraft = baseDraft,
  currency,
}: Props) {
  const navigate = useNavigate()
  const { workspace } = useWorkspace()
  const isReadOnly = workspace.role === 'viewer'
  const onCreated = ({ id }: Product) =>
    // Everything is saved: no need for the unsaved-changes prompt.
    void navigate({ to: '/catalog/products/$id', params: { id }, replace: true, ignoreBlocker: true })
  const editor = useEditor({ product: initialProduct, baseDraft, draft: initialDraft, currency, isReadOnly, onCreated })
  const { product, draft, isDirty, isSaving, context, conflict, pendingRemoval } = editor
  const [focusTarget, setFocusTarget] = useState<{ path: string }>()
  const [isDeleting, setIsDeleting] = useState(false)
  useDocumentTitle(`${product?.title ?? 'New product'} · Storedesk`)

  const save = () => {
    if (isDirty && !isSaving && !isReadOnly && !conflict) void editor.save()
  }
  useHotkeys([['mod+S', save]], [])
  const focusField = (path: string) => {
    if (path.startsWith('/variants/')) setFocusTarget({ path })
    else document.getElementById(fieldId(path))?.focus()
  }
  const options = <OptionsCard key="options" options={draft.options} />
  const pricing = (
    <VariantsCard
      key="pricing"
      options={draft.options}
      variants={draft.variants}
      images={draft.images}
      focusTarget={focusTarget}
    />
  )
  const hasErrors = Object.keys(context.errors).length > 0

  return (
    <EditorContext value={context}>
      <Stack gap="lg" maw={1100} mx="auto">
        <EditorHeader
          product={product}
          title={draft.title}
          isReadOnly={isReadOnly}
          onDelete={() => setIsDeleting(true)}
        />
        {isReadOnly ? (
          <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>
        ) : null}
        {hasErrors ? (
          <ErrorSummary key={editor.saveAttempts} errors={context.errors} draft={draft} onSelect={focusField} />
        ) : null}
        <div className={classes.columns}>
          <Stack gap="lg">
            <BasicsCard title={draft.title} description={draft.description} />
            <ImagesCard images={draft.images} />
            {/* Most products have no options: pricing comes first. A table of variants needs the whole width. */}
            {draft.options.length === 0 ? pricing : null}
            {options}
          </Stack>
          <Stack gap="lg">
            <VisibilityCard status={draft.status} publishAt={draft.publishAt} unpublishAt={draft.unpublishAt} />
            <OrganizationCard vendor={draft.vendor} type={draft.type} category={draft.category} tags={draft.tags} />
            <TaxCard taxClass={draft.taxClass} giftCard={draft.giftCard} />
          </Stack>
        </div>
        {draft.options.length === 0 ? null : pricing}
        <SeoCard
          title={draft.title}
          description={draft.description}
          handle={draft.handle}
          seo={draft.seo}
          savedHandle={product?.handle}
        />
        <CustomFieldsCard fields={draft.customFields} />
        {isReadOnly ? null : (
          <SaveBar
            isDirty={isDirty}
            isNew={product === undefined}
            isSaving={isSaving}
            validationError={conflict ? 'Choose which version to keep.' : undefined}
            message={editor.isSaved ? 'Product saved' : undefined}
            onSave={save}
            onDiscard={editor.discard}
          >
            {conflict ? <ProductConflictNotice conflict={conflict} onResolve={editor.resolveConflict} /> : null}
            {hasErrors ? null : <ErrorAlert error={editor.error} title="Couldn't save the product" />}
          </SaveBar>
        )}
      </Stack>
      {pendingRemoval ? <RemovalDialog removal={pendingRemoval} onClose={editor.cancelRemoval} /> : null}
      {isDeleting && product ? <DeleteProductDialog product={product} onClose={() => setIsDeleting(false)} /> : null}
      <UnsavedGuard isDirty={isDirty} />
    </EditorContext>
  )
}

interface EditorHeaderProps {
  product: Product | undefined
  title: string
  isReadOnly: boolean
  onDelete: () => void
}

function EditorHeader({ product, title, isReadOnly, onDelete }: EditorHeaderProps) {
  useRecordVisit(product?.title)
  const shopPage = useProductUrl(product)
  return (
    <Group gap="md" wrap="nowrap" justify="space-between" align="flex-start">
      <Stack gap={2} miw={0}>
        <BackLink to="Products" />
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {title.trim() || (product ? 'Untitled product' : 'New product')}
        </Title>
        {product ? (
          <Text size="sm" c="dimmed">
            {'Saved '}
            <RelativeTime at={product.updatedAt} />
            {product.rating ? ` · ${formatRating(product.rating)}` : ''}
          </Text>
        ) : null}
      </Stack>
      <Group gap="xs" wrap="nowrap" flex="none">
        {shopPage === undefined ? null : (
          <Button component="a" variant="default" href={shopPage} target="_blank" rel="noreferrer">
            View in shop
          </Button>
        )}
        {product && !isReadOnly ? (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button variant="default" px="sm" flex="none" aria-label="More actions">
                ⋯
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                renderRoot={(props) => <Link to="/catalog/products/new" search={{ copy: product.id }} {...props} />}
              >
                Duplicate
              </Menu.Item>
              <Menu.Item color="var(--mantine-color-error)" onClick={onDelete}>
                Delete product
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </Group>
    </Group>
  )
}

function RemovalDialog({ removal, onClose }: { removal: PendingRemoval; onClose: () => void }) {
  const { title, about, action, onConfirm } = removal
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Text>{about}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function DeleteProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const navigate = useNavigate()
  // Leaves first: a page that still shows the product would read it again.
  const deletion = products.useDelete(product.id, {
    onSuccess: () => navigate({ to: '/catalog/products', ignoreBlocker: true }),
  })
  return (
    <ConfirmDialog
      title={`Delete “${product.title}”?`}
      errorTitle="Couldn't delete the product"
      cancelLabel="Keep product"
      confirmLabel="Delete product"
      mutation={deletion}
      onConfirm={() => deletion.mutate(undefined)}
      onClose={onClose}
    >
      You can't undo this. The product is deleted with all its variants and prices. To hide it but keep its data,
      archive it instead.
    </ConfirmDialog>
  )
}
