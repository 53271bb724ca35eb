import { Alert, Stack } from '@mantine/core'
import { useDocumentTitle, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { UnsavedGuard } from '../parts/unsaved-guard.tsx'
import type { Product } from '../products/products.ts'
import { BasicsCard } from './basics-card.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { CustomFieldsCard } from './custom-fields-card.tsx'
import { DeleteProductDialog } from './delete-product-dialog.tsx'
import type { Draft } from './draft.ts'
import { EditingContext, fieldId } from './editing.ts'
import classes from './editor.module.css'
import { EditorHead } from './editor-head.tsx'
import { FaultsNotice } from './faults-notice.tsx'
import { ImagesCard } from './images-card.tsx'
import { OptionsCard } from './options-card.tsx'
import { OrganisationCard } from './organisation-card.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { SearchCard } from './search-card.tsx'
import { TaxCard } from './tax-card.tsx'
import { useEditor } from './use-editor.ts'
import { VariantsCard } from './variants-card.tsx'
import { VisibilityCard } from './visibility-card.tsx'

interface Props {
  product?: Product
  untouched: Draft
  draft?: Draft
  currency: string
}

export function Editor({ product: opened, untouched, draft: first = untouched, currency }: Props) {
  const navigate = useNavigate()
  const { workspace } = useDesk()
  const isReadOnly = workspace.role === 'viewer'
  const onCreated = ({ id }: Product) =>
    // What was typed is saved: nobody needs to be asked.
    void navigate({ to: '/catalogue/products/$id', params: { id }, replace: true, ignoreBlocker: true })
  const editor = useEditor({ product: opened, untouched, draft: first, currency, isReadOnly, onCreated })
  const { product, draft, isChanged, isSaving, editing, conflict, question } = editor
  const [wanted, setWanted] = useState<{ path: string }>()
  const [isDeleting, setIsDeleting] = useState(false)
  useDocumentTitle(`${product?.title ?? 'New product'} · Storedesk`)

  const save = () => {
    if (isChanged && !isSaving && !isReadOnly && !conflict) void editor.save()
  }
  useHotkeys([['mod+S', save]], [])
  const go = (path: string) => {
    if (path.startsWith('/variants/')) setWanted({ path })
    else document.getElementById(fieldId(path))?.focus()
  }
  const options = <OptionsCard key="options" options={draft.options} />
  const pricing = <VariantsCard key="pricing" options={draft.options} variants={draft.variants} wanted={wanted} />
  const hasFaults = Object.keys(editing.faults).length > 0

  return (
    <EditingContext value={editing}>
      <Stack gap="lg" maw={1100} mx="auto">
        <EditorHead
          product={product}
          title={draft.title}
          isReadOnly={isReadOnly}
          onDelete={() => setIsDeleting(true)}
        />
        {isReadOnly ? <Alert color="blue">Your role here is viewer: you can look but not change.</Alert> : null}
        {hasFaults ? <FaultsNotice key={editor.tries} faults={editing.faults} draft={draft} onGo={go} /> : null}
        <div className={classes.columns}>
          <Stack gap="lg">
            <BasicsCard title={draft.title} description={draft.description} />
            <ImagesCard images={draft.images} />
          </Stack>
          <Stack gap="lg">
            <VisibilityCard status={draft.status} publishAt={draft.publishAt} unpublishAt={draft.unpublishAt} />
            <OrganisationCard vendor={draft.vendor} type={draft.type} tags={draft.tags} />
            <TaxCard taxClass={draft.taxClass} isGiftCard={draft.isGiftCard} />
          </Stack>
        </div>
        {/* Most products have no options: what they cost comes first. */}
        {draft.options.length === 0 ? [pricing, options] : [options, pricing]}
        <SearchCard
          title={draft.title}
          description={draft.description}
          handle={draft.handle}
          seo={draft.seo}
          savedHandle={product?.handle}
        />
        <CustomFieldsCard fields={draft.customFields} />
        {isReadOnly ? null : (
          <SaveBar
            isEdited={isChanged}
            isSaving={isSaving}
            obstacle={conflict ? 'Decide first.' : undefined}
            news={editor.isSaved ? 'Saved.' : undefined}
            onSave={save}
            onDiscard={editor.discard}
          >
            {conflict ? <ConflictNotice conflict={conflict} onSettle={editor.settle} /> : null}
            {hasFaults ? null : <Failure error={editor.error} title="The product was not saved" />}
          </SaveBar>
        )}
      </Stack>
      {question ? <QuestionDialog question={question} onClose={editor.closeQuestion} /> : null}
      {isDeleting && product ? (
        <DeleteProductDialog
          product={product}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate({ to: '/catalogue/products', ignoreBlocker: true })}
        />
      ) : null}
      <UnsavedGuard isEdited={isChanged} />
    </EditingContext>
  )
}
