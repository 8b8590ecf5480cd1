import { zipOf } from '@heatfleet/contract/test/hostile-sheets.ts'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/refusals.ts'
import { assertUnpacksAsDeclared, unpackedBytes } from './zip-directory.ts'

const MB = 1_048_576
const part = (bytes: number, declared_bytes?: number) => ({
  name: 'xl/worksheets/sheet1.xml',
  content: Buffer.alloc(bytes, 'A'),
  ...(declared_bytes === undefined ? {} : { declared_bytes }),
})
const changed = (zip: Buffer, change: (zip: Buffer) => unknown): Buffer => {
  change(zip)
  return zip
}
/** A synchronous rule as a call. */
const run = async (rule: () => unknown): Promise<unknown> => rule()
/** Offset of the first directory entry. */
const entryAt = (zip: Buffer): number => zip.readUInt32LE(zip.length - 6)

describe('a ZIP', () => {
  it.each<[string, Buffer, number]>([
    ['of one file', zipOf([part(1_000)]), 1_000],
    ['of two files', zipOf([part(1_000), { ...part(500), name: 'b' }]), 1_500],
    ['of no file', zipOf([]), 0],
    ['with a comment', changed(Buffer.concat([zipOf([part(9)]), Buffer.from('comment')]), () => 0), 9],
    ['of 4 MB at 1,000 : 1', zipOf([part(4 * MB)]), 4 * MB],
  ])('%s is measured', async (_, zip, bytes) => {
    expect(unpackedBytes(zip)).toBe(bytes)
    expect(await codeOf(run(() => assertUnpacksAsDeclared(zip)))).toBe('ok')
  })

  it.each<[string, string, Buffer]>([
    ['above the ratio', 'sheet_too_large', zipOf([part(5 * MB)])],
    ['that declares too much', 'sheet_too_large', zipOf([part(10, 65 * MB)])],
    ['of parts that are too much together', 'sheet_too_large', zipOf([part(10, 33 * MB), part(10, 33 * MB)])],
    ['without its end', 'sheet_unreadable', zipOf([part(10)]).subarray(0, -22)],
    [
      'without its directory',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt32LE(0, entryAt(zip))),
    ],
    [
      'that is encrypted',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt16LE(1, entryAt(zip) + 8)),
    ],
    [
      'packed otherwise',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt16LE(12, entryAt(zip) + 10)),
    ],
    [
      'of more entries than it has',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt16LE(2, zip.length - 12)),
    ],
    [
      'of more entries than allowed',
      'sheet_too_large',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt16LE(1_001, zip.length - 12)),
    ],
  ])('%s is refused before it is unpacked', async (_, code, zip) => {
    expect(await codeOf(run(() => unpackedBytes(zip)))).toBe(code)
  })

  it.each<[string, string, Buffer]>([
    ['that holds more than it declares', 'sheet_too_large', zipOf([part(MB, 1_000)])],
    ['that declares nothing', 'sheet_too_large', zipOf([part(MB, 0)])],
    [
      'whose header is elsewhere',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt32LE(5, entryAt(zip) + 42)),
    ],
    ['whose content is damaged', 'sheet_unreadable', changed(zipOf([part(10)]), (zip) => zip.fill(0xff, 54, 57))],
    [
      'stored, of another size',
      'sheet_unreadable',
      changed(zipOf([part(10)]), (zip) => zip.writeUInt16LE(0, entryAt(zip) + 10)),
    ],
  ])('%s is refused while it is unpacked', async (_, code, zip) => {
    expect(await codeOf(run(() => assertUnpacksAsDeclared(zip)))).toBe(code)
  })
})
