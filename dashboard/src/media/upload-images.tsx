import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { IMAGE_TYPES, validateImageFile } from './image-rules.ts'
import classes from './upload-images.module.css'
import { type Upload, useUploads } from './use-uploads.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function UploadImages({ onAdd }: { onAdd: (url: string) => void }) {
  const { uploads, add, retry, remove } = useUploads(onAdd)
  const [isOver, setIsOver] = useState(false)
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button is the alternative to dragging */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setIsOver(false)
          add([...event.dataTransfer.files])
        }}
      >
        <FileButton multiple accept={IMAGE_TYPES.join()} onChange={add} inputProps={{ 'aria-label': 'Image files' }}>
          {(props) => (
            <Button variant="default" {...props}>
              Upload images
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          or drop them here. PNG, JPEG, WebP, GIF or AVIF, up to 10 MB.
        </Text>
      </div>
      {uploads.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Uploads">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => remove(upload.key)}
            />
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}

interface RowProps {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

function UploadRow({ upload: { file, progress, error }, onRetry, onDismiss }: RowProps) {
  if (error === undefined) {
    return (
      <li>
        <Text size="sm" truncate>
          {file.name}
        </Text>
        <Progress value={progress * 100} aria-label={`Upload of ${file.name}`} size="sm" animated={progress === 1} />
      </li>
    )
  }
  return (
    <Group component="li" gap="xs" justify="space-between">
      <Text size="sm" role="alert" c="var(--mantine-color-error)" flex="1 1 12rem" className={classes.words ?? ''}>
        {`Couldn't upload ${file.name}. ${error}`}
      </Text>
      <Group gap="xs">
        {validateImageFile(file) ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDismiss} aria-label={`Dismiss ${file.name}`}>
          Dismiss
        </Button>
      </Group>
    </Group>
  )
}
