import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInstance, readSecretKey } from './keys.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heatfleet-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the key and the name of an installation', () => {
  it('are made once, for the owner alone', () => {
    const [key, name] = [readSecretKey(undefined, folder), readInstance(folder)]
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect([readSecretKey(undefined, folder), readInstance(folder)]).toEqual([key, name])
    expect(readdirSync(join(folder, 'keys'))).toEqual(['instance', 'secret-key'])
    expect(statSync(join(folder, 'keys', 'secret-key')).mode & 0o777).toBe(0o600)
  })

  it('are made although an earlier start was killed while it wrote them', () => {
    readInstance(folder)
    writeFileSync(join(folder, 'keys', 'secret-key.new'), 'ab')
    expect(readSecretKey(undefined, folder)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are never replaced: another key opens no secret', () => {
    readInstance(folder)
    writeFileSync(join(folder, 'keys', 'secret-key'), 'ab')
    expect(() => readSecretKey(undefined, folder)).toThrow('does not hold 64 hex digits')
  })
})
