import { AUDIT_EXPORT_COLUMNS } from '@heatfleet/contract/audit/audit.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import type { useWords } from '../../words/words.ts'

/** What an export of the log can hold; old and new value are ticked when their column is on the screen. */
export const exportColumns = (
  t: ReturnType<typeof useWords<'audit'>>,
  shown: readonly string[],
): ExportColumn<'audit-log'>[] => {
  const words: Readonly<Record<string, Record<string, string>>> = {
    action: t(($) => $.actions, { returnObjects: true }),
    result: { ok: t(($) => $.results.ok) },
  }
  return AUDIT_EXPORT_COLUMNS.map((key) => {
    const own = words[key]
    const column = key === 'before' || key === 'after' ? 'change' : key
    return {
      key,
      title: t(($) => $.fields[key]),
      shown: shown.includes(column),
      ...(own === undefined ? {} : { words: own }),
    }
  })
}
