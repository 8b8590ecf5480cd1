import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { findSecretKey, isWeakKey, readSecretKey } from './keys.ts'

describe('the data folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heatfleet-folder-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is refused to a second start while the first one lives', () => {
    const { unlock } = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(`in use by a running Heatfleet (process ${process.pid})`)
    unlock()
    lockDataFolder(folder).unlock()
  })

  it.each([
    ['a process that is gone', '999999999 boot/1'],
    ['a process whose number is used again', `${process.pid} another-boot/1`],
    ['half a write', ''],
  ])('is taken over from %s', (_, content) => {
    writeFileSync(join(folder, 'heatfleet.pid'), content)
    const lock = lockDataFolder(folder)
    expect(lock.after_crash).toBe(true)
    lock.unlock()
  })

  it('is refused with its name when it is a file', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => prepareDataFolder(join(folder, 'file'))).toThrow(/^HEATFLEET_DATA: .*file cannot be written/)
  })

  it('keeps one secret key: made once, read again, never a setting of the past', () => {
    const { secret_key_hex: made, keep } = readSecretKey(undefined, folder)
    expect(made).toMatch(/^[0-9a-f]{64}$/)
    keep()
    const other = readSecretKey(undefined, folder)
    other.keep()
    expect([other.secret_key_hex, findSecretKey(undefined, folder)]).toEqual([made, made])
    expect(findSecretKey('a'.repeat(64), folder)).toBe('a'.repeat(64))
    expect(isWeakKey(made)).toBe(false)
  })
})
