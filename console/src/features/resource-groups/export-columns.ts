import { GROUP_EXPORT_COLUMNS } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

type Key = ExportColumn<'group-list'>['key']

/** Columns of the list as a file: what a group names stands apart there. */
export const useGroupExportColumns = (): ExportColumn<'group-list'>[] => {
  const t = useWords('resource-groups')
  const titles: Readonly<Record<Key, string>> = {
    ...t(($) => $.columns, { returnObjects: true }),
    ...t(($) => $.fields, { returnObjects: true }),
    group_name: t(($) => $.columns.group_name),
    listed_devices: t(($) => $.fields.macs),
  }
  return GROUP_EXPORT_COLUMNS.map((key) => ({
    key,
    title: titles[key],
    shown: true,
    ...(key === 'group_name' ? { words: { everything: t(($) => $.whole_fleet) } } : {}),
  }))
}
