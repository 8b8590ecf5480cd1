import { BATCH_EXPORT_COLUMNS } from '@heatfleet/contract/batches/batches.ts'
import { ERROR_CODES, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import type { ExportColumn } from '../exports/export-button.tsx'
import { useCodeText } from '../words/error-text.ts'
import { useWords } from '../words/words.ts'

/** What became of each object as a file tells it: refusals in words, not as codes. */
export const useExportColumns = (): ExportColumn<'batch-items'>[] => {
  const t = useWords('batches')
  const codeText = useCodeText()
  return useMemo(() => {
    const textOf = (code: ErrorCode) => codeText(code).slice(0, LIMITS.export_word_max)
    const refused = Object.fromEntries(ERROR_CODES.map((code) => [code, textOf(code)]))
    const words = { ...refused, ok: t(($) => $.ok), open: t(($) => $.waiting) }
    const titles = {
      position: t(($) => $.position),
      object_id: t(($) => $.object_id),
      name: t(($) => $.object),
      result: t(($) => $.result),
    }
    return BATCH_EXPORT_COLUMNS.map((key) => ({
      key,
      title: titles[key],
      shown: key !== 'object_id',
      ...(key === 'result' ? { words } : {}),
    }))
  }, [t, codeText])
}
