import type { UpgradeConsent } from '@heatfleet/contract/app-api/upgrades.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Asks the owner of a waiting unit; whoever was asked before, as the unit may have another owner now. */
export const requestConsent = async (db: Db, rollout_id: number, device_id: number, at: Date): Promise<void> => {
  await db
    .updateTable('rollout_units')
    .set({ consent: 'requested', consent_at: at })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Requests of the units that an app user owns and whose upgrade has not begun, the newest first. */
export const listConsentRequests = (db: Db, app_user_id: number, limit: number) =>
  db
    .selectFrom('rollout_units')
    .innerJoin('bindings', 'bindings.device_id', 'rollout_units.device_id')
    .innerJoin('devices', 'devices.device_id', 'rollout_units.device_id')
    .innerJoin('rollouts', 'rollouts.rollout_id', 'rollout_units.rollout_id')
    .innerJoin('firmware', 'firmware.firmware_id', 'rollouts.firmware_id')
    .select([
      'devices.mac',
      'devices.device_name',
      'rollout_units.rollout_id',
      'rollout_units.consent',
      'rollout_units.consent_at',
      'rollouts.deadline_at',
      'firmware.software_version',
      'firmware.notes',
    ])
    .where('bindings.app_user_id', '=', app_user_id)
    .where('bindings.role', '=', 'owner')
    .where('rollout_units.state', '=', 'waiting')
    .where('rollout_units.consent', 'is not', null)
    .where('rollouts.state', 'in', ['running', 'paused'])
    .orderBy('rollout_units.consent_at', 'desc')
    .limit(limit)
    .execute()

/** Writes the owner's answer, and lets the unit be looked at again; false = nobody asks, or it has begun. */
export const answerConsent = async (
  db: Db,
  rollout_id: number,
  device_id: number,
  consent: UpgradeConsent,
  at: Date,
): Promise<boolean> => {
  const done = await db
    .updateTable('rollout_units')
    .set({ consent, consent_at: at, not_before: null, reason: null })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', '=', 'waiting')
    .where('consent', 'in', ['requested', 'given'])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
