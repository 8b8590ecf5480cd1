import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { ONLINE_STATES } from '@heatfleet/contract/transitions.ts'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'

/** What is drawn. */
export const LAYERS = ['clusters', 'heat', 'count', 'online', 'alarm', 'cop', 'ambient'] as const
export type Layer = (typeof LAYERS)[number]
/** What lies under the units, where both are set. */
const GROUNDS = ['map', 'satellite'] as const
/** The list beside the map. */
export const SIDES = ['in_view', 'unplaced'] as const
export type Side = (typeof SIDES)[number]

const { list, filter } = listOf(api.deviceList, 'map', () => ({ words: useMessages('devices') }))

/** Filters of the map in the address: those of the device list that the map knows. Its rows are not drawn as a table. */
export const mapFilters = list({
  name: null,
  needs: 'map:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ mac }) => mac,
  title: ({ device_name, mac }) => device_name || mac,
  summary: () => '',
  never: ({ t }) => ({ title: t(($) => $.list.none_in_view) }),
  // Where the map is, and which unit is open, stay while filters change.
  shares_address: true,
  also: {
    layer: defaultParam(LAYERS, 'clusters'),
    side: defaultParam(SIDES, 'in_view'),
    ground: defaultParam(GROUNDS, 'map'),
  },
  filters: {
    product_key: filter.product(),
    agent: filter.agentAndLower({
      lower: ({ words }) => words(($) => $.filters.include_lower),
      below: ({ words }, agent) => words(($) => $.filters.and_below, { agent }),
      counted: true,
    }),
    online_status: filter.choice(ONLINE_STATES).text(({ words }, code) => words(($) => $.online[code])),
    alarm_status: filter.either(({ words }) => ({
      yes: words(($) => $.alarm.yes),
      no: words(($) => $.alarm.no),
    })),
    alarm_severity: filter.choice(SEVERITIES).text(({ words }, code) => words(($) => $.severity[code])),
    region_code: filter.region(),
    active_status: filter.either(({ words }) => ({
      yes: words(($) => $.active.yes),
      no: words(($) => $.active.no),
    })),
    card_ending: filter.either(
      ({ words }) => ({ yes: words(($) => $.card_ending.yes), no: words(($) => $.card_ending.no) }),
      { needs: 'iccid:view' },
    ),
  },
  columns: {},
})
