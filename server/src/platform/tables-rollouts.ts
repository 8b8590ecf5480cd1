import type { UpgradeConsent } from '@heatfleet/contract/app-api/upgrades.ts'
import type { UpgradePlan, UpgradeType } from '@heatfleet/contract/firmware/firmware.ts'
import type { RolloutDraft, RolloutEventName, RolloutTarget } from '@heatfleet/contract/rollouts/rollout.ts'
import type { RolloutState, RolloutUnitState } from '@heatfleet/contract/transitions.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Time, WithDefault } from './column-types.ts'

/** When a unit is left alone, how often it is tried, and how long it is watched. */
export type UpgradeRules = Omit<UpgradePlan, 'firmware_id' | 'firmware_name' | 'module' | 'software_version' | 'type'>

/** What is set on every unit, and the template of which product version it came from. */
export type RolloutContent = {
  points: RolloutDraft['points']
  template: { name: string; version: number | null } | null
  /** Of firmware: when a unit is left alone, and how long it is watched. */
  upgrade?: UpgradeRules
}
/** Waves, thresholds and deadline as proposed. */
export type RolloutPace = Pick<
  RolloutDraft,
  | 'waves'
  | 'stop_failed_percent'
  | 'stop_failed_min'
  | 'wave_finished_percent'
  | 'confirm_waves'
  | 'deadline_hours'
  | 'per_minute'
>
/** Rights of who proposed it, and from where: its commands are audited as theirs. */
export type RolloutOrigin = { permissions: string[]; address: string; user_agent: string; request_id: string }
/** Values by point; null = not known. */
export type UnitValues = Record<string, number | null>

/** What an event was about; the keys of the wire, those that it has. */
export type RolloutEventFacts = {
  wave?: number
  reason?: 'manual' | 'failures' | 'wave' | 'test'
  failed?: number
  units?: number
  rollout_id?: number
}

/** Tables of rollouts. */
export type RolloutTables = {
  rollouts: {
    rollout_id: Generated<number>
    kind: Generated<'settings' | 'firmware'>
    /** Of firmware; null = of settings. */
    firmware_id: number | null
    upgrade_type: UpgradeType | null
    name: string
    remark: Generated<string>
    product_key: string
    uid: number | null
    api_token_id: number | null
    creator: string
    agent_path: string
    group_id: number | null
    origin: JSONColumnType<RolloutOrigin>
    settings: JSONColumnType<RolloutContent>
    target: JSONColumnType<RolloutTarget>
    rules: JSONColumnType<RolloutPace>
    state: RolloutState
    halted: 'manual' | 'failures' | 'wave' | 'test' | null
    wave: Generated<number>
    wave_sizes: Generated<number[]>
    tolerated: Generated<number>
    counts: WithDefault<JSONColumnType<Partial<Record<RolloutUnitState, number>>>>
    of_rollout_id: number | null
    approver: Generated<string>
    created_at: Time
    approved_at: Time | null
    started_at: Time | null
    deadline_at: Time | null
    finished_at: Time | null
    changed_at: Generated<Date>
  }
  rollout_units: {
    rollout_id: number
    device_id: number
    position: number
    wave: number
    state: Generated<RolloutUnitState>
    reason: string | null
    own_values: JSONColumnType<UnitValues> | null
    old_values: WithDefault<JSONColumnType<UnitValues>>
    read_back: WithDefault<JSONColumnType<UnitValues>>
    control_ids: Generated<string[]>
    tries: Generated<number>
    not_before: Time | null
    consent: UpgradeConsent | null
    consent_at: Time | null
    begun_at: Time | null
    finished_at: Time | null
  }
  rollout_events: {
    event_id: Generated<string>
    rollout_id: number
    at: Time
    what: RolloutEventName
    user_name: Generated<string>
    facts: WithDefault<JSONColumnType<RolloutEventFacts>>
  }
}
