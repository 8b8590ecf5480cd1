import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { type ReportsDeps, readReports } from '../history/public.ts'
import { encodeSnapshot, type SnapshotContent } from './snapshot-format.ts'
import { type DueSnapshot, findNearSnapshot, listDueSnapshots, storeSnapshot } from './store-snapshots.ts'

const { snapshot_side_ms, snapshot_wait_ms, snapshot_shared_ms, snapshot_rows_max, snapshots_per_turn } = ALARM_LIMITS

/** Keeps the snapshots that are due; what one turn does not reach, the next does. */
export const keepSnapshots = async (deps: ReportsDeps, signal: AbortSignal): Promise<number> => {
  const { db } = deps.database
  const before = new Date(deps.clock.now() - snapshot_side_ms - snapshot_wait_ms)
  const due = await listDueSnapshots(db, before, snapshots_per_turn)
  for (const alarm of due) {
    if (signal.aborted) break
    const snapshot_id = await findNearSnapshot(db, alarm, snapshot_shared_ms)
    if (snapshot_id !== null) await storeSnapshot(db, alarm, { snapshot_id })
    else {
      const content = await readSnapshot(deps, alarm)
      await storeSnapshot(db, alarm, content === null ? null : { body: encodeSnapshot(content) })
    }
  }
  return due.length
}

/** All points of a device around a trigger; null = it reported nothing. */
const readSnapshot = async (
  deps: ReportsDeps,
  { device_id, first_at, layout_id }: DueSnapshot,
): Promise<SnapshotContent | null> => {
  const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
  if (layout === null) return null
  const keys = layout.points.map(({ key }) => key)
  const at_ms: number[] = []
  const columns = keys.map((): (number | null)[] => [])
  const trigger_ms = first_at.getTime()
  const period = { from_ms: trigger_ms - snapshot_side_ms, to_ms: trigger_ms + snapshot_side_ms }
  for await (const batch of readReports(deps, { device_id, keys, ...period })) {
    const count = Math.min(batch.at_ms.length, snapshot_rows_max - at_ms.length)
    // Buffers of the batch are reused: values are copied.
    at_ms.push(...batch.at_ms.subarray(0, count))
    for (const [index, column] of columns.entries())
      for (const value of batch.values[index]?.subarray(0, count) ?? [])
        column.push(Number.isNaN(value) ? null : Math.round(value * 1000) / 1000)
    if (at_ms.length >= snapshot_rows_max) break
  }
  if (at_ms.length === 0) return null
  const points = keys.flatMap((key, index) => {
    const values = columns[index] ?? []
    return values.some((value) => value !== null) ? [{ key, values }] : []
  })
  return { at_ms, points }
}
