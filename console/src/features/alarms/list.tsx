import { ALARM_CONDITIONS, ALARM_SORTS, ALARM_TABS, type Alarm } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_GROUPINGS } from '@heatfleet/contract/alarms/groups.ts'
import { ALARM_TYPE_NAMES } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { ALARM_HANDLING_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useTicking } from '../../ui/clock.ts'
import { defaultParam, numberParam } from '../../ui/filter-bar-params.ts'
import { formatDuration, formatNumber, UNKNOWN } from '../../ui/format.ts'
import { ConditionChip, HandlingChip, SeverityChip, SlaMark, useAlarmText, useDuration } from './alarm-marks.tsx'
import css from './alarms.module.css'
import { MutedChip, VirtualChip } from './mute-banner.tsx'

/** How the list is summed up above its rows. */
export const GROUPINGS = ['none', ...ALARM_GROUPINGS] as const

/** Durations that the list is narrowed by, in minutes. */
const DURATIONS = ['15', '60', '240', '1440', '4320', '10080'] as const
const MINUTE_MS = 60_000

const { list, column, filter } = listOf(api.alarmList, 'alarms', () => ({ textOf: useAlarmText() }))

/** Ticks by itself, so that the table is not drawn anew. */
function Duration({ alarm }: { alarm: Alarm }) {
  const durationOf = useDuration()
  return <span>{useTicking((now) => durationOf(alarm, now))}</span>
}

/** Alarms (product 3.17). */
export const alarms = list({
  name: 'alarms',
  needs: 'alarm:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ alarm_id }) => String(alarm_id),
  title: ({ device_name, mac, ...alarm }, { t, textOf }) =>
    t(($) => $.open, { alarm: textOf(alarm), device: device_name || mac }),
  shares_address: true,
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.matching), { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: ALARM_SORTS,
  sorted: { by: 'last_time', order: 'desc' },
  also: { tab: defaultParam(ALARM_TABS, 'unprocessed'), group: defaultParam(GROUPINGS, 'none') },
  filters: {
    search: filter.text(100),
    severity: filter.choice(SEVERITIES).text(({ t }, code) => t(($) => $.severities[code])),
    condition: filter.choice(ALARM_CONDITIONS).text(({ t }, code) => t(($) => $.conditions[code])),
    type: filter.choice(ALARM_TYPE_NAMES).text(({ t }, code) => t(($) => $.types[code])),
    code: filter.text(40),
    handling: filter.choice(ALARM_HANDLING_STATES).text(({ t }, code) => t(($) => $.handlings[code])),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product) }),
    under: filter.agent({
      label: ({ t }) => t(($) => $.columns.agent_name),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
    }),
    assignee: filter.text(60),
    region_code: filter.region(),
    country: filter.country(),
    longer: filter
      .choice(DURATIONS)
      .text(
        ({ t, lang }, minutes) =>
          t(($) => $.filters.longer_than, { duration: formatDuration(Number(minutes) * MINUTE_MS, lang) }),
        {
          body: (minutes) => ({ longer_than_minutes: minutes === undefined ? undefined : Number(minutes) }),
        },
      ),
    last: filter.days('last_from', 'last_to'),
    repeated: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
    overdue: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
    muted: filter.either(({ t }) => ({ yes: t(($) => $.filters.yes), no: t(($) => $.filters.no) })),
    mac: filter.text(20),
    assignee_uid: filter.hidden(numberParam),
    rule_id: filter.hidden(numberParam),
    storm_id: filter.hidden(numberParam),
  },
  columns: {
    severity: column.custom(112, ({ severity }) => <SeverityChip severity={severity} />, {
      fixed: 'start',
      always: true,
    }),
    alarm: column.textOf(230, (alarm, { textOf }) => textOf(alarm), { grows: true, exports: ['code', 'name', 'type'] }),
    device_name: column.custom(
      176,
      ({ device_name, mac, virtual }) => (
        <span className={css.unit}>
          <Link className={css.cut} to={`/device/device-detail/${mac}`} title={device_name || mac}>
            {device_name || mac}
          </Link>
          {virtual && <VirtualChip />}
        </span>
      ),
      { weight: 2 },
    ),
    mac: column.text(136, { by_default: false }),
    product: { ...productColumn(130), by_default: false },
    agent_name: column.text(130),
    condition: column.custom(116, ({ condition }) => <ConditionChip condition={condition} />),
    muted: column.custom(108, ({ muted }) => (muted ? <MutedChip /> : null), { by_default: false, exports: [] }),
    handling: column.custom(138, ({ handling }) => <HandlingChip handling={handling} />),
    sla: column.custom(156, (alarm) => <SlaMark alarm={alarm} />, { exports: ['due_time', 'sla'] }),
    last_time: column.age(110),
    first_time: column.age(110, { by_default: false }),
    recovered_time: column.age(110, { by_default: false }),
    duration: column.custom(104, (alarm) => <Duration alarm={alarm} />, { exports: [] }),
    count: column.number(64),
    value: column.textOf(96, ({ value }, { lang }) => (value === null ? UNKNOWN : formatNumber(value, 1, lang)), {
      by_default: false,
      align: 'end',
    }),
    assignee: column.text(118),
    order_id: column.custom(96, ({ order_id }) =>
      order_id === null ? null : <Link to={`/service/order-detail/${order_id}`}>#{order_id}</Link>,
    ),
    alarm_id: column.number(76, { by_default: false }),
  },
  body: ({ tab }) => ({ tab }),
  export: { kind: 'alarm-list', needs: 'alarm:export' },
})
