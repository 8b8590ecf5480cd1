import { api } from '@heatfleet/contract/api.ts'
import { BINDING_SORTS } from '@heatfleet/contract/bindings/device-binder.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { macColumn, productColumn } from '../../lists/columns.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { OnlineMark, StateChip } from '../../ui/status.tsx'
import { MarkChips, StatusMark } from '../app-users/public.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { also, bindings, devicePath, FILTERS, filters } from './list-filters.ts'
import { RowActions } from './row-actions.tsx'

const { list, column } = bindings(api.bindUserList)

/** Which app users units are bound to (product 3.11). */
export const current = list({
  name: 'bindings',
  needs: 'binding:view',
  label: ({ t }) => t(($) => $.tabs.current),
  key: ({ binding_id }) => String(binding_id),
  title: ({ mac, device_name, ...person }) => `${device_name || mac} · ${appUserName(person)}`,
  path: devicePath,
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ icon: UserIcon, title: t(($) => $.empty.current), text: t(($) => $.empty.current_hint) }),
  also,
  sorts: BINDING_SORTS,
  sorted: { by: 'bind_time', order: 'desc' },
  filters,
  offered: () => ({ filters: FILTERS.current }),
  columns: {
    mac: macColumn(176),
    device_name: column.text(150),
    product_name: productColumn(140),
    agent_name: column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock)),
    nick_name: column.textOf(150, appUserName),
    app_user_id: column.custom(96, ({ app_user_id }) => app_user_id, { align: 'end', by_default: false }),
    phone: column.text(120),
    email: column.text(170),
    role: column.custom(126, ({ role }, { t }) => (
      <StateChip tone={role === 'owner' ? 'accent' : 'neutral'}>{t(($) => $.roles[role])}</StateChip>
    )),
    bind_time: column.age(110),
    bind_way: column.word(120, ({ t }) => t(($) => $.ways, { returnObjects: true })),
    app_name: column.text(120),
    last_activity_time: column.age(132),
    status: column.custom(96, ({ status }) => <StatusMark status={status} />),
    online_status: column.custom(110, ({ online_status }) => <OnlineMark state={online_status} />, {
      by_default: false,
    }),
    marks: column.custom(110, ({ marks }) => <MarkChips marks={marks} />),
    actions: column.actions((binding) => <RowActions binding={binding} />),
  },
  export: {
    kind: 'binding-list',
    needs: 'appuser:export',
    only: (ids) => ({ sort_by: 'mac', sort_order: 'asc', binding_ids: ids.map(Number) }),
    except: (ids) => ({ except_binding_ids: ids.map(Number) }),
  },
})

const waiting = bindings(api.shareInvitations)

/** Invitations of owners that nobody has used yet. */
export const invitations = waiting.list({
  name: null,
  needs: 'binding:view',
  label: ({ t }) => t(($) => $.tabs.invitations),
  key: ({ invitation_id }) => String(invitation_id),
  title: ({ mac, device_name }) => device_name || mac,
  path: devicePath,
  summary: ({ t }, count) => t(($) => $.invitation_count, { count }),
  never: ({ t }) => ({ title: t(($) => $.empty.invitations), text: t(($) => $.empty.invitations_hint) }),
  also,
  filters,
  offered: () => ({ filters: FILTERS.invitations }),
  columns: {
    mac: macColumn(176),
    device_name: waiting.column.text(150),
    product_name: productColumn(140),
    agent_name: waiting.column.textOf(140, ({ agent_name }, { t }) => agent_name ?? t(($) => $.stock)),
    nick_name: waiting.column.textOf(150, appUserName),
    phone: waiting.column.text(120),
    email: waiting.column.text(170),
    created_time: waiting.column.age(120),
    expires_time: waiting.column.time(186),
    actions: waiting.column.actions((invitation) => <InvitationActions invitation={invitation} />),
  },
})
