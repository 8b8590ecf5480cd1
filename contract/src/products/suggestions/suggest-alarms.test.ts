import { describe, expect, it } from 'vitest'
import { type ExampleLine, examplePoints } from './example-list.ts'
import { severityOf, suggestAlarms } from './suggest-alarms.ts'
import type { KnownFault } from './suggestion.ts'

const alarmsOf = (lines: ExampleLine[], known: KnownFault[] = []) =>
  suggestAlarms(examplePoints(...lines), known).map(
    ({ key, severity, certainty, fault }) => `${key} ${severity} ${certainty}${fault === null ? '' : ` ${fault}`}`,
  )

const bit = (name: string, at: number, group_tag = ''): ExampleLine => ({
  name,
  data_type: 'bit',
  bit: at,
  address: 7,
  group_tag,
})

describe('a point reports a fault', () => {
  it.each<[string, ExampleLine, string]>([
    ['by a word in English', { name: 'Water flow failure', data_type: 'bit', bit: 0 }, 'p_0 fault sure'],
    ['in German', { name: 'Störung Ladepumpe', data_type: 'u16' }, 'p_0 fault sure'],
    ['in Polish', { name: 'Awaria wentylatora', data_type: 'bit', bit: 1 }, 'p_0 fault sure'],
    ['in Chinese', { name: '高压故障', data_type: 'bit', bit: 1 }, 'p_0 fault sure'],
    ['as a register of codes', { name: 'E01–E16', data_type: 'u16' }, 'p_0 fault sure'],
    ['as a number', { name: 'Error code', data_type: 'u16' }, 'p_0 fault sure'],
    ['of a sensor', { name: 'Outlet temp probe error', data_type: 'bit', bit: 2 }, 'p_0 warning sure'],
    [
      'likely, where it is a protection',
      { name: 'High pressure protection', data_type: 'bit', bit: 2 },
      'p_0 fault likely',
    ],
  ])('%s', (_, line, expected) => {
    expect(alarmsOf([line])).toEqual([expected])
  })

  it.each<[string, ExampleLine]>([
    ['a reset', { name: 'Fault reset', data_type: 'bool', rw: 'rw' }],
    ['an acknowledgement', { name: 'Fehlerquittierung', data_type: 'u16' }],
    ['a history', { name: 'Alarm history 1', data_type: 'u16' }],
    ['a reserved bit', { name: 'AL107 reserved', data_type: 'bit', bit: 1, group_tag: 'Alarm' }],
    ['a switch', { name: 'High pressure switch', data_type: 'bit', bit: 4 }],
    ['a measured value', { name: 'Outlet temperature', unit: '°C' }],
    ['what is an alarm already', { name: 'Water flow failure', data_type: 'bit', bit: 0, alarm: true }],
  ])('but %s does not', (_, line) => {
    expect(alarmsOf([line])).toEqual([])
  })

  it('the bits of a fault word are its faults, the word itself is none', () => {
    const word: ExampleLine = { name: 'Failure symbol 1', data_type: 'u16', address: 7 }
    expect(alarmsOf([word, bit('Hotwater temp', 0), bit('Phase sequence', 7)])).toEqual([
      'p_1 warning sure',
      'p_2 fault sure',
    ])
  })

  it('bits under a heading of faults are likely faults', () => {
    expect(alarmsOf([bit('Outdoor too cold', 1, 'Faults')])).toEqual(['p_0 info likely'])
  })
})

describe('known fault lists', () => {
  const known = (
    register: number,
    at: number,
    code: string,
    en: string,
    severity: KnownFault['severity'],
  ): KnownFault => ({
    set_name: 'board-a',
    code,
    register,
    bit: at,
    names: { en, zh: '', pl: '' },
    severity,
  })
  const set = [
    known(7, 0, 'F01', 'DHW tank temperature sensor fault', 'warning'),
    known(7, 1, 'F02', 'Outdoor temperature sensor fault', 'warning'),
    known(7, 4, 'F04', 'Flow (outlet) water sensor fault', 'warning'),
    known(7, 7, 'F06', 'Phase sequence protection', 'lockout'),
  ]
  const lines = [bit('Tank temp', 0), bit('Outdoor temp', 1), bit('Outlet temp', 4), bit('Phase sequence', 7)]

  it('give code and severity by register and bit, where the names are alike', () => {
    expect(alarmsOf(lines, set)).toEqual([
      'p_0 warning sure F01',
      'p_1 warning sure F02',
      'p_2 warning sure F04',
      'p_3 lockout sure F06',
    ])
  })

  it('count only when enough of the list is in one of them', () => {
    expect(alarmsOf(lines.slice(0, 2), set)).toEqual([])
  })
})

describe('how a fault weighs', () => {
  it.each([
    ['dhw tank sensor fault', 'warning'],
    ['high pressure sensor failure', 'warning'],
    ['discharge temperature too high', 'fault'],
    ['water flow failure', 'fault'],
    ['compressor locked', 'lockout'],
    ['pump work hour warning', 'info'],
    ['eeprom alarm', 'warning'],
    ['phase sequence', 'fault'],
  ])('%s: %s', (words, severity) => {
    expect(severityOf(words)).toBe(severity)
  })
})
