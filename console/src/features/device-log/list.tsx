import { api } from '@heatfleet/contract/api.ts'
import { DEVICE_LOG_RESULTS, DEVICE_LOG_TYPES } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { macColumn, productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'
import { ListIcon } from '../../ui/icons.tsx'
import { EntryLine } from './entry-line.tsx'
import { ResultMark, TraceId } from './entry-marks.tsx'
import { bodyOfSearch } from './units-of-search.ts'

/** Some complete ids with commas between them. */
const SEARCH_MAX = 400
/** How the log is drawn. */
const LOG_VIEWS = ['timeline', 'table'] as const

const { list, column, filter } = listOf(api.deviceLogList, 'device-log')

/** The device log (product 3.16). */
export const deviceLog = list({
  name: 'device-log',
  needs: 'log:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ entry_id }) => entry_id,
  title: ({ kind, device_name, mac }, { t }) => `${t(($) => $.kinds[kind])} · ${device_name || mac}`,
  path: ({ mac }) => `/device/device-detail/${mac}?tab=log`,
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.count), { count }),
  never: ({ t }) => ({ icon: ListIcon, title: t(($) => $.never), text: t(($) => $.never_hint) }),
  page_sizes: [50, 100],
  visible: 4,
  also: { view: defaultParam(LOG_VIEWS, 'timeline') },
  filters: {
    search: { ...filter.text(SEARCH_MAX), body: ({ search }: { search?: string }) => bodyOfSearch(search ?? '') },
    type: filter.choice(DEVICE_LOG_TYPES).text(({ t }, code) => t(($) => $.types[code])),
    result: filter.choice(DEVICE_LOG_RESULTS).text(({ t }, code) => t(($) => $.results[code])),
    period: filter.days('from', 'to'),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    agent: filter.agentAndLower({
      label: ({ t }) => t(($) => $.columns.agent_name),
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
    }),
    text: filter.text(LIMITS.device_log_text_max),
  },
  columns: {
    at: column.time(186, { fixed: 'start', always: true }),
    mac: { ...macColumn(160), fixed: undefined },
    device_name: column.text(160),
    type: column.word(120, ({ t }) => t(($) => $.types, { returnObjects: true })),
    kind: column.word(180, ({ t }) => t(($) => $.kinds, { returnObjects: true })),
    detail: column.custom(460, (entry) => <EntryLine entry={entry} />),
    result: column.custom(120, ({ result }) => (result === null ? '—' : <ResultMark result={result} />), {
      exports: ['result'],
    }),
    operator: column.text(140),
    source: column.word(120, ({ t }) => t(($) => $.sources, { returnObjects: true })),
    trace_id: column.custom(150, ({ trace_id }) => (trace_id === '' ? '—' : <TraceId id={trace_id} />), {
      exports: ['trace_id'],
    }),
    product_name: productColumn(150),
    agent_name: column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock)),
  },
  export: { kind: 'device-log', needs: 'log:export' },
})

/** The same of one unit: the unit is where it is shown. */
export const deviceLogOfUnit: typeof deviceLog = {
  ...deviceLog,
  name: null,
  offered: () => ({
    filters: ['type', 'result', 'period', 'text'],
    columns: ['at', 'type', 'kind', 'detail', 'result', 'operator', 'source', 'trace_id'],
  }),
}
