import { z } from 'zod'
import { RolloutDraft, RolloutFilter } from '../rollouts/rollout.ts'
import { RowId } from '../row-id.ts'
import { UPGRADE_TYPES, UpgradePlan } from './firmware.ts'

/** Filters of the upgrades; whatever is left out does not filter. */
export const UpgradeFilter = RolloutFilter.pick({ name: true, product_key: true, state: true, creator: true }).extend({
  firmware_id: RowId.optional(),
  type: z.enum(UPGRADE_TYPES).optional(),
})
export type UpgradeFilter = z.output<typeof UpgradeFilter>

/** Columns of the upgrades as a file. */
export const UPGRADE_EXPORT_COLUMNS = [
  'rollout_id',
  'name',
  'firmware',
  'type',
  'state',
  'halted',
  'product_name',
  'units',
  'done',
  'equal',
  'failed',
  'expired',
  'skipped',
  'waiting',
  'creator',
  'approver',
  'create_time',
  'start_time',
  'finish_time',
] as const

/** A campaign as it is proposed: waves and thresholds are those of a rollout. */
export const CampaignDraft = RolloutDraft.omit({ product_key: true, points: true, template: true }).extend({
  firmware_id: RowId,
  health_minutes: UpgradePlan.shape.health_minutes.default(30),
  cold_limit_c: UpgradePlan.shape.cold_limit_c.default(-5),
  spare_heating: z.boolean().default(true),
  window: UpgradePlan.shape.window.default(null),
  retries: UpgradePlan.shape.retries.default(2),
  retry_minutes: UpgradePlan.shape.retry_minutes.default(30),
  timeout_minutes: UpgradePlan.shape.timeout_minutes.default(null),
  from_versions: UpgradePlan.shape.from_versions.default([]),
  /** Its units belong to the campaign, and are the first wave; needed beyond so many units (`LIMITS.campaign_untested_max`). */
  test_group_id: RowId.nullable().default(null),
})
export type CampaignDraft = z.output<typeof CampaignDraft>
