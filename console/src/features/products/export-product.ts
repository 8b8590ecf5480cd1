import { api } from '@heatfleet/contract/api.ts'
import { call } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Export formats; JSON includes the settings. */
export const PRODUCT_FORMATS = ['xlsx', 'csv', 'json'] as const

/** Downloads a product as a file; a refusal is shown as a notification. */
export const useDownload = (): ((product_key: string, format: (typeof PRODUCT_FORMATS)[number]) => void) => {
  const notify = useNotify()
  const errorText = useErrorText()
  return (product_key, format) =>
    void call(api.productExport, { params: { product_key }, query: { format } }).then(
      ({ file_name, blob }) => saveFile(file_name, blob),
      (error: unknown) => notify.failed(errorText(error)),
    )
}
