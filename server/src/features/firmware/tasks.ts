import { misfitOf } from '@heatfleet/contract/firmware/fitting.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import type { RolloutPace } from '../../platform/tables-rollouts.ts'
import { insertRollout, inWaves, NO_RULES, startAtOnce } from '../rollouts/public.ts'
import { removeFile, uploadPath } from './image-files.ts'
import { type FirmwareRow, listAutomatic, lockEnabled } from './store.ts'
import { hasRunningAutomatic, listLaggards } from './store-upgrades.ts'
import { deleteOldUploads } from './store-uploads.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log' | 'firmware_folder'>

/** An automatic campaign tries itself on a few units first, stops when they fall ill, and spares heating. */
const AUTOMATIC_PACE: RolloutPace = {
  waves: [
    { size: 5, unit: 'percent' },
    { size: 25, unit: 'percent' },
    { size: 100, unit: 'percent' },
  ],
  stop_failed_percent: 10,
  stop_failed_min: 2,
  wave_finished_percent: 80,
  confirm_waves: false,
  deadline_hours: LIMITS.upgrade_wait_hours,
  per_minute: null,
}
const AUTOMATIC_PLAN = {
  ...NO_RULES,
  health_minutes: 30,
  cold_limit_c: -5,
  spare_heating: true,
  retries: 2,
  retry_minutes: 30,
}

/** Background work of firmware: upgrades by version number, and uploads that nobody went on with. */
export const firmwareTasks = (deps: Deps) =>
  ({
    'firmware-automatic': {
      crontab: '*/10 * * * *',
      run: async (_, signal) => {
        for (const firmware of await listAutomatic(deps.database.db)) {
          if (signal.aborted) return
          await startAutomatic(deps, firmware)
        }
      },
    },
    'expire-firmware-uploads': {
      crontab: '23 * * * *',
      run: async () => {
        const before = new Date(deps.clock.now() - LIMITS.firmware_upload_ms)
        for (const upload_id of await deleteOldUploads(deps.database.db, before))
          await removeFile(uploadPath(deps.firmware_folder, upload_id))
      },
    },
  }) satisfies Tasks

/** A campaign over the units that have an older version and were not tried with this one; null = there are none, or one runs. */
export const startAutomatic = async (
  { database: { db }, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  firmware: FirmwareRow,
): Promise<number | null> => {
  const { firmware_id, product_key, name } = firmware
  const units = (await listLaggards(db, firmware, LIMITS.upgrade_in_flight_max)).filter(
    (unit) => misfitOf(firmware, unit) === null,
  )
  if (units.length === 0) return null
  const at = new Date(clock.now())
  const rollout_id = await db.transaction().execute(async (trx) => {
    if (!(await lockEnabled(trx, firmware_id)) || (await hasRunningAutomatic(trx, firmware_id))) return null
    const inserted = await insertRollout(
      trx,
      {
        kind: 'firmware',
        firmware_id,
        upgrade_type: 'automatic',
        name,
        remark: '',
        product_key,
        uid: firmware.uid,
        api_token_id: null,
        creator: firmware.uploader,
        agent_path: '/',
        group_id: null,
        origin: { permissions: [], address: '', user_agent: '', request_id: '' },
        settings: { points: [], template: null, upgrade: AUTOMATIC_PLAN },
        target: { by: 'macs', macs: units.slice(0, LIMITS.filter_ids_max).map(({ mac }) => mac) },
        rules: AUTOMATIC_PACE,
        state: 'approved',
        of_rollout_id: null,
        created_at: at,
      },
      Number.POSITIVE_INFINITY,
    )
    if (inserted === null) return null
    const ids = units.map(({ device_id }) => device_id)
    await startAtOnce(trx, inserted, inWaves(ids, AUTOMATIC_PACE), AUTOMATIC_PACE, at)
    return inserted
  })
  if (rollout_id !== null) log.info({ firmware_id, rollout_id, units: units.length }, 'automatic upgrade')
  return rollout_id
}
