import { describe, expect, it } from 'vitest'
import { checkTemplates } from './check-templates.ts'
import { DataPoint } from './points.ts'

const point = (key: string, change: object = {}): DataPoint =>
  DataPoint.parse({
    key,
    names: { en: key, zh: key, pl: key },
    address: 1,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: 6,
    rw: 'rw',
    data_type: 's16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
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
    in_history: false,
    level: 'user',
    ...change,
  })
const points = [
  point('low', { min: 5, max: 30 }),
  point('high', { min: { point: 'low' }, max: 60 }),
  point('mode', { choices: [{ value: 1, names: { en: 'heat', zh: '', pl: '' } }] }),
  point('untried', { write_verified: false }),
  point('read', { rw: 'r', write_cmd: null }),
]

describe('a control template', () => {
  it.each<[string, [string, number][], string[]]>([
    [
      'may set what the points take',
      [
        ['low', 20],
        ['high', 40],
        ['mode', 1],
      ],
      [],
    ],
    ['may set what was never tried on hardware: benches take it', [['untried', 1]], []],
    [
      'may not name a point that is gone',
      [
        ['low', 20],
        ['gone', 1],
      ],
      ['template_point_gone gone'],
    ],
    [
      'may not set a point twice',
      [
        ['low', 20],
        ['low', 21],
      ],
      ['template_point_twice low'],
    ],
    ['may not go beyond a limit', [['low', 31]], ['template_value_wrong low']],
    [
      'may not go beyond a limit that it sets itself',
      [
        ['low', 25],
        ['high', 20],
      ],
      ['template_value_wrong high'],
    ],
    ['may not set what has no name', [['mode', 7]], ['template_value_wrong mode']],
    ['may not set what is only read', [['read', 1]], ['template_value_wrong read']],
  ])('%s', (_, values, found) => {
    const template = { names: { en: 'Winter', zh: '', pl: '' }, values: values.map(([key, value]) => ({ key, value })) }
    expect(checkTemplates([template], points).map(({ code, key }) => `${code} ${key}`)).toEqual(found)
  })
})
