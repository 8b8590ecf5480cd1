import { api } from '@heatfleet/contract/api.ts'
import { EXPORT_STATES } from '@heatfleet/contract/exports/exports.ts'
import { listOf } from '../../lists/list.ts'
import { ListFilters, ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { formatBytes, formatTime, UNKNOWN } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { ExportMoves } from './export-moves.tsx'
import { ExportProgress, ExportStateChip } from './export-state.tsx'
import { allows, followExports, useExportMoves } from './use-exports.ts'

const { list, column, filter } = listOf(api.exportList, 'exports')

/** The own exports, the newest first (product 3.40). */
export const ownExports = list({
  name: null,
  label: ({ t }) => t(($) => $.page),
  key: ({ export_id }) => String(export_id),
  title: ({ file_name }) => file_name,
  titles: ({ t }) => t(($) => $.fields, { returnObjects: true }),
  summary: ({ t }, count) => t(($) => $.total, { count }),
  never: ({ t }) => ({ icon: DownloadIcon, title: t(($) => $.none), text: t(($) => $.none_hint) }),
  page_sizes: [10, 20, 50, 100],
  sorted: { by: 'created_at', order: 'desc' },
  shares_address: true,
  refetch_ms: followExports,
  filters: {
    state: filter.choice(EXPORT_STATES).text(({ t }, code) => t(($) => $.states[code]), {
      body: (state) => (state === undefined ? {} : { states: [state] }),
    }),
  },
  columns: {
    file_name: column.text(260, { fixed: 'start', grows: true, always: true }),
    kind: column.word(120, ({ t }) => t(($) => $.kinds, { returnObjects: true })),
    period: column.custom(252, ({ period_from, period_to }, { lang }) =>
      period_from === null && period_to === null
        ? UNKNOWN
        : `${formatTime(period_from, lang, 'date')} – ${formatTime(period_to, lang, 'date')}`,
    ),
    state: column.custom(110, (record) => <ExportStateChip record={record} />),
    rows: column.custom(140, (record) => <ExportProgress record={record} />, { align: 'end' }),
    file_bytes: column.custom(80, ({ file_bytes }, { lang }) => formatBytes(file_bytes, lang), { align: 'end' }),
    created_at: column.age(90),
    expires_at: column.time(168, { precision: 'minute' }),
    actions: { ...column.actions((record) => <ExportMoves record={record} />), px: 76 },
  },
})

/** The own exports with what can be done with each; filter and page are in the address. */
export function ExportList() {
  const own = useList(ownExports, undefined)
  const moves = useExportMoves()
  return (
    <>
      <ListFilters of={own} />
      <ListTable
        of={own}
        onOpen={(record) => {
          if (allows('download', record.state)) moves.download(record)
        }}
      />
    </>
  )
}
