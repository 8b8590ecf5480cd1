import { api } from '@heatfleet/contract/api.ts'
import { HEALTH_BANDS } from '@heatfleet/contract/device-days/health-bands.ts'
import {
  DEVICE_SORTS,
  type Device,
  isEstimate,
  QUICK_TABS,
  VIRTUAL_CHOICES,
} from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import type { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { BUS_STATES, IDENTIFY_STATES, ONLINE_STATES, RECOGNITION_STATES } from '@heatfleet/contract/transitions.ts'
import { useDeviceGroupNames, useDeviceTagNames } from '../../cloud/picker-reads.ts'
import { macColumn, productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useDayText } from '../../ui/day-text.ts'
import { defaultParam, type Param } from '../../ui/filter-bar-params.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { choiceFilter } from '../../ui/list-filters.tsx'
import { readBox, writeBox } from '../../ui/map/map-box-text.ts'
import { centreText, kmText, readCircle, writeCircle } from '../../ui/map/map-circle-text.ts'
import { ImportOffer } from '../imports/public.ts'
import {
  ActiveCell,
  AlarmCell,
  BusCell,
  FavouriteCell,
  FlowCell,
  RecognitionCell,
  ReportCell,
  SignalCell,
  StatusCell,
  TagsCell,
} from './cells.tsx'
import { detailPath } from './detail-path.ts'
import { DeviceMenu } from './device-actions.tsx'
import { BoundUsersCell, FirmwareCell, HealthCell, SimEndCell } from './fact-cells.tsx'
import { keywordBody, keywordField, keywordParam } from './keyword-field.tsx'
import { NameCell } from './name-cell.tsx'

/** How the list is drawn. */
export const VIEWS = ['table', 'cards'] as const

/** Networks a module may have. */
const NETWORKS = ['4g', 'wifi'] as const

/** Days until the end of a SIM card that are offered; 0 = it has ended. */
const SIM_DAYS = [0, 7, 30, 60, 90]
const simDaysParam: Param<number | undefined> = {
  empty: undefined,
  read: (text) => SIM_DAYS.find((days) => String(days) === text) ?? null,
  write: (value) => (value === undefined ? null : String(value)),
}

/** How many app users a unit has at least, as offered. */
const BOUND_USERS = [2, 3, 5, 10]
const boundUsersParam: Param<number | undefined> = {
  empty: undefined,
  read: (text) => BOUND_USERS.find((count) => String(count) === text) ?? null,
  write: (value) => (value === undefined ? null : String(value)),
}

const areaParam: Param<MapBox | undefined> = {
  empty: undefined,
  read: readBox,
  write: (value) => (value === undefined ? null : writeBox(value)),
}

const circleParam: Param<MapCircle | undefined> = {
  empty: undefined,
  read: readCircle,
  write: (value) => (value === undefined ? null : writeCircle(value)),
}

const { list, column, filter } = listOf(api.deviceList, 'devices', () => ({
  words: useMessages('devices'),
  dayText: useDayText(),
}))

/** The device list (product 3.7). */
export const devices = list({
  name: 'devices',
  needs: 'device:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ mac }) => mac,
  title: ({ device_name, mac }) => device_name || mac,
  path: ({ mac }) => detailPath(mac),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({
    title: t(($) => $.never_any),
    text: t(($) => $.never_any_hint),
    action: <ImportOffer label={t(($) => $.import)} />,
  }),
  sorts: DEVICE_SORTS,
  sorted: { by: 'urgency', order: 'asc' },
  also: { view: defaultParam(VIEWS, 'table') },
  filters: {
    quick: filter.tabs(QUICK_TABS, 'all'),
    keyword: filter.one(keywordParam, keywordField, { body: keywordBody }),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    agent: filter.agentAndLower({
      label: ({ t }) => t(($) => $.columns.agent_name),
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
      counted: true,
    }),
    manufacturer_stock: filter.either(({ t }) => ({ yes: t(($) => $.stock.yes), no: t(($) => $.stock.no) })),
    online_status: filter.choice(ONLINE_STATES).text(({ t }, code) => t(($) => $.online[code])),
    active_status: filter.either(({ t }) => ({ yes: t(($) => $.active.yes), no: t(($) => $.active.no) })),
    alarm_status: filter.either(({ t }) => ({ yes: t(($) => $.alarm.yes), no: t(($) => $.alarm.no) })),
    alarm_severity: filter.choice(SEVERITIES).text(({ t }, code) => t(($) => $.severity[code])),
    vcard_pk: filter.choice(RECOGNITION_STATES).text(({ t }, code) => t(($) => $.recognition[code])),
    identify_status: filter.choice(IDENTIFY_STATES).text(({ t }, code) => t(($) => $.recognition[code])),
    bus_status: filter.choice(BUS_STATES).text(({ t }, code) => t(($) => $.bus[code])),
    has_position: filter.either(({ t }) => ({
      yes: t(($) => $.filters.positioned.yes),
      no: t(($) => $.filters.positioned.no),
    })),
    area: filter.one(
      areaParam,
      // Drawn on the map, which writes it into the address: here it can only be removed.
      ({ key, label, value, change, say: { t } }) =>
        value === undefined
          ? null
          : {
              key,
              label,
              control: <span>{t(($) => $.filters.in_area)}</span>,
              chip: t(($) => $.filters.in_area),
              clear: () => change(undefined),
            },
    ),
    circle: filter.one(circleParam, ({ key, label, value, change, say: { t, lang } }) => {
      if (value === undefined) return null
      const chip = t(($) => $.filters.in_circle, { radius: kmText(value.radius_km, lang), place: centreText(value) })
      return { key, label, control: <span>{chip}</span>, chip, clear: () => change(undefined) }
    }),
    tag: filter.coded(LIMITS.device_tag_max, useTags),
    group_id: filter.numbered(useGroups),
    net: filter.choice(NETWORKS).text(({ t }, code) => t(($) => $.net[code])),
    card_ending: filter.either(({ t }) => ({ yes: t(($) => $.card_ending.yes), no: t(($) => $.card_ending.no) }), {
      needs: 'iccid:view',
    }),
    import_tag: filter.text(40),
    software_version: filter.text(40),
    hardware_version: filter.text(40),
    module_version: filter.text(40),
    module_type: filter.text(40),
    virtual_units: filter.choice(VIRTUAL_CHOICES).text(({ t }, code) => t(($) => $.virtual[code])),
    bound: filter.either(({ t }) => ({ yes: t(($) => $.bound.yes), no: t(($) => $.bound.no) })),
    bound_users_min: filter.one(
      boundUsersParam,
      ({ key, label, value, change, say: { t } }) =>
        choiceFilter(
          key,
          label,
          BOUND_USERS.map((count) => ({ value: String(count), label: t(($) => $.filters.users_or_more, { count }) })),
          value === undefined ? undefined : String(value),
          (next) => change(next === undefined ? undefined : Number(next)),
        ),
      { label: ({ t }) => t(($) => $.columns.bound_users) },
    ),
    health: filter.choice(HEALTH_BANDS).text(({ t }, band) => t(($) => $.health.bands[band])),
    region_code: filter.region(),
    imported: filter.days('import_from', 'import_to', { label: ({ t }) => t(($) => $.columns.import_time) }),
    sim_days_left: filter.one(simDaysParam, ({ key, label, value, change, say: { t } }) =>
      choiceFilter(
        key,
        label,
        SIM_DAYS.map((days) => ({
          value: String(days),
          label: days === 0 ? t(($) => $.filters.sim_over) : t(($) => $.filters.sim_within, { count: days }),
        })),
        value === undefined ? undefined : String(value),
        (next) => change(next === undefined ? undefined : Number(next)),
      ),
    ),
    first_online: filter.days('first_online_from', 'first_online_to', {
      label: ({ t }) => t(($) => $.columns.first_online_time),
    }),
    last_online: filter.days('last_online_from', 'last_online_to', {
      chip: ({ t, dayText }, from, to) => {
        if (from !== undefined && to !== undefined)
          return t(($) => $.filters.between_days, { from: dayText(from), to: dayText(to) })
        if (from !== undefined) return t(($) => $.filters.from_day, { day: dayText(from) })
        return to === undefined ? undefined : t(($) => $.filters.to_day, { day: dayText(to) })
      },
    }),
  },
  columns: {
    mac: macColumn(130),
    device_name: column.custom(240, (device, { words }) => <NameCell device={device} t={words} />, {
      fixed: 'start',
      grows: true,
      always: true,
    }),
    product_name: productColumn(112),
    product_key: column.code(130, { by_default: false }),
    online_status: column.custom(114, (device, { words }) => <StatusCell device={device} t={words} />),
    alarm_status: column.custom(76, (device) => <AlarmCell device={device} />, { sort: 'last_alarm_time' }),
    flow_c: column.custom(68, (device) => <FlowCell device={device} />, { align: 'end' }),
    vcard_pk: column.custom(132, (device, { words }) => <RecognitionCell device={device} t={words} />),
    identify_status: column.word(120, ({ t }) => t(($) => $.recognition, { returnObjects: true }), {
      by_default: false,
    }),
    agent_name: column.textOf(140, ({ agent_name }, { words }) => agent_name ?? words(($) => $.stock.yes), {
      weight: 3,
    }),
    last_report_time: column.custom(96, (device, { words }) => <ReportCell device={device} t={words} />),
    active_status: column.custom(96, (device, { words }) => <ActiveCell device={device} t={words} />),
    software_version: column.code(66),
    last_online_time: column.age(100),
    hardware_version: column.code(100, { by_default: false }),
    module_type: column.code(84, { by_default: false }),
    module_version: column.code(84, { by_default: false }),
    first_online_time: column.age(84, { by_default: false }),
    online_times: column.custom(104, ({ online_times }) => online_times, { align: 'end', by_default: false }),
    last_offline_time: column.age(84, { by_default: false }),
    last_alarm_time: column.age(84, { by_default: false }),
    position: column.textOf(180, positionOf, { by_default: false }),
    tags: column.custom(150, ({ tags }) => <TagsCell tags={tags} />, { by_default: false }),
    import_tag: column.text(110, { by_default: false }),
    import_time: column.age(84, { by_default: false }),
    import_count: column.custom(84, ({ import_count }) => import_count, { align: 'end', by_default: false }),
    imported_user: column.text(110, { by_default: false }),
    bus_status: column.custom(90, (device) => <BusCell device={device} />, { by_default: false }),
    rssi_dbm: column.custom(150, (device) => <SignalCell device={device} />, {
      title: ({ t }) => t(($) => $.columns.signal),
      by_default: false,
      exports: ['signal'],
    }),
    net: column.word(80, ({ t }) => t(($) => $.net, { returnObjects: true }), { by_default: false }),
    info_pk: column.code(130, { by_default: false }),
    dtu_default_pk: column.code(130, { by_default: false }),
    iccid: column.custom(190, ({ iccid }) => <Identifier id={iccid} inTable />, { by_default: false }),
    health: column.custom(220, ({ mac }, { words }) => <HealthCell mac={mac} t={words} />, {
      by_default: false,
      exports: ['health', 'health_reasons'],
    }),
    bound_users: column.custom(96, ({ mac }) => <BoundUsersCell mac={mac} />, { align: 'end', by_default: false }),
    sim_end: column.custom(132, ({ mac }) => <SimEndCell mac={mac} />, { by_default: false }),
    firmware_target: column.custom(120, ({ mac }) => <FirmwareCell mac={mac} />, { by_default: false }),
    favourite: column.custom(34, (device, { words }) => <FavouriteCell device={device} t={words} />, {
      title: ({ t }) => t(($) => $.quick.favourites),
      fixed: 'end',
      always: true,
      bare: true,
    }),
    actions: column.actions((device) => <DeviceMenu device={device} />),
  },
  export: {
    kind: 'device-list',
    needs: 'device:export',
    only: (macs) => ({ macs }),
    except: (except_macs) => ({ except_macs }),
  },
})

function useTags() {
  const { data = [] } = useDeviceTagNames()
  return data.map(({ tag, device_count }) => ({ value: tag, label: `${tag} · ${device_count}` }))
}

function useGroups() {
  const { data = [] } = useDeviceGroupNames()
  return data.map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))
}

function positionOf({ position }: Device): string | null {
  if (position === null) return null
  if (position.accuracy_m !== null && isEstimate(position))
    return `${position.lat.toFixed(2)}, ${position.lon.toFixed(2)} ± ${Math.ceil(position.accuracy_m / 1_000)} km`
  return position.address === '' ? `${position.lat.toFixed(4)}, ${position.lon.toFixed(4)}` : position.address
}
