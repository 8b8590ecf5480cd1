import { api } from '@heatfleet/contract/api.ts'
import { REPLACEMENT_KINDS, REPLACEMENT_STATES } from '@heatfleet/contract/replacements/replacements.ts'
import { productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { StateChip } from '../../ui/status.tsx'
import { RowActions } from './row-actions.tsx'

const { list, column, filter } = listOf(api.replacementList, 'replacements')

/** Replacements of modules, the newest first (product 3.40). */
export const replacements = list({
  name: 'replacements',
  needs: 'device:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ replacement_id }) => String(replacement_id),
  title: ({ device_name, mac }) => device_name || mac,
  path: ({ mac }) => `/device/device-detail/${mac}`,
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never), text: t(($) => $.never_hint) }),
  filters: {
    search: filter.text(100),
    state: filter.choice(REPLACEMENT_STATES).text(({ t }, code) => t(($) => $.states[code])),
    kind: filter.choice(REPLACEMENT_KINDS).text(({ t }, code) => t(($) => $.kinds[code])),
    period: filter.days('from', 'to'),
  },
  columns: {
    device_name: column.link(
      170,
      ({ mac }) => `/device/device-detail/${mac}`,
      ({ device_name, mac }) => device_name || mac,
    ),
    old_mac: column.code(150),
    new_mac: column.code(150),
    kind: column.word(130, ({ t }) => t(($) => $.kinds, { returnObjects: true })),
    state: column.custom(100, ({ state }, { t }) => (
      <StateChip tone={state === 'in_effect' ? 'ok' : 'neutral'}>{t(($) => $.states[state])}</StateChip>
    )),
    product_name: productColumn(140),
    agent_name: column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock)),
    reason: column.text(180),
    sim_moved: column.textOf(140, ({ sim_moved }, { t }) => t(($) => (sim_moved ? $.sim.moved : $.sim.own)), {
      by_default: false,
    }),
    replaced_time: column.time(186),
    replaced_by: column.text(110),
    undone_time: column.time(186, { by_default: false }),
    undone_by: column.text(110, { by_default: false }),
    undo_reason: column.text(160, { by_default: false }),
    actions: column.actions((replacement) => <RowActions replacement={replacement} />),
  },
  export: { kind: 'replacement-list', needs: 'device:export' },
})
