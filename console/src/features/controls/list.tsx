import { api } from '@heatfleet/contract/api.ts'
import { CONTROL_SOURCES } from '@heatfleet/contract/controls/controls.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { CONTROL_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { useProducts } from '../../cloud/picker-reads.ts'
import { CommandState } from '../../commands/command-state.tsx'
import { CutText, macColumn, productColumn } from '../../lists/columns.tsx'
import { partOf } from '../../lists/filter-kind.ts'
import { listOf } from '../../lists/list.ts'
import { usePointText } from '../../points/point-text.ts'
import { pointName } from '../../points/readings.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { numberParam, textParam } from '../../ui/filter-bar-params.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { ListIcon } from '../../ui/icons.tsx'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import css from './controls.module.css'
import { ReasonText } from './reason-text.tsx'
import { latencyMsOf } from './steps.ts'

/** A command that has not ended is looked at again so soon, ms. */
const OPEN_REFETCH_MS = 2_000

const { list, column, filter } = listOf(api.controlLog, 'controls', () => ({ pointText: usePointText() }))

/** The control log (product 3.19). */
export const controlLog = list({
  name: 'controls',
  needs: 'controllog:view',
  label: ({ t }) => t(($) => $.label),
  key: ({ control_id }) => String(control_id),
  title: ({ names, point_key, device_name, mac }, { lang }) => `${names[lang] || point_key} · ${device_name || mac}`,
  // The entry that is open.
  shares_address: true,
  refetch_ms: (data) => (data?.list.some(({ finish_time }) => finish_time === null) ? OPEN_REFETCH_MS : false),
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.count), { count }),
  never: ({ t }) => ({ icon: ListIcon, title: t(($) => $.never), text: t(($) => $.never_hint) }),
  visible: 5,
  // The server knows no other order.
  sorted: { by: 'control_time', order: 'desc' },
  body: ({ sort_order }) => ({ sort_order }),
  filters: {
    search: filter.text(100),
    period: filter.days('from', 'to'),
    state: filter.choice(CONTROL_STATES).text(({ t }, code) => t(($) => $.states[code])),
    source: filter.choice(CONTROL_SOURCES).text(({ t }, code) => t(($) => $.sources[code])),
    product_key: filter.product(),
    point_key: filter.one(
      textParam(LIMITS.point_key_max),
      function usePoint({ key, label, value, change, values, say }) {
        const { t, lang } = say
        const named = partOf(values, 'product_key')
        const definition = useOnlyDefinition(typeof named === 'string' && named !== '' ? named : null)
        if (definition === null)
          return textFilter(
            key,
            label,
            value,
            change,
            t(($) => $.filters.point_hint),
          )
        const options = [...definition.values()]
          .filter(({ rw }) => rw === 'rw')
          .map((point) => ({ value: point.key, label: pointName(point, lang) }))
        return choiceFilter(key, label, options, value === '' ? undefined : value, (next) => change(next ?? ''))
      },
      // The column of this name is the key in the exported file.
      { label: ({ t }) => t(($) => $.filters.point_key) },
    ),
    agent: filter.agentAndLower({
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
    }),
    operator: filter.text(100, { label: ({ t }) => t(($) => $.columns.operator_name) }),
    operator_email: filter.text(100, { personal: ({ t }) => t(($) => $.filters.personal) }),
    operator_phone: filter.text(40, { personal: ({ t }) => t(($) => $.filters.personal) }),
    rollout_id: filter.one(numberParam, ({ key, label, value, change }) =>
      textFilter(key, label, value === undefined ? '' : String(value), (text) => change(numberOf(text))),
    ),
    request_id: filter.text(64),
  },
  columns: {
    control_time: column.time(186, { fixed: 'start', always: true, sort: 'control_time' }),
    mac: { ...macColumn(160), fixed: undefined },
    device_name: column.custom(150, ({ mac, device_name }) => (
      <Link className={css.link} to={`/device/device-detail/${mac}`} title={device_name}>
        {device_name || mac}
      </Link>
    )),
    point: column.custom(
      170,
      ({ names, point_key, address }, { lang }) => (
        <CutText text={names[lang] || point_key} hint={`${point_key} · ${address}`} />
      ),
      { exports: ['point', 'point_key', 'address'] },
    ),
    change: column.custom(
      190,
      (row, { pointText: { inline } }) => (
        <span className={css.change}>
          {inline(row, row.old_value)} → <b>{inline(row, row.new_value)}</b>
        </span>
      ),
      { exports: ['old_value', 'new_value', 'unit'] },
    ),
    read_back: column.custom(110, (row, { pointText: { inline } }) => (
      <span className={css.change}>{inline(row, row.read_back)}</span>
    )),
    change_reason: column.text(180, { by_default: false }),
    state: column.custom(130, ({ state }) => <CommandState state={state} />),
    reason: column.custom(170, ({ reason }) => <ReasonText reason={reason} />),
    operator_name: column.text(130),
    operator_email: column.text(170),
    operator_phone: column.text(130),
    source: column.word(90, ({ t }) => t(($) => $.sources, { returnObjects: true })),
    rollout_name: column.text(150, { by_default: false }),
    latency: column.custom(
      90,
      (row, { lang }) => {
        const ms = latencyMsOf(row)
        return <span className={css.change}>{ms === null ? UNKNOWN : `${formatNumber(ms / 1_000, 1, lang)} s`}</span>
      },
      { align: 'end', exports: ['sent_time', 'acked_time', 'finish_time'] },
    ),
    product_name: productColumn(150),
    agent_name: column.textOf(130, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock), { by_default: false }),
    control_data: column.code(110, { by_default: false }),
    frame: column.code(190, { by_default: false }),
    operator_address: column.text(120, { by_default: false }),
    request_id: column.text(280, { by_default: false }),
  },
  export: { kind: 'control-log', needs: 'controllog:export' },
})

/** The definition of the named product, or of the only one there is; null = several, or it still loads. */
const useOnlyDefinition = (named: string | null) => {
  const { data = [] } = useProducts()
  const only = data.length === 1 ? data[0]?.product_key : undefined
  return useDefinition(named ?? only).definition
}

const numberOf = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined)
