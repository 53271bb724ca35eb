import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { IMAGE_TYPES, refusalOf } from './image-rules.ts'
import classes from './upload-images.module.css'
import { type Upload, useUploads } from './use-uploads.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

export function UploadImages({ onAdd }: { onAdd: (url: string) => void }) {
  const { uploads, add, retry, drop } = useUploads(onAdd)
  const [isOver, setIsOver] = useState(false)
  return (
    <Stack gap="xs">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever does not drag has the button */}
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
          or drop them here. PNG, JPEG, WebP, GIF or AVIF, 10 MB at most.
        </Text>
      </div>
      {uploads.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Uploads">
          {uploads.map((one) => (
            <UploadRow key={one.key} upload={one} onRetry={() => retry(one)} onDrop={() => drop(one.key)} />
          ))}
        </Stack>
      ) : null}
    </Stack>
  )
}

interface RowProps {
  upload: Upload
  onRetry: () => void
  onDrop: () => void
}

function UploadRow({ upload: { file, share, fault }, onRetry, onDrop }: RowProps) {
  if (fault === undefined) {
    return (
      <li>
        <Text size="sm" truncate>
          {file.name}
        </Text>
        <Progress value={share * 100} aria-label={`Upload of ${file.name}`} size="sm" animated={share === 1} />
      </li>
    )
  }
  return (
    <Group component="li" gap="xs" justify="space-between">
      <Text size="sm" role="alert" c="var(--mantine-color-error)" flex="1 1 12rem" className={classes.words ?? ''}>
        {`${file.name} was not uploaded. ${fault}`}
      </Text>
      <Group gap="xs">
        {refusalOf(file) ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDrop} aria-label={`Forget ${file.name}`}>
          Forget it
        </Button>
      </Group>
    </Group>
  )
}
