import { DISTRIBUTOR_EXPORT_COLUMNS } from '@heatfleet/contract/distributors/distributors.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

/** Every column of the list as a file has it; `shown` = those the table shows now. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'agent-list'>[] => {
  const t = useWords('distributors')
  const titles = { ...t(($) => $.columns, { returnObjects: true }), disabled: t(($) => $.disabled) }
  const words = {
    agent_level: t(($) => $.levels, { returnObjects: true }),
    disabled: { yes: t(($) => $.yes), no: t(($) => $.no) },
  }
  return DISTRIBUTOR_EXPORT_COLUMNS.map((key) => ({
    key,
    title: titles[key],
    shown: shown.includes(key),
    ...(key === 'agent_level' || key === 'disabled' ? { words: words[key] } : {}),
  }))
}
