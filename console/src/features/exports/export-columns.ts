import type { ExportKind } from '@heatfleet/contract/exports/exports.ts'
import { textsOf } from '@heatfleet/contract/exports/kind-texts.ts'
import { EXPORT_TEXTS } from '@heatfleet/contract/exports/texts.ts'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useLanguage } from '../../messages/messages.ts'
import type { ExportColumn } from './export-button.tsx'

/** What a file of one kind can hold, in the person's language; `shown` = columns chosen at first, null = all. */
export const useExportColumns = <Kind extends Exclude<ExportKind, 'device-history'>>(
  kind: Kind,
  shown: readonly string[] | null,
): ExportColumn<Kind>[] => {
  const lang = useLanguage()
  const texts = useMemo(
    () => textsOf(EXPORT_TEXTS[kind], (catalogue, path) => i18next.getResource(lang, catalogue, path)),
    [kind, lang],
  )
  // The table has the columns of that very kind.
  return texts.map(({ key, title }) => ({ key, title, shown: shown?.includes(key) ?? true })) as ExportColumn<Kind>[]
}
