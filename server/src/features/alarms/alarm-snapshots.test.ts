import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { storeReports } from '../../../test/alarm-reports.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { codeOf } from '../../../test/refusals.ts'
import { createLayouts } from '../products/public.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-format.ts'
import { keepSnapshots } from './snapshots.ts'

const { database, fleet, as } = useFleetConsole()
const NOW = new Date()
const deps = { database, clock: { now: () => NOW.getTime() }, log: pino({ level: 'silent' }) } as never

const unit = (at = 'A1') => {
  const device = fleet.devices.find((one) => one.at === at)
  if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
  return device
}
const raise = (more: object = {}, device = unit()) =>
  raiseAlarm(database.db, device.device_id, { last_at: new Date(NOW.getTime() - 600_000), ...more })
const at = (id: number) => ({ params: { id } })

describe('the snapshot', () => {
  it('holds all points around the trigger, once for alarms of one minute, and stays when the history goes', async () => {
    const [admin, city] = [await as('admin'), await as('city_a1')]
    const trigger_ms = NOW.getTime() - ALARM_LIMITS.snapshot_side_ms - ALARM_LIMITS.snapshot_wait_ms - 5_000
    const first_at = new Date(trigger_ms)
    const ids = [await raise({ first_at }), await raise({ first_at: new Date(trigger_ms + 5_000), rule_key: 'f02' })]
    const [silent, early] = [await raise({ first_at }, unit('B')), await raise({ first_at: NOW, rule_key: 'f03' })]
    await storeReports(database, { ...unit(), layout_id: fleet.layout_id }, [
      [trigger_ms - 1_801_000, 9],
      [trigger_ms - 60_000, 21],
      [trigger_ms, 22],
      [trigger_ms + 60_000, 23],
      [trigger_ms + 1_801_000, 9],
    ])
    const signal = new AbortController().signal
    const layouts = createLayouts({ database })
    expect(await keepSnapshots({ ...(deps as object), layouts } as never, signal)).toBe(3)
    await database.db.deleteFrom('report_hot').execute()
    const [one, two] = await Promise.all(ids.map((id) => city(api.alarmSnapshot, at(id))))
    expect(one).toEqual(two)
    expect(one?.at_ms).toEqual([trigger_ms - 60_000, trigger_ms, trigger_ms + 60_000])
    expect(one?.points.find(({ key }) => key === 'f01')?.values).toEqual([1, 0, 1])
    const snapshots = await database.db.selectFrom('alarm_snapshots').select('snapshot_id').execute()
    expect(snapshots).toHaveLength(1)
    expect(await admin(api.alarmInfo, at(silent))).toMatchObject({ snapshot: 'none' })
    expect(await admin(api.alarmInfo, at(early))).toMatchObject({ snapshot: 'waiting' })
    expect(await codeOf(admin(api.alarmSnapshot, at(early)))).toBe('not_found')
  })

  it('is read as it was written', () => {
    const content = { at_ms: [1_000, 3_000, 3_500], points: [{ key: 'a', values: [1.5, null, -2] }] }
    expect(decodeSnapshot(encodeSnapshot(content))).toEqual(content)
  })
})
