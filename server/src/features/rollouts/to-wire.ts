import { resultOf } from '@heatfleet/contract/firmware/firmware.ts'
import type { Rollout, RolloutEvent, RolloutUnit } from '@heatfleet/contract/rollouts/rollout.ts'
import type { RolloutContent, UpgradeRules } from '../../platform/tables-rollouts.ts'
import { type RolloutRow, withZeros } from './store.ts'
import type { EventRow } from './store-events.ts'
import type { UnitRow } from './store-units.ts'

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null

/** A stored rollout on the wire. */
export const toRollout = (row: RolloutRow, uid: number): Rollout => {
  const counts = withZeros(row.counts)
  return {
    rollout_id: row.rollout_id,
    name: row.name,
    remark: row.remark,
    product_key: row.product_key,
    product_name: row.product_name,
    product_english_name: row.product_english_name,
    target: row.target,
    points: row.settings.points,
    template: row.settings.template,
    upgrade: toPlan(row),
    ...row.rules,
    per_minute: row.rules.per_minute ?? null,
    wave_sizes: row.wave_sizes,
    state: row.state,
    halted: row.halted,
    wave: row.wave,
    total: row.wave_sizes.reduce((sum, size) => sum + size, 0),
    counts,
    of_rollout_id: row.of_rollout_id,
    creator: row.creator,
    approver: row.approver,
    create_time: row.created_at.toISOString(),
    approve_time: timeOf(row.approved_at),
    start_time: timeOf(row.started_at),
    deadline: timeOf(row.deadline_at),
    finish_time: timeOf(row.finished_at),
    own: row.uid === uid,
  }
}

/** What campaigns from before a rule have in its place. */
export const NO_RULES: UpgradeRules = {
  health_minutes: 0,
  cold_limit_c: null,
  spare_heating: false,
  window: null,
  retries: 0,
  retry_minutes: 1,
  timeout_minutes: null,
  from_versions: [],
  test_group: null,
}

const toPlan = (row: RolloutRow): Rollout['upgrade'] => {
  const { firmware_id, firmware_name, firmware_module, firmware_version, upgrade_type, settings } = row
  if (firmware_id === null || firmware_name === null || firmware_module === null) return null
  return {
    firmware_id,
    firmware_name,
    module: firmware_module,
    software_version: firmware_version ?? '',
    type: upgrade_type ?? 'single',
    ...NO_RULES,
    ...settings.upgrade,
  }
}

/** One entry of the log. */
export const toEvent = ({ at, what, user_name, facts }: EventRow): RolloutEvent => ({
  at: at.toISOString(),
  what,
  user_name,
  wave: facts.wave ?? null,
  reason: facts.reason ?? null,
  failed: facts.failed ?? null,
  units: facts.units ?? null,
  rollout_id: facts.rollout_id ?? null,
})

/** One unit with what its settings were, are and should be, or with its upgrade. */
export const toUnit = (
  { position: _, own_values, old_values, read_back, begun_at, finished_at, last_upgrade, ...row }: UnitRow,
  { points }: RolloutContent,
): RolloutUnit => ({
  ...row,
  values: requestedOf(own_values, points).map(({ key, value }) => ({
    key,
    old_value: old_values[key] ?? null,
    new_value: value,
    read_back: read_back[key] ?? null,
  })),
  upgrade: last_upgrade === null ? null : { ...last_upgrade, result: resultOf(last_upgrade.state) },
  begin_time: timeOf(begun_at),
  finish_time: timeOf(finished_at),
})

/** The values of a unit: its own of a rollback, else those of the rollout. */
export const requestedOf = (
  own_values: Readonly<Record<string, number | null>> | null,
  points: RolloutContent['points'],
): { key: string; value: number }[] =>
  own_values === null
    ? points
    : Object.entries(own_values).flatMap(([key, value]) => (value === null ? [] : [{ key, value }]))
