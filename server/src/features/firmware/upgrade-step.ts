import { misfitOf, versionOf } from '@heatfleet/contract/firmware/fitting.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import type { AppContext } from '../../app-context.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { latestValueOf, zoneAt } from '../devices/public.ts'
import type { Layout, Layouts } from '../products/public.ts'
import {
  type Begun,
  markSent,
  NO_RULES,
  type ReadyUnit,
  type RolloutRow,
  type RolloutStep,
  readProposer,
  requestConsent,
} from '../rollouts/public.ts'
import { healthOf, hindranceOf, type UnitState } from './health.ts'
import { type FirmwareRow, findFirmware, lockEnabled } from './store.ts'
import {
  cancelWaiting,
  findConsentRule,
  insertUpgrade,
  listUnderWay,
  listVersions,
  type UnitNow,
} from './store-upgrades.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { layouts: Layouts }

/** The unit was begun, or the rollout paused, by somebody else meanwhile: the upgrade must not exist. */
class TurnLost extends Error {}

/** Tags of what a unit demands or makes heat with: any of them above 0 is heating. */
const DEMANDS: readonly SemanticTag[] = [
  'comp_hz',
  'comp_hz_target',
  'comp_on',
  'aux_heater',
  'dhw_heater',
  'defrost',
  'antifreeze',
  'sterilize',
]
const MINUTE_MS = 60_000

/** Upgrades a unit: queued here in the transaction that marks it as sent, carried out by the gateway. */
export const createUpgradeStep = ({ database, clock, bus, layouts }: Deps): RolloutStep => {
  const { db } = database
  const again_ms = LIMITS.upgrade_postpone_ms
  const later = (reason: string, pause_ms: number = again_ms): Begun => ({
    kind: 'later',
    reason,
    until: new Date(clock.now() + pause_ms),
  })

  /** Asks the owner of a unit, and reads the answer; null = the unit may be upgraded. */
  const asked = async (
    { rollout_id }: RolloutRow,
    { device_id, consent, consent_at }: ReadyUnit,
    { owned_since }: UnitNow,
  ): Promise<Begun | null> => {
    if (owned_since === null) return null
    // Another owner since then has not been asked.
    const is_asked = consent !== null && consent_at !== null && consent_at >= owned_since
    if (is_asked && consent === 'given') return null
    if (is_asked && consent === 'declined') return { kind: 'skipped', reason: 'owner_declined' }
    if (!is_asked) await requestConsent(db, rollout_id, device_id, new Date(clock.now()))
    return later('owner_consent')
  }

  const begin = async (
    rollout: RolloutRow,
    firmware: FirmwareRow,
    {
      ready,
      unit,
      layout,
      asks_owner,
    }: { ready: ReadyUnit; unit: UnitNow; layout: Layout | null; asks_owner: boolean },
  ): Promise<Begun> => {
    const misfit = misfitOf(firmware, unit, rollout.settings.upgrade?.from_versions)
    if (misfit === 'same') return { kind: 'equal' }
    // It was never tried, so it says nothing of the firmware and must not stop the campaign.
    if (misfit !== null) return { kind: 'skipped', reason: misfit }
    const waits = asks_owner ? await asked(rollout, ready, unit) : null
    if (waits !== null) return waits
    const plan = { ...NO_RULES, ...rollout.settings.upgrade }
    // Whoever upgrades one unit by hand has looked at it.
    if (rollout.upgrade_type !== 'single') {
      const here = { time_zone: zoneAt(unit.country, unit.lon), now_ms: clock.now(), again_ms }
      const hindrance = hindranceOf(stateOf(layout, unit), plan, here)
      if (hindrance !== null) return { kind: 'later', ...hindrance }
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
          limit_at: plan.timeout_minutes === null ? null : new Date(at.getTime() + plan.timeout_minutes * MINUTE_MS),
        })
        if (inserted === null) return null
        const sent = { control_ids: [], old_values: {}, at }
        if (!(await markSent(trx, rollout.rollout_id, unit.device_id, sent))) throw new TurnLost()
        return inserted
      })
      if (upgrade_id === 'firmware_disabled') return { kind: 'failed', reason: upgrade_id }
      if (upgrade_id === null) return later('upgrade_under_way', LIMITS.upgrade_busy_ms)
      bus.publish({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
      return { kind: 'started' }
    } catch (error) {
      if (error instanceof TurnLost) return { kind: 'lost' }
      throw error
    }
  }

  return {
    in_flight_max: LIMITS.upgrade_in_flight_max,
    // More have no place to download at the same time.
    begun_unseen_max: LIMITS.upgrade_downloads_max,
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
      const asks_owner = (await findConsentRule(db, firmware.product_key)) ?? false
      return async (unit: ReadyUnit) => {
        const found = now.get(unit.device_id)
        return found === undefined
          ? { kind: 'failed', reason: 'device_not_found' }
          : begin(rollout, firmware, { ready: unit, unit: found, layout, asks_owner })
      }
    },

    collect: async ({ rollout_id, state, settings }) => {
      if (state === 'stopped') {
        const upgrade_ids = await cancelWaiting(db, rollout_id, new Date(clock.now()))
        if (upgrade_ids.length > 0) bus.publish({ kind: 'upgrades_changed', upgrade_ids })
      }
      const plan = { ...NO_RULES, ...settings.upgrade }
      // Nothing is tried again after the stop.
      const rules = { ...plan, retries: state === 'stopped' ? 0 : plan.retries }
      const now = clock.now()
      const under_way = await listUnderWay(db, rollout_id, { health_minutes: plan.health_minutes, now: new Date(now) })
      return under_way.flatMap(({ device_id, ...upgrade }) => {
        const ended = healthOf(upgrade, rules, now)
        return ended === null ? [] : [{ device_id, ended }]
      })
    },
  }
}

/** The outside temperature and what the unit heats with, by what the product's points mean. */
const stateOf = (layout: Layout | null, { latest_blocks }: UnitNow): UnitState => {
  const latestOf = (tag: SemanticTag): number | null => {
    const point = layout?.points.find((one) => one.tag === tag)
    const value = layout === null || point === undefined ? null : latestValueOf(layout, latest_blocks, point.key)
    return value !== null && Number.isFinite(value) ? value : null
  }
  return { outside_c: latestOf('t_ambient'), demands: DEMANDS.map(latestOf) }
}
