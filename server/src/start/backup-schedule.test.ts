import { describe, expect, it } from 'vitest'
import { readConfig, SettingError } from '../config.ts'
import { checkBackupSettings, isBackupDue, lastDue } from './backup-schedule.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}:00Z`)

describe('the daily backup', () => {
  it.each([
    ['27T02:29', '26T02:30'],
    ['27T02:30', '27T02:30'],
    ['27T23:59', '27T02:30'],
  ])('at %s was due last at %s', (now, due) => {
    expect(lastDue(at(now), '02:30')).toBe(at(due))
  })

  it.each<[string, string, string | null, string | null, boolean]>([
    ['none was made yet', '26T12:00', null, null, true],
    ['the last is of yesterday, its time is not yet', '27T02:29', '26T02:30', null, false],
    ['its time has come', '27T02:30', '26T02:30', null, true],
    ['today has one', '27T12:00', '27T02:31', null, false],
    ['nothing ran when it was due', '27T09:00', '25T02:31', null, true],
    ['one failed half an hour ago', '27T03:00', '26T02:30', '27T02:30', false],
    ['one failed an hour ago', '27T03:30', '26T02:30', '27T02:30', true],
    ['one was made before the clock was set back by an hour', '27T01:40', '27T02:31', null, false],
    ['one was made by a clock that was days ahead', '27T02:30', '30T02:31', null, true],
    ['one failed before the clock was set back by two hours', '27T03:00', '26T02:30', '27T05:00', true],
    ['one by hand came before its time', '27T02:40', '27T01:00', null, true],
  ])('where %s, at %s', (_, now, success, began, is_due) => {
    const times = { success_ms: success === null ? null : at(success), began_ms: began === null ? null : at(began) }
    expect(isBackupDue(at(now), '02:30', times)).toBe(is_due)
  })

  it.each([
    [{ HEATFLEET_BACKUP_TO: '/b' }, /^HEATFLEET_BACKUP_TO: Set HEATFLEET_BACKUP_PASSPHRASE/],
    [{ HEATFLEET_BACKUP_TO: '/b', HEATFLEET_BACKUP_PASSPHRASE: 'short' }, /at least 12 characters/],
    [{ HEATFLEET_BACKUP_TO: '/b', HEATFLEET_BACKUP_PASSPHRASE_FILE: '/none' }, /\/none cannot be read/],
    [{ HEATFLEET_BACKUP_TO: '/b', DATABASE_URL: 'postgres://me@there/fleet' }, /Set HEATFLEET_BACKUP_PASSPHRASE/],
  ])('that cannot be made is refused at the start: %o', (settings, sentence) => {
    expect(() => checkBackupSettings(readConfig(settings))).toThrow(SettingError)
    expect(() => checkBackupSettings(readConfig(settings))).toThrow(sentence)
  })

  it('is not needed', () => {
    expect(() => checkBackupSettings(readConfig({ DATABASE_URL: 'postgres://me@there/fleet' }))).not.toThrow()
  })
})
