import { describe, expect, it } from 'vitest'
import { type ExampleLine, examplePoints } from './example-list.ts'
import { suggestCounters, suggestSentinels, suggestUnits } from './suggest-values.ts'

describe('a point counts', () => {
  it.each<[string, ExampleLine, string[]]>([
    ['energy', { name: 'Energy consumption', unit: 'kWh', data_type: 'u32_be' }, ['sure']],
    ['heat', { name: 'Wärmemenge Heizen', unit: 'kWh' }, ['sure']],
    ['hours', { name: 'Compressor runtime', unit: 'h' }, ['sure']],
    ['starts', { name: 'Liczba startów', data_type: 'u16' }, ['sure']],
    ['hours, likely, where the name says nothing', { name: 'NHZ 1', unit: 'h' }, ['likely']],
    ['likely, the energy of a day', { name: 'Energy today', unit: 'kWh' }, ['likely']],
    ['no time of a timer', { name: 'Timer 1 on hours', unit: 'h' }, []],
    ['no delay', { name: 'Start delay', unit: 'h' }, []],
    ['nothing that is written', { name: 'Energy limit', unit: 'kWh', rw: 'rw' }, []],
    ['no power', { name: 'Input power', unit: 'kW' }, []],
  ])('%s', (_, line, expected) => {
    expect(suggestCounters(examplePoints(line)).map(({ certainty }) => certainty)).toEqual(expected)
  })
})

describe('a raw number means a missing sensor', () => {
  it.each<[string, ExampleLine, number[] | undefined]>([
    ['where it would be 3,276.7 °C', { name: 'Outlet', unit: '°C', read: 'raw*0.1' }, [32_767, -32_768]],
    ['of an unsigned register', { name: 'Outlet', unit: '°C', data_type: 'u16', read: 'raw*0.1' }, [65_535, 32_767]],
    ['with an offset', { name: 'Outlet', unit: '°C', read: 'raw*0.1-50' }, [32_767, -32_768]],
    ['not where it may be measured', { name: 'Outlet', unit: '°C', read: 'raw*0.001' }, undefined],
    ['not of a byte', { name: 'Outlet', unit: '°C', data_type: 'u8_low' }, undefined],
    ['not of a setting', { name: 'Setting', unit: '°C', rw: 'rw' }, undefined],
    ['not without a unit', { name: 'Outlet' }, undefined],
    ['as the list says', { name: 'Outlet', note: '-999 = no sensor' }, [-999]],
    ['in hexadecimal', { name: 'Outlet', note: '0x7FFF: sensor fault' }, [32_767]],
    ['not where one is set', { name: 'Outlet', unit: '°C', invalid: [255] }, undefined],
  ])('%s', (_, line, expected) => {
    expect(suggestSentinels(examplePoints(line))[0]?.invalid).toEqual(expected)
  })
})

describe('a temperature without a unit is in °C', () => {
  const flow: ExampleLine = { name: 'Outlet' }
  it.each<[string, ExampleLine[], string[]]>([
    ['likely, where the list names no unit', [flow], ['likely']],
    ['for sure, where the list has °C elsewhere', [flow, { name: 'Room', unit: '°C' }], ['sure']],
    ['likely, where it has °F too', [flow, { name: 'Room', unit: '°C' }, { name: 'Air', unit: '°F' }], ['likely']],
    ['not where its unit is told', [{ name: 'Outlet', unit: 'K' }], []],
  ])('%s', (_, lines, expected) => {
    const points = examplePoints(...lines)
    const tags = new Map([[points[0]?.key ?? '', 't_out' as const]])
    expect(suggestUnits(points, tags).map(({ certainty }) => certainty)).toEqual(expected)
  })
  it('a point that is no temperature stays as it is', () => {
    const points = examplePoints({ name: 'Compressor' }, { name: 'Room', unit: '°C' })
    expect(suggestUnits(points, new Map([[points[0]?.key ?? '', 'comp_hz' as const]]))).toEqual([])
  })
})
