import { isDeviceId } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import type { FleetFile, UnitSpec } from './fleet-file.ts'

/** What a module of the label file is wired to: a monobloc in a modern house. */
const UNIT = {
  iccid: null,
  lat: 48.4,
  lon: 10,
  model: 'A103008',
  rated_kw: 8,
  climate: 'ulm',
  house: 'modern',
  fault: null,
  fw: '1.3.0',
} as const satisfies Partial<UnitSpec>

/**
 * Units of the file that an import hands out once (*Take secrets*): CSV with the columns `mac` and `secret` in any place. Throws
 * an Error that names the line and what is wrong.
 */
export function parseLabelFile(text: string, url: string): FleetFile {
  const [titles = [], ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim().replaceAll('"', '')))
  const mac_at = titles.indexOf('mac')
  const secret_at = titles.indexOf('secret')
  if (mac_at === -1 || secret_at === -1) throw new Error('the label file: columns mac and secret are missing')
  const units = lines.map((cells, at): UnitSpec => {
    const did = cells[mac_at] ?? ''
    const secret_hex = cells[secret_at] ?? ''
    if (!isDeviceId(did)) throw new Error(`line ${at + 2}: mac must be an IMEI or a MAC, not ${did}`)
    if (!/^[0-9a-f]{64}$/i.test(secret_hex)) throw new Error(`line ${at + 2}: secret must be 32 bytes in hex`)
    const is_imei = did.length === 15
    return { did, secret_hex, ...UNIT, net: is_imei ? '4g' : 'wifi', hw: is_imei ? 'DTU4G-B' : 'DTUW-B' }
  })
  return { url, seed: 1, made_at: null, firmware_key: null, units, backfill: null }
}
