import { slaOf } from '@heatfleet/contract/alarms/sla.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportLimits, type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { scopesOf } from './handlers.ts'
import { type AlarmRow, codeKey, listAlarms, listCodeNames } from './store-list.ts'
import { toAlarm } from './to-wire.ts'

/** Alarms as a file: the filter of the list, in the order of their numbers. */
export const alarmListExport = ({
  database: { db },
  clock,
  config,
}: Pick<AppContext, 'database' | 'clock'> & { config: ExportLimits }): ExportSource<'alarm-list'> =>
  listSource({
    needs: 'alarm:export',
    list: (caller, { filter }, part) =>
      listAlarms(
        db,
        scopesOf(caller),
        { filter, uid: caller.uid, now: new Date(clock.now()), count_max: config.HEATFLEET_EXPORT_ROWS },
        part,
      ),
    keyOf: ({ alarm_id }) => alarm_id,
    toRows: async (rows, _caller, { language }) => {
      const names = await listCodeNames(db, rows)
      return rows.map((row) =>
        toExportRow(row, names.get(codeKey(row))?.[language] ?? '', { language, now_ms: clock.now() }),
      )
    },
  })

const toExportRow = (
  row: AlarmRow,
  name: string,
  { language, now_ms }: { language: 'en' | 'zh' | 'pl'; now_ms: number },
): ExportRow<'alarm-list'> => ({
  alarm_id: row.alarm_id,
  severity: row.severity,
  type: row.type,
  code: row.code ?? (row.type === 'threshold' ? '' : row.rule_key),
  name: row.type === 'threshold' ? row.rule_name : name,
  mac: row.mac,
  device_name: row.device_name,
  product: language === 'zh' ? row.product_name : row.product_english_name,
  agent_name: row.agent_name,
  first_time: row.first_at,
  last_time: row.last_at,
  recovered_time: row.recovered_at,
  due_time: row.due_at,
  sla: slaOf(toAlarm(row, new Map()), now_ms).state,
  count: row.count,
  value: row.value,
  condition: row.active ? 'active' : 'recovered',
  handling: row.handling,
  assignee: row.assignee,
  order_id: row.order_id,
})
