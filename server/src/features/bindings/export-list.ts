import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import { bindingScopesOf, toBinding, toBindingEvent } from './handlers-list.ts'
import { listBindingEvents, listBindings } from './store-list.ts'

type Deps = Pick<AppContext, 'database'>
type Language = 'en' | 'zh' | 'pl'

/** A file is masked without `pii:export`. */
const viewerOf = (caller: Caller): { permissions: ReadonlySet<Permission> } =>
  caller.permissions.has('pii:export') ? caller : { permissions: new Set() }

const unitOf = (
  row: { product_name: string; product_english_name: string; agent_name: string | null },
  language: Language,
) => ({
  product_name: language === 'zh' ? row.product_name : row.product_english_name,
  agent_name: row.agent_name,
})

/** Bindings as a file, with the filter of the list. */
export const bindingListExport = ({ database: { db } }: Deps): ExportSource<'binding-list'> =>
  listSource({
    needs: 'appuser:export',
    list: (caller, { filter }, part) =>
      listBindings(db, bindingScopesOf(caller), { filter, sees_personal: caller.permissions.has('pii:view') }, part),
    keyOf: ({ binding_id }) => binding_id,
    toRows: (rows, caller, { language }) =>
      rows.map((row) => {
        const { marks, ...shown } = toBinding(viewerOf(caller), row)
        return {
          mac: shown.mac,
          device_name: shown.device_name,
          ...unitOf(row, language),
          nick_name: shown.nick_name,
          app_user_id: shown.app_user_id,
          phone: shown.phone,
          email: shown.email,
          role: shown.role,
          bind_time: row.bound_at,
          bind_way: shown.bind_way,
          app_name: shown.app_name,
          last_activity_time: row.last_activity_at,
          status: shown.status,
          marks: marks.join(', '),
        }
      }),
  })

/** The history of bindings as a file, the oldest first. */
export const bindingHistoryExport = ({ database: { db } }: Deps): ExportSource<'binding-history'> =>
  listSource({
    needs: 'appuser:export',
    list: (caller, { filter }, part) => listBindingEvents(db, bindingScopesOf(caller), filter, part),
    keyOf: ({ binding_event_id }) => binding_event_id,
    toRows: (rows, caller, { language }) =>
      rows.map((row) => {
        const shown = toBindingEvent(viewerOf(caller), row)
        return {
          time: row.at,
          action: shown.action,
          mac: shown.mac,
          device_name: shown.device_name,
          ...unitOf(row, language),
          nick_name: shown.nick_name,
          app_user_id: shown.app_user_id,
          phone: shown.phone,
          email: shown.email,
          bind_way: shown.bind_way,
          by: shown.by,
          by_name: shown.by_name,
          reason: shown.reason,
        }
      }),
  })
