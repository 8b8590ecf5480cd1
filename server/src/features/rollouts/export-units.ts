import type { RolloutUnit } from '@heatfleet/contract/rollouts/rollout.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { findRollout } from './store.ts'
import { listUnits } from './store-units.ts'
import { toUnit } from './to-wire.ts'

/** What became of each unit of a rollout in scope, as a file; one out of sight has no units. */
export const rolloutUnitsExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'rollout-units'> =>
  listSource({
    needs: 'rollout:view',
    list: async (caller, { filter }, part) => {
      const rollout = await findRollout(db, caller.scope, filter.rollout_id)
      return listUnits(db, caller.scope, rollout === undefined ? { rollout_id: 0 } : filter, part)
    },
    keyOf: ({ position }) => position,
    toRows: async (rows, caller, { filter }) => {
      const rollout = await findRollout(db, caller.scope, filter.rollout_id)
      return rows.map((row) => toExportRow(toUnit(row, rollout?.settings ?? { points: [], template: null })))
    },
  })

const toExportRow = (unit: RolloutUnit): ExportRow<'rollout-units'> => {
  const listed = (field: 'old_value' | 'new_value' | 'read_back') =>
    unit.values.map((one) => `${one.key}=${one[field] ?? ''}`).join('; ')
  return {
    mac: unit.mac,
    device_name: unit.device_name,
    agent_name: unit.agent_name,
    wave: unit.wave,
    state: unit.state,
    reason: unit.reason,
    old_values: listed('old_value'),
    new_values: listed('new_value'),
    read_back: listed('read_back'),
    from_version: unit.upgrade?.from_version ?? null,
    to_version: unit.upgrade?.to_version ?? null,
    step: unit.upgrade?.state ?? null,
    percent: unit.upgrade?.percent ?? null,
    outcome: unit.upgrade?.result ?? null,
    tries: unit.tries,
    begin_time: unit.begin_time === null ? null : new Date(unit.begin_time),
    finish_time: unit.finish_time === null ? null : new Date(unit.finish_time),
  }
}
