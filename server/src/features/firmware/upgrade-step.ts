import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import type { AppContext } from '../../app-context.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { latestValueOf } from '../devices/public.ts'
import type { Layout, Layouts } from '../products/public.ts'
import {
  type Begun,
  markSent,
  type ReadyUnit,
  type RolloutRow,
  type RolloutStep,
  readProposer,
} from '../rollouts/public.ts'
import { healthOf, hindranceOf } from './health.ts'
import { misfitOf, versionOf } from './rules.ts'
import { type FirmwareRow, findFirmware, lockEnabled } from './store.ts'
import { cancelWaiting, insertUpgrade, listUnderWay, listVersions, type UnitNow } from './store-upgrades.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { layouts: Layouts }

/** The unit was begun, or the rollout paused, by somebody else meanwhile: the upgrade must not exist. */
class TurnLost extends Error {}

const NO_PLAN = { health_minutes: 0, cold_limit_c: null, spare_heating: false }

/** Upgrades a unit: queued here in the transaction that marks it as sent, carried out by the gateway. */
export const createUpgradeStep = ({ database, clock, bus, layouts }: Deps): RolloutStep => {
  const { db } = database
  const later = (reason: string): Begun => ({
    kind: 'later',
    reason,
    until: new Date(clock.now() + LIMITS.upgrade_postpone_ms),
  })

  const begin = async (
    rollout: RolloutRow,
    firmware: FirmwareRow,
    unit: UnitNow,
    layout: Layout | null,
  ): Promise<Begun> => {
    const misfit = misfitOf(firmware, unit)
    if (misfit === 'same') return { kind: 'equal' }
    if (misfit !== null) return { kind: 'failed', reason: misfit }
    // Whoever upgrades one unit by hand has looked at it.
    if (rollout.upgrade_type !== 'single') {
      const hindrance = hindranceOf(stateOf(layout, unit), rollout.settings.upgrade ?? NO_PLAN)
      if (hindrance !== null) return later(hindrance)
    }
    const at = new Date(clock.now())
    try {
      const upgrade_id = await db.transaction().execute(async (trx) => {
        if (!(await lockEnabled(trx, firmware.firmware_id))) return 'firmware_disabled'
        const inserted = await insertUpgrade(trx, {
          firmware_id: firmware.firmware_id,
          device_id: unit.device_id,
          rollout_id: rollout.rollout_id,
          from_version: versionOf(firmware.module, unit),
          at,
          expires_at: rollout.deadline_at ?? new Date(at.getTime() + LIMITS.upgrade_wait_hours * 3_600_000),
        })
        if (inserted === null) return null
        const sent = { control_ids: [], old_values: {}, at }
        if (!(await markSent(trx, rollout.rollout_id, unit.device_id, sent))) throw new TurnLost()
        return inserted
      })
      if (upgrade_id === 'firmware_disabled') return { kind: 'failed', reason: upgrade_id }
      if (upgrade_id === null) return later('upgrade_under_way')
      bus.publish({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
      return { kind: 'started' }
    } catch (error) {
      if (error instanceof TurnLost) return { kind: 'lost' }
      throw error
    }
  }

  return {
    in_flight_max: LIMITS.upgrade_in_flight_max,
    prepare: async (rollout, units) => {
      const failAll = (reason: string) => async (): Promise<Begun> => ({ kind: 'failed', reason })
      const firmware = await findFirmware(db, EVERYTHING, rollout.firmware_id ?? 0)
      if (firmware === undefined || !firmware.enabled) return failAll('firmware_disabled')
      const proposer = rollout.upgrade_type === 'automatic' ? null : await readProposer({ database, clock }, rollout)
      if (proposer === null && rollout.upgrade_type !== 'automatic') return failAll('account_gone')
      const ids = units.map(({ device_id }) => device_id)
      const rows = await listVersions(db, proposer?.scope ?? EVERYTHING, ids)
      const now = new Map(rows.map((row) => [row.device_id, row]))
      const layout = await layouts.findInUse(firmware.product_key)
      return async (unit: ReadyUnit) => {
        const found = now.get(unit.device_id)
        return found === undefined
          ? { kind: 'failed', reason: 'device_not_found' }
          : begin(rollout, firmware, found, layout)
      }
    },

    collect: async ({ rollout_id, state, settings }) => {
      if (state === 'stopped') {
        const upgrade_ids = await cancelWaiting(db, rollout_id, new Date(clock.now()))
        if (upgrade_ids.length > 0) bus.publish({ kind: 'upgrades_changed', upgrade_ids })
      }
      const minutes = settings.upgrade?.health_minutes ?? 0
      return (await listUnderWay(db, rollout_id)).flatMap(({ device_id, ...upgrade }) => {
        const ended = healthOf(upgrade, minutes, clock.now())
        return ended === null ? [] : [{ device_id, ended }]
      })
    },
  }
}

/** The outside temperature and the compressor by what the product's points mean. */
const stateOf = (layout: Layout | null, { latest_blocks }: UnitNow) => {
  const latestOf = (tag: SemanticTag): number | null => {
    const point = layout?.points.find((one) => one.tag === tag)
    const value = layout === null || point === undefined ? null : latestValueOf(layout, latest_blocks, point.key)
    return value !== null && Number.isFinite(value) ? value : null
  }
  return { outside_c: latestOf('t_ambient'), compressor_hz: latestOf('comp_hz') }
}
