import { Button } from '@mantine/core'
import { toUrl } from '../api.ts'
import { useApiScope } from '../resource.ts'
import { ErrorAlert } from './feedback.tsx'
import { showToast } from './toast.tsx'
import { useDownload } from './use-download.ts'

interface Props {
  path: string
  /** The filters on screen. */
  query: object
  /** Of the file. */
  name: string
}

/** Downloads what the list shows, all pages of it. */
export function ExportButton({ path, query, name }: Props) {
  const { url, environmentId } = useApiScope()(path)
  const download = useDownload()
  return (
    <>
      <Button
        variant="default"
        loading={download.isPending}
        onClick={() =>
          download.mutate(
            { url: toUrl(url, {}, query), environmentId, name: `${name}.csv` },
            { onSuccess: () => showToast('File downloaded') },
          )
        }
      >
        Export CSV
      </Button>
      <ErrorAlert error={download.error} title="Couldn't export the list" />
    </>
  )
}
