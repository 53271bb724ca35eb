import { fetchFile } from '../api.ts'
import { useAction } from '../mutation.ts'
import { saveFile } from './save-file.ts'

/** Downloads a file of the API. */
export const useDownload = () =>
  useAction({
    mutationFn: ({ url, environmentId }: Download) => fetchFile(url, environmentId),
    onSuccess: (file, { name }) => saveFile(name, file),
  })

interface Download {
  url: string
  environmentId: string | undefined
  name: string
}
