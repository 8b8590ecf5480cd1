import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import { listRollouts, toRollout } from '../rollouts/public.ts'
import { listFirmware, toFirmware } from './store.ts'

type Deps = Pick<AppContext, 'database'>

/** Firmware as a file; counts are of the scope. */
export const firmwareListExport = ({ database: { db } }: Deps): ExportSource<'firmware-list'> =>
  listSource({
    needs: 'ota:view',
    list: (caller, { filter }, part) => listFirmware(db, caller.scope, filter, part),
    keyOf: ({ firmware_id }) => firmware_id,
    toRows: (rows, _, { language }) =>
      rows.map((row) => ({
        ...toFirmware(row),
        product_name: language === 'zh' ? row.product_name : row.product_english_name,
        auto_upgrade: String(row.auto_upgrade),
        enabled: String(row.enabled),
        upload_time: row.uploaded_at,
      })),
  })

/** Upgrades of the own organisation and those below it as a file. */
export const upgradeListExport = ({ database: { db } }: Deps): ExportSource<'upgrade-list'> =>
  listSource({
    needs: 'ota:view',
    list: (caller, { filter: { type, firmware_id, ...filter } }, part) =>
      listRollouts(db, caller.scope, { ...filter, kind: 'firmware', firmware_id, upgrade_type: type }, part),
    keyOf: ({ rollout_id }) => rollout_id,
    toRows: (rows, { uid }, { language }) =>
      rows.map((row) => {
        const { counts, upgrade, total, ...rollout } = toRollout(row, uid)
        const { done, equal, failed, expired, skipped, waiting, sent } = counts
        return {
          rollout_id: rollout.rollout_id,
          name: rollout.name,
          firmware: upgrade === null ? null : `${upgrade.firmware_name} ${upgrade.software_version}`,
          type: upgrade?.type ?? null,
          state: rollout.state,
          halted: rollout.halted,
          product_name: language === 'zh' ? rollout.product_name : rollout.product_english_name,
          units: total,
          done,
          equal,
          failed,
          expired,
          skipped,
          waiting: waiting + sent,
          creator: rollout.creator,
          approver: rollout.approver,
          create_time: row.created_at,
          start_time: row.started_at,
          finish_time: row.finished_at,
        }
      }),
  })
