import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSecretKey, readInstance, readSecretKey } from './keys.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heatfleet-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As a first start reads and keeps it. */
const keepKey = (): string => {
  const { secret_key_hex, keep } = readSecretKey(undefined, folder)
  keep()
  return secret_key_hex
}

describe('the key and the name of an installation', () => {
  it('are made once, for the owner alone', () => {
    const [key, name] = [keepKey(), readInstance(folder)]
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect([keepKey(), readInstance(folder)]).toEqual([key, name])
    expect(readdirSync(join(folder, 'keys'))).toEqual(['instance', 'secret-key'])
    expect(statSync(join(folder, 'keys', 'secret-key')).mode & 0o777).toBe(0o600)
  })

  it('are made although an earlier start was killed while it wrote them', () => {
    readInstance(folder)
    writeFileSync(join(folder, 'keys', 'secret-key.new'), 'ab')
    expect(keepKey()).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are not written by who only reads them', () => {
    expect(findSecretKey(undefined, folder)).toBeNull()
    readSecretKey(undefined, folder)
    expect(findSecretKey(undefined, folder)).toBeNull()
  })

  it('are never replaced: another key opens no secret', () => {
    readInstance(folder)
    writeFileSync(join(folder, 'keys', 'secret-key'), 'ab')
    expect(() => readSecretKey(undefined, folder)).toThrow('does not hold 64 hex digits')
  })
})
