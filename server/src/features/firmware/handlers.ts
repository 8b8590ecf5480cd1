import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { compareVersions, isReportedVersion } from '@heatfleet/contract/version-number.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { imagePath, removeFile } from './image-files.ts'
import {
  deleteFirmware,
  findFirmware,
  isProduct,
  listEnabled,
  listFieldVersions,
  listFirmware,
  toFirmware,
  updateFirmware,
} from './store.ts'
import { ensureFirmwareKey } from './store-keys.ts'
import { findConsentRule, updateConsentRule } from './store-upgrades.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'firmware_folder'>
type Names = 'firmwareList' | 'firmwareUpdate' | 'firmwareDelete' | 'firmwareVersions' | 'firmwareConsent'

/** Firmware that was uploaded (product 3.35). */
export const firmwareHandlers = ({ database: { db }, clock, secret_key, firmware_folder }: Deps) => {
  const read = async (caller: Caller, firmware_id: number): Promise<Firmware> => {
    const row = await findFirmware(db, caller.scope, firmware_id)
    if (row === undefined) throw new Refusal('firmware_unknown', { field: 'firmware_id' })
    return toFirmware(row)
  }
  return {
    firmwareList: async ({ query: { pageNo, size, product_key }, body }, { caller }) => {
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listFirmware(
        db,
        caller.scope,
        { ...body, product_key: body.product_key ?? product_key },
        part,
      )
      return { list: rows.map(toFirmware), total, pageNo, size }
    },

    firmwareUpdate: async ({ body }, { caller, note }) => {
      const before = await read(caller, body.firmware_id)
      const minimum = body.min_software_version ?? before.min_software_version
      if (minimum !== '' && compareVersions(minimum, before.software_version) >= 0)
        throw new Refusal('firmware_minimum_above', { field: 'min_software_version' })
      await updateFirmware(db, body)
      const after = await read(caller, body.firmware_id)
      note({
        object: `firmware ${body.firmware_id}`,
        detail: { before: changeableOf(before), after: changeableOf(after) },
      })
      return after
    },

    firmwareDelete: async ({ query: { firmware_id } }, { caller, note }) => {
      const { name, software_version } = await read(caller, firmware_id)
      note({ object: `firmware ${firmware_id}`, detail: { name, software_version } })
      const at = new Date(clock.now())
      if (!(await db.transaction().execute((trx) => deleteFirmware(trx, firmware_id, at))))
        throw new Refusal('firmware_in_use')
      await removeFile(imagePath(firmware_folder, firmware_id))
      return null
    },

    firmwareVersions: async ({ query: { product_key } }, { caller }) => {
      if (!(await isProduct(db, product_key))) throw new Refusal('product_unknown', { field: 'product_key' })
      const { public_key } = await ensureFirmwareKey(db, secret_key, product_key, new Date(clock.now()))
      const [versions, enabled, asks_owner] = await Promise.all([
        listFieldVersions(db, caller.scope, product_key),
        listEnabled(db, product_key),
        findConsentRule(db, product_key),
      ])
      return {
        public_key,
        upgrade_consent: asks_owner ?? false,
        versions: versions.map((version) => {
          // The highest comes first.
          const newer = enabled.find(
            (firmware) =>
              firmware.module === version.module &&
              firmware.hardware_version === version.hardware_version &&
              isNewer(firmware.software_version, version.software_version),
          )
          return {
            ...version,
            newer_firmware_id: newer?.firmware_id ?? null,
            newer_version: newer?.software_version ?? null,
          }
        }),
      }
    },

    firmwareConsent: async ({ body: { product_key, upgrade_consent } }, { note }) => {
      note({ object: `product ${product_key}`, detail: { after: { upgrade_consent } } })
      if (!(await isProduct(db, product_key))) throw new Refusal('product_unknown', { field: 'product_key' })
      await updateConsentRule(db, product_key, upgrade_consent)
      return { product_key, upgrade_consent }
    },
  } satisfies Pick<Handlers, Names>
}

const isNewer = (version: string, present: string): boolean =>
  isReportedVersion(present) && compareVersions(version, present) > 0

const changeableOf = ({ name, min_software_version, auto_upgrade, enabled, notes }: Firmware) => ({
  name,
  min_software_version,
  auto_upgrade,
  enabled,
  notes,
})
