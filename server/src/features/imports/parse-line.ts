import { hasIccidChecksum, isIccid, normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import type { ImportField, ImportLine, ImportProblem } from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** A line with its place: its row in the file, or its place among the lines. */
export type NumberedLine = ImportLine & { row: number }

/** A line as it is stored; `secret` = its own, null = one is to be made. */
export type ParsedLine = Omit<ImportLine, 'secret' | 'mac' | 'product'> & {
  row: number
  mac_text: string
  mac: string | null
  product_text: string
  secret: Buffer | null
  /** The line has a secret, which may be invalid. */
  own_secret: boolean
  flaws: ImportProblem[]
}

const EMPTY: ImportLine = {
  mac: '',
  product: '',
  iccid: '',
  hardware_version: '',
  device_name: '',
  serial: '',
  secret: '',
}

/** A line of which only some fields are known. */
export const lineOf = (known: Partial<Record<ImportField, string>>, row: number): NumberedLine => ({
  ...EMPTY,
  ...known,
  row,
})

/** What a line says by itself, without regard to others and to what is stored. */
export const parseLine = (line: NumberedLine): ParsedLine => {
  const mac_text = line.mac.trim()
  const mac = normalizeDeviceId(mac_text.normalize('NFKC'))
  const iccid = line.iccid.replaceAll(/[\s-]/g, '')
  const secret_text = line.secret.replaceAll(/[\s:-]/g, '')
  const secret = /^[0-9a-f]{64}$/i.test(secret_text) ? Buffer.from(secret_text, 'hex') : null
  const hardware_version = line.hardware_version.trim()
  const device_name = line.device_name.trim()
  const serial = line.serial.trim()
  const flaws: ImportProblem[] = []
  if (mac === null) flaws.push('mac_incomplete')
  if (iccid !== '')
    if (!isIccid(iccid) || isRounded(iccid)) flaws.push('iccid_invalid')
    else if (!hasIccidChecksum(iccid)) flaws.push('iccid_checksum')
  if (secret_text !== '' && secret === null) flaws.push('secret_invalid')
  if (
    lengthOf(device_name) > LIMITS.device_name_max ||
    lengthOf(serial) > LIMITS.serial_max ||
    lengthOf(hardware_version) > LIMITS.hardware_version_max
  )
    flaws.push('text_too_long')
  const product_text = line.product.trim()
  return {
    row: line.row,
    mac_text,
    mac,
    product_text,
    iccid,
    hardware_version,
    device_name,
    serial,
    secret,
    own_secret: secret_text !== '',
    flaws,
  }
}

const lengthOf = (text: string): number => Array.from(text).length

/** Spreadsheets keep 15 digits of a number: the last ones of a card's became zeros. */
const isRounded = (iccid: string): boolean => /^\d{15}0{4,5}$/.test(iccid) && !hasIccidChecksum(iccid)
