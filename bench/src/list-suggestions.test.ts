import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, it } from 'vitest'
import { scoreOf, totalsOf } from './list-suggestions.ts'

const line = (key: string, name: string, unit: string): DataPoint =>
  DataPoint.parse({
    key,
    names: { en: name, zh: name, pl: name },
    address: 0,
    reg_len: 1,
    query_cmd: 4,
    write_cmd: null,
    rw: 'r',
    data_type: 's16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit,
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: '',
    tab: '',
    block: null,
    accumulate: false,
    alarm: false,
    in_history: true,
    level: 'installer',
  })

const points = [
  line('a', 'Flow temperature (TVL)', '°C'),
  line('b', 'Compressor frequency', 'Hz'),
  line('c', 'Energy consumption', 'kWh'),
]

describe('suggestions held against a truth', () => {
  it('are right where the truth names the line, and wrong where it names another or none', () => {
    const score = scoreOf(points, [], {
      tags: { t_out: 'Flow temperature*', comp_hz: 'Verdichter', t_in: 'Return', e_elec: 'Energy consumption' },
      alarms: '',
      counters: '',
    })
    expect(score.sure).toBe(4)
    expect(score.wrong.toSorted()).toEqual(['comp_hz Compressor frequency', 'counter Energy consumption'])
    expect([score.drawn, score.drawing, score.tagged, score.tags]).toEqual([1, 3, 2, 4])
    expect(score.missed).toEqual(['not accepted: t_in', 'not accepted: comp_hz (sure: Compressor frequency)'])
    expect(totalsOf([score])).toEqual({ precision: 50, drawing_recall: 33.3, tag_recall: 50, sure: 4 })
  })

  it('take brackets and dots of a name as they stand', () => {
    const score = scoreOf(points, [], { tags: { t_out: 'Flow temperature (TVL)' }, alarms: '', counters: '*' })
    expect(score.wrong).toEqual(['comp_hz Compressor frequency', 'e_elec Energy consumption'])
  })
})
