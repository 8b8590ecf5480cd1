import { Refusal } from '@heatfleet/contract/errors.ts'
import type { CampaignDraft } from '@heatfleet/contract/firmware/campaign.ts'
import { type Misfit, misfitOf, versionOf } from '@heatfleet/contract/firmware/fitting.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Rollout } from '@heatfleet/contract/rollouts/rollout.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { UpgradeRules } from '../../platform/tables-rollouts.ts'
import {
  checkTested,
  deadlineOf,
  findRollout,
  insertOwn,
  inWaves,
  listIdsOf,
  listRollouts,
  listTargets,
  listTestUnits,
  markSent,
  NO_RULES,
  paceOf,
  postponeUnit,
  requestConsent,
  startAtOnce,
  toRollout,
} from '../rollouts/public.ts'
import { type FirmwareRow, findFirmware, listEnabled, lockEnabled } from './store.ts'
import {
  findConsentRule,
  findGroupName,
  findUnit,
  insertUpgrade,
  listUpgradesOf,
  listVersions,
  listWaiting,
  toUpgrade,
} from './store-upgrades.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>
type Names = 'upgradeHistory' | 'deviceUpgrades' | 'deviceUpgrade' | 'upgradeCampaign' | 'upgradePreview'

/** One unit by hand: at once, and it is over when the unit is; a halt would wait for somebody to let nothing go on. */
const SINGLE_PACE = {
  waves: [{ size: 100, unit: 'percent' as const }],
  stop_failed_percent: 100,
  stop_failed_min: LIMITS.rollout_devices_max,
  wave_finished_percent: 100,
  confirm_waves: false,
  deadline_hours: LIMITS.upgrade_wait_hours,
  per_minute: null,
}
const rulesOf = (draft: CampaignDraft, test_group: UpgradeRules['test_group']): UpgradeRules => ({
  from_versions: draft.from_versions,
  test_group,
  health_minutes: draft.health_minutes,
  cold_limit_c: draft.cold_limit_c,
  spare_heating: draft.spare_heating,
  window: draft.window,
  retries: draft.retries,
  retry_minutes: draft.retry_minutes,
  timeout_minutes: draft.timeout_minutes,
})
/** Units whose versions are read at a time. */
const SLICE = 1_000

