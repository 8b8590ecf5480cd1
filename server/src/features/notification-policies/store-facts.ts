import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { codeKey, listCodeNames } from '../alarms/public.ts'
import type { EventFacts } from './message.ts'

type Db = Kysely<Tables>

/** What messages say of events, by event; the caller has checked that the recipient may read it. */
export const readFacts = async (
  db: Db,
  event_ids: readonly string[],
): Promise<Map<string, Omit<EventFacts, 'step' | 'after_minutes'>>> => {
  if (event_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('notification_events')
    .leftJoin('devices', 'devices.device_id', 'notification_events.device_id')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('alarms', 'alarms.alarm_id', 'notification_events.alarm_id')
    .leftJoin('service_orders', 'service_orders.order_id', 'notification_events.order_id')
    .leftJoin('rollouts', 'rollouts.rollout_id', 'notification_events.rollout_id')
    .leftJoin('analysis_report_runs', 'analysis_report_runs.run_id', 'notification_events.report_run_id')
    .leftJoin('analysis_reports', 'analysis_reports.report_id', 'analysis_report_runs.report_id')
    .where('notification_events.event_id', 'in', [...new Set(event_ids)])
    .select([
      'notification_events.event_id',
      'notification_events.event',
      'notification_events.reminder',
      'notification_events.severity',
      'notification_events.happened_at',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      sql<string>`coalesce(distributors.agent_name, '')`.as('distributor'),
      'alarms.alarm_id',
      'alarms.type as alarm_type',
      'alarms.code',
      'alarms.recovered_at',
      'alarms.reason',
      'service_orders.order_id',
      'service_orders.problem',
      'rollouts.rollout_id',
      'rollouts.name as rollout_name',
      'analysis_report_runs.run_id',
      'analysis_reports.report_name',
    ])
    .execute()
  const names = await listCodeNames(
    db,
    rows.flatMap(({ product_key, code }) => (product_key === null ? [] : [{ product_key, code }])),
  )
  return new Map(
    rows.map((row) => [
      row.event_id,
      {
        event_id: row.event_id,
        event: row.event,
        reminder: row.reminder,
        severity: row.severity,
        happened_at: row.happened_at,
        device:
          row.mac === null || row.product_key === null
            ? null
            : {
                mac: row.mac,
                device_name: row.device_name ?? '',
                product_key: row.product_key,
                distributor: row.distributor,
              },
        alarm:
          row.alarm_id === null || row.alarm_type === null
            ? null
            : {
                alarm_id: row.alarm_id,
                type: row.alarm_type,
                code: row.code,
                names: names.get(codeKey({ product_key: row.product_key ?? '', code: row.code })) ?? null,
                reason: row.reason,
                recovered: row.recovered_at !== null,
              },
        order: row.order_id === null ? null : { order_id: row.order_id, problem: row.problem ?? '' },
        rollout: row.rollout_id === null ? null : { rollout_id: row.rollout_id, name: row.rollout_name ?? '' },
        report: row.run_id === null ? null : { run_id: row.run_id, name: row.report_name ?? '' },
      },
    ]),
  )
}
