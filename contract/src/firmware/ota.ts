import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowIdText } from '../row-id.ts'
import { firmwareExample } from './examples.ts'
import { FieldVersion, Firmware, FirmwareChange, FirmwareDraft, FirmwareFile, FirmwareFilter } from './firmware.ts'

const ById = z.object({ id: RowIdText })
/** An upload under way: what the server has of it. */
const Upload = z.object({ upload_id: z.number().int(), received: z.number().int(), size: z.number().int() })
/** Firmware and its uploads (spec 7, OTA; product 3.35). */
export const firmware = endpoints({
  firmwareList: {
    method: 'POST',
    path: '/device/page-ota',
    kind: 'read',
    of: 'firmware',
    needs: 'ota:view',
    about: 'unscoped',
    query: Paging.extend({ product_key: z.string().max(LIMITS.product_key_max).optional() }),
    body: FirmwareFilter.default({}),
    result: pageOf(Firmware),
    fails: [],
    says: 'Firmware of a product or of all, the newest first, with how many units in scope have it.',
    example: { list: [firmwareExample], total: 1, pageNo: 1, size: 999 },
  },
  firmwareUpload: {
    method: 'POST',
    path: '/device/upload-ota',
    kind: 'change',
    of: 'firmware',
    needs: 'ota:upload',
    about: 'unscoped',
    body: z.object({ firmware: FirmwareDraft, file: FirmwareFile }),
    result: Upload,
    fails: ['product_unknown', 'firmware_exists', 'firmware_minimum_above', 'firmware_uploads_open'],
    says: 'Begins the upload of a firmware; one of the same account for the same file goes on where it stopped.',
    example: { upload_id: 7, received: 0, size: 262_144 },
  },
  firmwarePart: {
    method: 'POST',
    path: '/device/upload-ota/:id/part',
    kind: 'change',
    of: 'firmware-upload',
    needs: 'ota:upload',
    about: 'unscoped',
    params: ById,
    body: z.object({
      /** Where it belongs: what the server has received so far. */
      offset: z.number().int().min(0).max(LIMITS.firmware_bytes_max),
      /** Base64 of at most `firmware_part_bytes`. */
      data: z.base64().max(LIMITS.firmware_part_body_bytes),
    }),
    body_bytes: LIMITS.firmware_part_body_bytes,
    result: Upload,
    fails: ['file_upload_failed'],
    says: 'The next part of a file. A part that the server has already is no error; one that leaves a gap is.',
    example: { upload_id: 7, received: 262_144, size: 262_144 },
  },
  firmwareFinish: {
    method: 'POST',
    path: '/device/upload-ota/:id/finish',
    kind: 'change',
    of: 'firmware',
    needs: 'ota:upload',
    about: 'unscoped',
    params: ById,
    result: Firmware,
    fails: ['file_upload_failed', 'file_checksum_error', 'firmware_exists'],
    says: "Compares the file with the sender's checksum, signs it with the product's key, and adds the firmware.",
    example: { ...firmwareExample, devices: 0, ended: 0, succeeded: 0 },
  },
  firmwareUpdate: {
    method: 'PUT',
    path: '/device/update-ota',
    kind: 'change',
    of: 'firmware',
    needs: 'ota:edit',
    about: 'unscoped',
    body: FirmwareChange,
    result: Firmware,
    fails: ['firmware_unknown', 'firmware_minimum_above'],
    says: 'Changes name, notes and minimum version, enables or disables it, and switches automatic upgrades.',
    example: firmwareExample,
  },
  firmwareDelete: {
    method: 'POST',
    path: '/device/delete-ota',
    kind: 'change',
    of: 'firmware',
    needs: 'ota:delete',
    about: 'unscoped',
    query: z.object({ firmware_id: RowIdText }),
    result: z.null(),
    fails: ['firmware_unknown', 'firmware_in_use'],
    says: 'Deletes a firmware and its file; the history of upgrades stays. Refused while an upgrade or a campaign uses it.',
    example: null,
  },
  firmwareVersions: {
    method: 'GET',
    path: '/device/ota-versions',
    kind: 'read',
    of: 'firmware',
    needs: 'ota:view',
    about: 'unscoped',
    query: z.object({ product_key: z.string().min(1).max(LIMITS.product_key_max) }),
    result: z.object({
      /** Ed25519 key in PEM that modules of the product check images with. */
      public_key: z.string(),
      /** The owner of a unit agrees to each upgrade of it. */
      upgrade_consent: z.boolean(),
      versions: z.array(FieldVersion).max(LIMITS.firmware_versions_max),
    }),
    fails: ['product_unknown'],
    says: 'Versions that units of a product in scope report, most units first, and the key that images are signed with.',
    example: {
      public_key: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…\n-----END PUBLIC KEY-----\n',
      upgrade_consent: false,
      versions: [
        {
          module: 'dtu',
          hardware_version: 'DTU4G-B',
          software_version: '1.3.0',
          devices: 40,
          newer_firmware_id: 4,
          newer_version: '1.4.2',
        },
      ],
    },
  },
  firmwareConsent: {
    method: 'PUT',
    path: '/device/ota-consent',
    kind: 'change',
    of: 'firmware',
    needs: 'ota:edit',
    about: 'unscoped',
    body: z.object({ product_key: z.string().min(1).max(LIMITS.product_key_max), upgrade_consent: z.boolean() }),
    result: z.object({ product_key: z.string(), upgrade_consent: z.boolean() }),
    fails: ['product_unknown'],
    says: 'Whether owners are asked before units of a product are upgraded; an owner answers in the app.',
    example: { product_key: firmwareExample.product_key, upgrade_consent: true },
  },
})
