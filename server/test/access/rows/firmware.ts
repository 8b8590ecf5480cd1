import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const file = { file_name: 'matrix.bin', size: 10, sha256: 'ab'.repeat(32) }
const target = { by: 'macs' as const, macs: [imeiOf('86999999999999')] }

/** Firmware is the manufacturer's: none is there, so that a call that changes one meets nothing. */
export const rows: AccessRows = {
  firmwareUpload: {
    sends: {
      body: {
        firmware: {
          product_key: 'no-such-product',
          module: 'dtu',
          hardware_version: 'DTU-4G-B',
          software_version: '9.9.9',
          name: 'Matrix',
        },
        file,
      },
    },
    answers: 'product_unknown',
  },
  firmwarePart: { sends: { body: { offset: 0, data: 'AAAA' } }, answers: 'file_upload_failed' },
  firmwareFinish: { answers: 'file_upload_failed' },
  firmwareUpdate: { sends: { body: { firmware_id: NOWHERE } }, answers: 'firmware_unknown' },
  firmwareDelete: { sends: { query: { firmware_id: NOWHERE } }, answers: 'firmware_unknown' },
  firmwareConsent: { sends: (_, { product_key }) => ({ body: { product_key, upgrade_consent: false } }) },
  firmwareVersions: { sends: (_, { product_key }) => ({ query: { product_key } }) },
  deviceUpgrade: { sends: { body: { firmware_id: NOWHERE } }, answers: 'firmware_unknown' },
  upgradeCampaign: {
    sends: { body: { name: 'Matrix', firmware_id: NOWHERE, target } },
    answers: 'firmware_unknown',
  },
  upgradePreview: { sends: { body: { firmware_id: NOWHERE, target } }, answers: 'firmware_unknown' },
}
