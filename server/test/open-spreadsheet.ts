import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'

/** A cell as a reader shows it: text stays text, a number is a number. */
type SheetCell = string | number

/** True when LibreOffice is installed on this machine (Debian: libreoffice-calc-nogui). */
export const hasLibreOffice = (): boolean => spawnSync('soffice', ['--version']).status === 0

/** Comma, quotes, UTF-8, from line 1, columns and language as they are; text quoted, cells as shown, no formulas. */
const CSV_FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'

/** Opens a workbook in LibreOffice and gives the rows of its first sheet. */
export const openInLibreOffice = (bytes: Uint8Array): SheetCell[][] => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-sheet-'))
  try {
    writeFileSync(join(folder, 'opened.xlsx'), bytes)
    const own_profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const done = spawnSync(
      'soffice',
      [own_profile, '--headless', '--convert-to', CSV_FILTER, '--outdir', folder, join(folder, 'opened.xlsx')],
      { encoding: 'utf8' },
    )
    if (done.status !== 0) throw new Error(`LibreOffice could not open it: ${done.stderr}`)
    return readFileSync(join(folder, 'opened.csv'), 'utf8').trimEnd().split('\n').map(cellsOf)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Texts of one line are quoted, everything else is a number. */
const cellsOf = (line: string): SheetCell[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"|[^,]+/g)].map(([cell, text]) => text?.replaceAll('""', '"') ?? Number(cell))

/**
 * Opens a workbook by ZIP and XML alone, sharing no code with what wrote it: checks the CRC of each part, and gives the
 * rows of its first sheet. Throws at a formula, and at a cell out of its place.
 */
export const openByZip = (bytes: Uint8Array): SheetCell[][] => {
  const parts = filesOf(Buffer.from(bytes))
  const sheet = parts.get('xl/worksheets/sheet1.xml')
  if (sheet === undefined || !parts.has('[Content_Types].xml') || !parts.has('xl/workbook.xml'))
    throw new Error(`no workbook: ${[...parts.keys()].join(', ')}`)
  if (/<f[ >]/.test(sheet)) throw new Error('the sheet holds a formula')
  return [...sheet.matchAll(/<row r="(\d+)"[^>]*>(.*?)<\/row>/gs)].map(([, number, row = ''], index) => {
    if (Number(number) !== index + 1) throw new Error(`row ${number} stands at ${index + 1}`)
    return [...row.matchAll(/<c r="([A-Z])(\d+)"([^>]*)>(.*?)<\/c>/gs)].map(([, column, at, kind, inner], place) => {
      if (at !== number || column !== String.fromCharCode(65 + place)) throw new Error(`${column}${at} is misplaced`)
      return kind?.includes('inlineStr') ? textOf(inner) : Number(/^<v>(.*)<\/v>$/.exec(inner ?? '')?.[1])
    })
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}
const textOf = (inner = ''): string =>
  (/<t[^>]*>(.*)<\/t>/s.exec(inner)?.[1] ?? '').replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)

/** Files of a ZIP by name, from its central directory. */
export const filesOf = (zip: Buffer, encoding: 'utf8' | 'binary' = 'utf8'): Map<string, string> => {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const count = zip.readUInt16LE(end + 10)
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    const packed_bytes = zip.readUInt32LE(at + 20)
    const [name_length, extra_length, comment_length] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    const name = zip.toString('utf8', at + 46, at + 46 + (name_length ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const part = inflateRawSync(zip.subarray(start, start + packed_bytes))
    if (crc32(part) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`)
    parts.set(name, part.toString(encoding))
    at += 46 + (name_length ?? 0) + (extra_length ?? 0) + (comment_length ?? 0)
  }
  return parts
}
