import type { ExportKind } from '@heatfleet/contract/exports/exports.ts'
import { textsOf } from '@heatfleet/contract/exports/kind-texts.ts'
import { EXPORT_TEXTS } from '@heatfleet/contract/exports/texts.ts'
import i18next from 'i18next'
import { useLanguage } from '../../messages/messages.ts'
import { ExportDialog, type ExportDialogProps } from './export-dialog.tsx'

type Props = Omit<ExportDialogProps, 'columns'> & {
  kind: Exclude<ExportKind, 'device-history'>
  /** Columns chosen at first; null = all. */
  shown: readonly string[] | null
}

/** The dialog of a list: what a file of its kind can hold, in the person's language. Loaded when it is opened. */
export function ListExportDialog({ kind, shown, ...dialog }: Props) {
  const lang = useLanguage()
  const texts = textsOf(EXPORT_TEXTS[kind], (catalogue, path) => i18next.getResource(lang, catalogue, path))
  const columns = texts.map(({ key, title }) => ({ key, title, shown: shown?.includes(key) ?? true }))
  return <ExportDialog {...dialog} columns={columns} />
}
