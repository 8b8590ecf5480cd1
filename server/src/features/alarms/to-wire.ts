import type { Alarm, AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { type AlarmRow, codeKey } from './store-list.ts'

/** An alarm in its wire form. */
export const toAlarm = (
  { first_at, last_at, recovered_at, due_at, handled_at, active, snapshot_id: _, snapshot_done: __, ...row }: AlarmRow,
  names: ReadonlyMap<string, Words>,
): Alarm => ({
  ...row,
  names: names.get(codeKey(row)) ?? null,
  condition: active ? 'active' : 'recovered',
  first_time: first_at.toISOString(),
  last_time: last_at.toISOString(),
  recovered_time: recovered_at?.toISOString() ?? null,
  due_time: due_at?.toISOString() ?? null,
  handled_time: handled_at?.toISOString() ?? null,
})

/** Where the snapshot of an alarm stands. */
export const snapshotStateOf = ({
  snapshot_id,
  snapshot_done,
}: Pick<AlarmRow, 'snapshot_id' | 'snapshot_done'>): AlarmDetail['snapshot'] => {
  if (snapshot_id !== null) return 'stored'
  return snapshot_done ? 'none' : 'waiting'
}