/** Upgrades of units: one by hand, many as a campaign that is approved and run as a rollout (product 3.35). */
export const upgradeHandlers = ({ database, database: { db }, clock, bus }: Deps) => {
  const now = () => new Date(clock.now())
  const answer = async (caller: Caller, rollout_id: number): Promise<Rollout> => {
    const row = await findRollout(db, caller.scope, rollout_id)
    if (row === undefined) throw new Refusal('not_found')
    return toRollout(row, caller.uid)
  }
  const readEnabled = async (caller: Caller, firmware_id: number): Promise<FirmwareRow> => {
    const firmware = await findFirmware(db, caller.scope, firmware_id)
    if (firmware === undefined) throw new Refusal('firmware_unknown', { field: 'firmware_id' })
    if (!firmware.enabled) throw new Refusal('firmware_disabled', { field: 'firmware_id' })
    return firmware
  }
  /** Units of the scope, and why the firmware would not be sent to them; null = it would. */
  async function* evaluated(
    caller: Caller,
    firmware: FirmwareRow,
    ids: readonly number[],
    from_versions: readonly string[],
  ) {
    for (let at = 0; at < ids.length; at += SLICE)
      for (const unit of await listVersions(db, caller.scope, ids.slice(at, at + SLICE))) {
        const reason: Misfit | 'replaced' | null =
          unit.replaced_at === null ? misfitOf(firmware, unit, from_versions) : 'replaced'
        yield { unit, reason }
      }
  }
  /** The test group of a draft with its units of the product; none where it names none. */
  const readTestGroup = async (
    caller: Caller,
    { test_group_id }: Pick<CampaignDraft, 'test_group_id'>,
    firmware: Pick<FirmwareRow, 'product_key'>,
  ) => {
    if (test_group_id === null) return { test_group: null, tested: [] }
    // Refuses a group that the caller does not see.
    const tested = await listTestUnits({ database, clock }, caller, firmware, test_group_id)
    const group_name = (await findGroupName(db, test_group_id)) ?? ''
    return { test_group: { group_id: test_group_id, group_name }, tested }
  }
  return {
    upgradeHistory: async (
      { query: { pageNo, size, id }, body: { type, firmware_id = id, ...filter } },
      { caller },
    ) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listRollouts(
        db,
        caller.scope,
        { ...filter, kind: 'firmware', firmware_id, upgrade_type: type },
        part,
      )
      return { list: rows.map((row) => toRollout(row, caller.uid)), total, pageNo, size }
    },

    deviceUpgrades: async ({ query: { mac, pageNo, size } }, { caller }) => {
      const unit = await findUnit(db, caller.scope, mac)
      if (unit === undefined) throw new Refusal('device_not_found')
      const part = { offset: (pageNo - 1) * size, limit: size }
      const [{ rows, total }, enabled, waiting] = await Promise.all([
        listUpgradesOf(db, caller.scope, mac, part),
        listEnabled(db, unit.product_key),
        listWaiting(db, caller.scope, mac, LIMITS.names_shown_max),
      ])
      const { module_version, module_type, software_version, hardware_version } = unit
      return {
        list: rows.map(toUpgrade),
        total,
        pageNo,
        size,
        current: { module_version, module_type, software_version, hardware_version },
        waiting: waiting.map(({ until, ...one }) => ({ ...one, until: until?.toISOString() ?? null })),
        available: enabled
          .filter((firmware) => misfitOf(firmware, unit) === null)
          .map((firmware) => ({
            firmware_id: firmware.firmware_id,
            name: firmware.name,
            module: firmware.module,
            software_version: firmware.software_version,
            notes: firmware.notes,
          })),
      }
    },

    deviceUpgrade: async ({ body: { mac, firmware_id } }, call) => {
      const { caller } = call
      const unit = await findUnit(db, caller.scope, mac)
      if (unit === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const firmware = await readEnabled(caller, firmware_id)
      call.note({ object: mac, detail: { firmware_id, software_version: firmware.software_version } })
      const misfit = misfitOf(firmware, unit)
      if (misfit !== null) throw new Refusal('upgrade_failed', { field: 'firmware_id', details: { reason: misfit } })
      const asks_owner = unit.owned_since !== null && (await findConsentRule(db, firmware.product_key)) === true
      const at = now()
      const { rollout_id, upgrade_id } = await db.transaction().execute(async (trx) => {
        if (!(await lockEnabled(trx, firmware_id))) throw new Refusal('firmware_disabled', { field: 'firmware_id' })
        const inserted = await insertOwn(trx, call, {
          kind: 'firmware',
          firmware_id,
          upgrade_type: 'single',
          name: firmware.name,
          remark: '',
          product_key: firmware.product_key,
          settings: { points: [], template: null, upgrade: NO_RULES },
          target: { by: 'macs', macs: [mac] },
          rules: SINGLE_PACE,
          state: 'approved',
          of_rollout_id: null,
          created_at: at,
        })
        await startAtOnce(trx, inserted, inWaves([unit.device_id], SINGLE_PACE), SINGLE_PACE, at)
        if (asks_owner) {
          const until = new Date(at.getTime() + LIMITS.upgrade_postpone_ms)
          await requestConsent(trx, inserted, unit.device_id, at)
          await postponeUnit(trx, inserted, unit.device_id, { reason: 'owner_consent', until })
          return { rollout_id: inserted, upgrade_id: null }
        }
        // Begun here and not by the next turn, so that whoever asked for it sees it at once.
        const queued = await insertUpgrade(trx, {
          firmware_id,
          device_id: unit.device_id,
          rollout_id: inserted,
          from_version: versionOf(firmware.module, unit),
          at,
          expires_at: deadlineOf(SINGLE_PACE, at),
          limit_at: null,
        })
        if (queued === null) throw new Refusal('upgrade_under_way')
        await markSent(trx, inserted, unit.device_id, { control_ids: [], old_values: {}, at })
        return { rollout_id: inserted, upgrade_id: queued }
      })
      if (upgrade_id !== null) bus.publish({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
      return answer(caller, rollout_id)
    },

    upgradeCampaign: async ({ body }, call) => {
      const { caller } = call
      const { firmware_id, name, remark, target } = body
      call.note({ object: 'rollout', detail: { after: { name, firmware_id } } })
      const firmware = await readEnabled(caller, firmware_id)
      if (target.by === 'macs') {
        const found = await listIdsOf(db, caller.scope, target.macs)
        if (found.length < target.macs.length) throw new Refusal('device_not_found', { field: 'macs' })
      }
      const { product_key } = firmware
      const { test_group, tested } = await readTestGroup(caller, body, firmware)
      if (test_group !== null && tested.length === 0)
        throw new Refusal('campaign_test_empty', { field: 'test_group_id' })
      if (test_group === null) {
        const ids = await listTargets({ database, clock }, caller, product_key, target)
        let fitting = 0
        for await (const { reason } of evaluated(caller, firmware, ids, body.from_versions))
          fitting += reason === null ? 1 : 0
        checkTested(fitting, null)
      }
      const rollout_id = await db.transaction().execute(async (trx) => {
        if (!(await lockEnabled(trx, firmware_id))) throw new Refusal('firmware_disabled', { field: 'firmware_id' })
        return insertOwn(trx, call, {
          kind: 'firmware',
          firmware_id,
          upgrade_type: 'list',
          name,
          remark,
          product_key,
          settings: { points: [], template: null, upgrade: rulesOf(body, test_group) },
          target: target.by === 'filter' ? { ...target, filter: { ...target.filter, product_key } } : target,
          rules: paceOf(body),
          state: 'proposed',
          of_rollout_id: null,
          created_at: now(),
        })
      })
      call.note({ object: `rollout ${rollout_id}` })
      return answer(caller, rollout_id)
    },

    upgradePreview: async ({ body }, { caller }) => {
      const { firmware_id, target, from_versions } = body
      const firmware = await findFirmware(db, caller.scope, firmware_id)
      if (firmware === undefined) throw new Refusal('firmware_unknown', { field: 'firmware_id' })
      const found = await listTargets({ database, clock }, caller, firmware.product_key, target)
      const { tested } = await readTestGroup(caller, body, firmware)
      const ids = [...new Set([...tested, ...found])]
      const first = new Set(tested)
      const counted = { upgradable: 0, offline: 0, tested: 0, refused_total: 0 }
      const refused: { mac: string; reason: Misfit | 'replaced' }[] = []
      for await (const { unit, reason } of evaluated(caller, firmware, ids, from_versions)) {
        if (reason === null) {
          counted.upgradable += 1
          counted.offline += unit.online ? 0 : 1
          counted.tested += first.has(unit.device_id) ? 1 : 0
          continue
        }
        counted.refused_total += 1
        if (refused.length < LIMITS.names_shown_max) refused.push({ mac: unit.mac, reason })
      }
      return { total: ids.length, ...counted, refused }
    },
  } satisfies Pick<Handlers, Names>
}
