import { expiredDayOf } from '@heatfleet/contract/iccids/card.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { type CardRow, listCards } from './store-list.ts'
import { marksOf } from './to-wire.ts'

/** Cards as a file: the filter of the list, in the order of their numbers. */
export const iccidListExport = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'iccid-list'> =>
  listSource({
    needs: 'iccid:export',
    list: (caller, { filter }, part) =>
      listCards(db, caller.scope, { filter, agents: caller.scopes.agent, now: new Date(clock.now()) }, part),
    keyOf: ({ card_id }) => card_id,
    toRows: (rows) => rows.map((row) => toExportRow(row, clock.now())),
  })

const toExportRow = (row: CardRow, now_ms: number): ExportRow<'iccid-list'> => ({
  iccid: row.iccid,
  msisdn: row.msisdn,
  operator: row.operator,
  plan: row.plan,
  mac: row.mac,
  device_name: row.device_name,
  agent_name: row.agent_name,
  online: row.mac === null ? null : row.online,
  activation_time: row.activated_at,
  expiration_time: row.expires_at,
  expired_day: expiredDayOf(row.expires_at, now_ms),
  traffic_used_mb: row.traffic_used_mb,
  traffic_total_mb: row.traffic_total_mb,
  status: row.status,
  marks: marksOf(row),
  last_sync_time: row.synced_at,
  remark: row.remark,
  import_time: row.imported_at,
})
