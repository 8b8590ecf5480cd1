import { api } from '@heatfleet/contract/api.ts'
import { DATA_GRANT_SORTS, GRANT_STATES } from '@heatfleet/contract/owner-data/data-grants.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { macColumn, productColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { KeyIcon } from '../../ui/icons.tsx'
import { StateChip } from '../../ui/status.tsx'
import { RowActions } from './row-actions.tsx'

const { list, column, filter } = listOf(api.dataGrantList, 'owner-data', () => ({}))

const TONES = {
  active: 'ok',
  expired: 'neutral',
  revoked_by_owner: 'neutral',
  revoked_by_operator: 'warn',
  binding_ended: 'neutral',
} as const

/** Third parties that read data of units in scope, with the purpose, the end and what they read. */
export const dataGrants = list({
  name: 'data-grants',
  needs: 'datagrant:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ grant_id }) => String(grant_id),
  title: ({ mac, device_name, recipient }) => `${recipient || '–'} · ${device_name || mac}`,
  path: ({ mac }) => `/device/device-detail/${mac}`,
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ icon: KeyIcon, title: t(($) => $.empty), text: t(($) => $.empty_hint) }),
  sorts: DATA_GRANT_SORTS,
  sorted: { by: 'created_time', order: 'desc' },
  filters: {
    search: filter.text(100, { placeholder: ({ t }) => t(($) => $.filters.search_hint) }),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    agent_id: filter.agent({ label: ({ t }) => t(($) => $.columns.agent_name) }),
    state: filter.choice(GRANT_STATES).text(({ t }, code) => t(($) => $.states[code])),
  },
  columns: {
    mac: macColumn(176),
    device_name: column.text(150),
    product_name: productColumn(140),
    agent_name: column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock), { by_default: false }),
    nick_name: column.textOf(130, appUserName),
    phone: column.text(120, { by_default: false }),
    email: column.text(170, { by_default: false }),
    recipient: column.textOf(180, ({ recipient }, { t }) => recipient || t(($) => $.erased)),
    purpose: column.textOf(200, ({ purpose }, { t }) => purpose || t(($) => $.erased), { grows: true }),
    state: column.custom(150, ({ state }, { t }) => (
      <StateChip tone={TONES[state]} shape={state === 'active' ? 'filled' : 'hollow'}>
        {t(($) => $.states[state])}
      </StateChip>
    )),
    data_from: column.time(168, { precision: 'minute' }),
    expires_time: column.time(168, { precision: 'minute' }),
    last_access_time: column.age(120),
    access_count: column.custom(86, ({ access_count }) => access_count, { align: 'end' }),
    created_time: column.age(120, { by_default: false }),
    ended_time: column.age(120, { by_default: false }),
    end_reason: column.text(180, { by_default: false }),
    last_address: column.text(130, { by_default: false }),
    token_hint: column.code(110, { by_default: false }),
    actions: column.actions((grant) => <RowActions grant={grant} />),
  },
})
