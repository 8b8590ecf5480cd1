import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { RELEASE_BOXES, RELEASE_STATES } from '@heatfleet/contract/shipments/releases.ts'
import { SHIPMENT_STATES, type ShippedDevice } from '@heatfleet/contract/shipments/shipments.ts'
import { useSearchParams } from 'react-router'
import { macColumn, productColumn } from '../../lists/columns.tsx'
import { type ListCall, listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { FilterText } from '../../ui/filter-bar-controls.tsx'
import { defaultParam, textParam } from '../../ui/filter-bar-params.ts'
import { formatNumber } from '../../ui/format.ts'
import { useRegionName } from '../../ui/region-names.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { BatchActions } from './batch-actions.tsx'
import { idsOf } from './ids.ts'

export const TABS = ['to_ship', 'shipped', 'batches', 'returned', 'releases'] as const
type Tab = (typeof TABS)[number]
const tabParam = defaultParam(TABS, 'to_ship')

const DAY_MS = 86_400_000
const TONES = { shipped: 'accent', confirmed: 'ok', returned: 'neutral' } as const satisfies Record<string, Tone>

/** Begins the declaration of one of the lists. */
export const shipments = <C extends ListCall>(call: C) =>
  listOf(call, 'shipments', () => ({
    tab: tabParam.read(useSearchParams()[0].get('tab') ?? '') ?? tabParam.empty,
    words: useMessages('shipments'),
    regionName: useRegionName(),
    now: useMinute(60),
  }))
const { list, column, filter } = shipments(api.shippedDeviceList)

const wholeIds = (text: string) => {
  const { macs, incomplete } = idsOf(text)
  return incomplete.length > 0 ? [] : macs.slice(0, LIMITS.filter_ids_max)
}

/** One address for all tabs, so that a filter that means something in several stays. */
export const filters = {
  macs: filter.one(
    textParam(LIMITS.view_query_max),
    ({ key, label, value, change, say: { t } }) => {
      const { macs, incomplete } = idsOf(value)
      const max = LIMITS.filter_ids_max
      const error =
        incomplete.length > 0
          ? t(($) => $.filters.not_whole, { ids: incomplete.slice(0, 3).join(', ') })
          : macs.length > max
            ? t(($) => $.filters.over_max, { max })
            : undefined
      const chip = macs.length > 1 ? t(($) => $.units, { count: macs.length }) : macs[0]
      return {
        key,
        label,
        control: (
          <FilterText
            label={label}
            placeholder={t(($) => $.filters.macs)}
            value={value}
            joinTextLines={(lines) => lines.replaceAll(/[\s,]*[\n\r\t]+\s*/g, ', ')}
            error={error}
            onCommit={change}
          />
        ),
        chip: error === undefined ? chip : undefined,
        clear: () => change(''),
      }
    },
    { body: (text) => (wholeIds(text).length === 0 ? {} : { macs: wholeIds(text) }) },
  ),
  product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
  agent_id: filter.agent({
    label: ({ t, tab }) => t(($) => (tab === 'to_ship' ? $.columns.holder : $.columns.receiver_name)),
    counted: true,
  }),
  manufacturer_stock: filter.either(({ t }) => ({ yes: t(($) => $.manufacturer), no: t(($) => $.distributors) })),
  batch_no: filter.text(LIMITS.shipment_no_max),
  order_no: filter.text(LIMITS.shipment_no_max),
  state: filter.choice(SHIPMENT_STATES, ['shipped', 'confirmed']).text(({ t }, code) => t(($) => $.states[code])),
  ever_online: filter.either(({ t }) => ({ yes: t(($) => $.yes), no: t(($) => $.no) })),
  period: filter.days('ship_from', 'ship_to'),
  box: filter.choice(RELEASE_BOXES).text(({ t }, code) => t(($) => $.release.boxes[code])),
  release_state: filter.choice(RELEASE_STATES).text(({ t }, code) => t(($) => $.release.states[code])),
}

export const FILTERS = {
  to_ship: ['macs', 'product_key', 'agent_id', 'manufacturer_stock'],
  shipped: ['macs', 'product_key', 'agent_id', 'state', 'batch_no', 'order_no', 'ever_online', 'period'],
  batches: ['batch_no', 'agent_id', 'product_key', 'order_no', 'period'],
  returned: ['macs', 'product_key', 'agent_id', 'ever_online', 'batch_no', 'order_no', 'period'],
  releases: ['macs', 'box', 'release_state'],
} as const satisfies Record<Tab, readonly (keyof typeof filters)[]>

const SENT = ['mac', 'product_name', 'batch_no', 'sender_name', 'receiver_name', 'receiver_region'] as const
const PAPERS = ['ship_time', 'days', 'first_online_time', 'bound', 'order_no', 'logistics_no', 'operator'] as const
const SHIPPED = [...SENT, 'state', ...PAPERS, 'confirmed_time'] as const
const COLUMNS = {
  to_ship: ['mac', 'product_name', 'holder', 'import_tag', 'import_time'],
  shipped: SHIPPED,
  batches: SHIPPED,
  releases: SHIPPED,
  returned: [...SENT, 'returned_time', 'reason', 'returned_by', ...PAPERS, 'confirmed_time'],
} as const

export const also = { tab: tabParam }

type Sent = Pick<ShippedDevice, 'sender_name' | 'operator'>
type Words = { words: ReturnType<typeof useMessages<'shipments'>> }
/** Who sent: by name where it is known, else how he stands to the reader. */
const senderName = ({ sender_name, operator }: Sent, { words }: Words): string =>
  sender_name === '' ? words(($) => (operator === '' ? $.above : $.manufacturer)) : sender_name

/** Units to be shipped, shipped, or returned (product 3.10); each tab shows what has something to tell there. */
export const units = list({
  name: 'shipments',
  needs: 'shipment:view',
  label: ({ t, tab }) => t(($) => $.tabs[tab]),
  key: ({ mac, shipment_id }) => `${shipment_id ?? ''} ${mac}`,
  title: ({ mac }) => mac,
  path: ({ mac }) => `/device/device-detail/${mac}`,
  summary: ({ t, tab }, count) => t(($) => (tab === 'to_ship' ? $.units : $.entries), { count }),
  never: ({ t, tab }) =>
    tab === 'releases'
      ? { title: t(($) => $.release.never), text: t(($) => $.release.never_hint) }
      : { title: t(($) => $.empty[tab]), text: t(($) => $.empty[`${tab}_hint`]) },
  also,
  filters,
  offered: ({ tab }) => ({ filters: FILTERS[tab], columns: COLUMNS[tab] }),
  body: ({ tab }) => (tab === 'batches' || tab === 'releases' ? {} : { tab }),
  columns: {
    mac: macColumn(176),
    product_name: productColumn(150),
    holder: column.textOf(170, ({ receiver_id, receiver_name }, { words }) =>
      receiver_id === null ? words(($) => $.manufacturer) : receiver_name,
    ),
    import_tag: column.text(110),
    import_time: column.age(110),
    batch_no: column.text(120),
    sender_name: column.textOf(164, senderName),
    receiver_name: column.text(160),
    receiver_region: column.textOf(
      130,
      ({ receiver_region: code }, { regionName }) => (code === null ? '' : regionName(code)),
      { by_default: false },
    ),
    state: column.custom(
      110,
      ({ state }, { t }) => state !== null && <StateChip tone={TONES[state]}>{t(($) => $.states[state])}</StateChip>,
    ),
    returned_time: column.age(100),
    reason: column.text(180),
    returned_by: column.text(110),
    ship_time: column.age(96),
    // Rounded as an age is: the two stand beside each other.
    days: column.numberOf(140, ({ ship_time }, { now }) =>
      ship_time === null ? null : Math.max(0, Math.round((now - Date.parse(ship_time)) / DAY_MS)),
    ),
    first_online_time: column.age(132),
    bound: column.textOf(80, ({ bound }, { t }) => t(($) => (bound ? $.yes : $.no))),
    order_no: column.text(120),
    logistics_no: column.text(120, { by_default: false }),
    operator: column.text(110, { by_default: false }),
    confirmed_time: column.age(100, { by_default: false }),
  },
  export: { kind: 'shipment-list', needs: 'shipment:export' },
})

const batch = shipments(api.shipmentList)

/** Batches, the newest first (product 3.10). */
export const batches = batch.list({
  name: null,
  needs: 'shipment:view',
  label: ({ t }) => t(($) => $.tabs.batches),
  key: ({ shipment_id }) => String(shipment_id),
  title: ({ batch_no }) => batch_no,
  summary: ({ t }, count) => t(($) => $.batches, { count }),
  never: ({ t }) => ({ title: t(($) => $.empty.batches), text: t(($) => $.empty.batches_hint) }),
  also,
  filters,
  offered: () => ({ filters: FILTERS.batches }),
  columns: {
    batch_no: batch.column.text(130, { fixed: 'start', always: true }),
    sender_name: batch.column.textOf(164, senderName),
    receiver_name: batch.column.text(160),
    products: batch.column.textOf(170, ({ products }, { lang }) =>
      products.map((product) => `${productName(product, lang)} × ${formatNumber(product.count, 0, lang)}`).join(', '),
    ),
    device_count: batch.column.number(86),
    confirmed_count: batch.column.number(92),
    returned_count: batch.column.number(84),
    online_count: batch.column.number(104),
    ship_time: batch.column.age(96),
    operator: batch.column.text(110),
    order_no: batch.column.text(120),
    logistics_no: batch.column.text(120),
    remark: batch.column.text(130),
    actions: batch.column.actions((shipment) => <BatchActions batch={shipment} />),
  },
})
