import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { listRenamedSettings, listUnknownSettings, readConfig, SettingError, Settings } from './config.ts'

const EXAMPLE = parseEnv(readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8'))

describe('the settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    expect(Object.keys(EXAMPLE).sort()).toEqual(Object.keys(Settings.shape).sort())
  })

  it('have the defaults .env.example shows', () => {
    expect(readConfig(EXAMPLE)).toEqual(readConfig({}))
  })

  it('count empty text as not set', () => {
    expect(readConfig({ DATABASE_URL: '', HEATFLEET_PORT: '' })).toEqual(readConfig({}))
  })

  it('are read under a former name, which is reported; the new name decides', () => {
    expect(readConfig({ HEATFLEET_PACK: 'hour' }).HEATFLEET_COMPACT).toBe('hour')
    expect(readConfig({ HEATFLEET_PACK: 'hour', HEATFLEET_COMPACT: 'day' }).HEATFLEET_COMPACT).toBe('day')
    expect(listRenamedSettings({ HEATFLEET_PACK: 'hour' })).toEqual([['HEATFLEET_PACK', 'HEATFLEET_COMPACT']])
    expect(listRenamedSettings({ HEATFLEET_PACK: '' })).toEqual([])
  })

  it.each([
    ['HEATFLEET_PROT', 'HEATFLEET_PORT'],
    ['HEATFLEET_SECRETKEY', 'HEATFLEET_SECRET_KEY'],
    ['HEATFLEET_MQTTS_CERTS', 'HEATFLEET_MQTTS_CERT'],
    ['HEATFLEET_WEATHER_STATION', null],
  ])('that do not exist are reported: %s, nearest %s', (name, nearest) => {
    expect(listUnknownSettings({ [name]: '1' })).toEqual([[name, nearest]])
  })

  it.each(['HEATFLEET_PORT', 'HEATFLEET_PACK', 'HEATFLEET_TEST_LOOK', 'PORT'])('%s is not reported', (name) => {
    expect(listUnknownSettings({ [name]: '1' })).toEqual([])
  })

  it.each([
    ['HEATFLEET_PORT', 'http'],
    ['HEATFLEET_PORT', '70000'],
    ['HEATFLEET_SECRET_KEY', 'abc'],
    ['HEATFLEET_DEMO', '-1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['MQTT_URL', 'localhost'],
    ['HEATFLEET_LOG_LEVEL', 'loud'],
    ['HEATFLEET_TRUSTED_PROXIES', 'the one in front'],
    ['HEATFLEET_TRUSTED_PROXIES', '10.0.0.0/40'],
  ])('refuse %s = %s and name it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(SettingError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})
