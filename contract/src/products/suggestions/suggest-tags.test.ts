import { describe, expect, it } from 'vitest'
import type { SemanticTag } from '../semantic-tags.ts'
import { type ExampleLine, examplePoints } from './example-list.ts'
import { suggestTags } from './suggest-tags.ts'

const tagsOf = (...lines: ExampleLine[]) =>
  suggestTags(examplePoints(...lines)).map(({ key, tag, certainty }) => `${key} ${tag} ${certainty}`)

/** A name alone in its list, and the tag it gets beyond doubt. */
const NAMES: [tag: SemanticTag, unit: string, names: string[]][] = [
  [
    't_out',
    '°C',
    [
      'Flow temperature',
      'Water outlet temp.',
      'Leaving water temperature',
      'HP1_T_Flow',
      'Wärmepumpen Vorlauftemperatur',
      'Temperatura zasilania',
      'Temp agua de salida (TB)',
      '出水温度',
      'ACTUAL FLOW TEMPERATURE WP',
    ],
  ],
  [
    't_in',
    '°C',
    [
      'Return temperature',
      'Inlet water temperature TA',
      'HP1_T_Return',
      'Rücklauftemperatur',
      'Temperatura powrotu',
      'Temp agua de entrada',
      '回水温度',
      '进水温度',
    ],
  ],
  [
    't_ambient',
    '°C',
    [
      'Outdoor temperature',
      'Ambi temp',
      'Außentemperatur',
      'Temperatura zewnętrzna',
      'Temp ambiente exterior (T4)',
      '环境温度',
      '室外温度',
    ],
  ],
  [
    't_dhw',
    '°C',
    [
      'DHW tank temperature',
      'Hot water temperature',
      'Warmwasser',
      'Temperatura CWU',
      'Temp depósito ACS (TW)',
      '生活热水温度',
      '水箱温度',
    ],
  ],
  ['t_room', '°C', ['Room temperature', 'Raumtemperatur', 'Temperatura pokojowa', '室内温度']],
  ['t_buffer', '°C', ['Buffer tank temperature', 'Pufferspeicher Temperatur', 'Temperatura bufora']],
  ['t_coil', '°C', ['Evaporator coil temperature', 'Outdoor unit coil temperature T3', '盘管温度']],
  ['t_suction', '°C', ['Suction gas temperature', 'Temperatura ssania', '吸气温度']],
  ['t_discharge', '°C', ['Discharge temperature', 'HOT GAS TEMPERATURE', 'Temperatura tłoczenia', '排气温度']],
  [
    'comp_hz',
    'Hz',
    [
      'Compressor frequency',
      'Verdichter',
      'Częstotliwość sprężarki',
      'Frecuencia real del compresor (Hz)',
      '压缩机频率',
    ],
  ],
  ['comp_hz_target', 'Hz', ['Compressor target frequency', '压缩机目标频率']],
  ['fan_rpm', 'r/min', ['Fan speed', 'DC fan 1 speed', 'Lüfter 1', 'Velocidad del ventilador', '风机转速']],
  ['flow', 'm³/h', ['Water flow', 'Volumenstrom', 'Przepływ wody', 'Caudal de agua (m3/h)', '水流量']],
  ['eev', 'step', ['EEV opening', 'Main EEV open degree', 'Electronic expansion valve steps', '电子膨胀阀开度']],
  ['p_high', 'bar', ['High pressure', 'Discharge pressure', 'Alta presión', '高压压力']],
  ['p_low', 'bar', ['Low pressure', 'Suct. press', 'Baja presión', '低压压力']],
  ['volt', 'V', ['AC input voltage', 'Input voltage']],
  ['amp', 'A', ['AC input current']],
  ['p_elec', 'W', ['Input power', 'Elektrische Leistungsaufnahme Wärmepumpe', '输入功率']],
  ['p_heat', 'kW', ['Heating capacity', 'Heat output', '制热量']],
  ['pump_pwm', '%', ['Pump speed', 'Water pump PWM']],
]

describe('a tag follows from the name and the unit', () => {
  for (const [tag, unit, names] of NAMES)
    it.each(names)(`${tag}: %s`, (name) => {
      expect(tagsOf({ name, unit })).toEqual([`p_0 ${tag} sure`])
    })

  it.each<[SemanticTag, ExampleLine]>([
    ['power_on', { name: 'Unit On/Off', data_type: 'bit', query_cmd: 2 }],
    ['power_on', { name: 'Wärmepumpe ein-/ausgeschaltet', data_type: 'u16', rw: 'rw' }],
    ['power_on', { name: '开关机', data_type: 'bool', rw: 'rw' }],
    ['power_on', { name: 'Power', data_type: 'bool', rw: 'rw' }],
    ['mode', { name: 'Operating mode', data_type: 'enum', rw: 'rw' }],
    ['defrost', { name: 'Defrosting', data_type: 'bit', bit: 3 }],
    ['dhw_valve', { name: '3-way valve (DHW)', data_type: 'bit', bit: 6 }],
    ['aux_heater', { name: 'Heating backup heater', data_type: 'bit', bit: 5 }],
    ['dhw_heater', { name: 'DHW heater', data_type: 'bit', bit: 7 }],
    ['set_heat', { name: 'Heating set-point', unit: '°C', rw: 'rw' }],
    ['set_cool', { name: 'Cool SetP', unit: '°C', rw: 'rw' }],
    ['set_dhw', { name: 'Warmwasser Sollwert', unit: '°C', rw: 'rw' }],
    ['fault_code', { name: 'Alarm number', data_type: 'u16' }],
    ['starts', { name: 'Compressor starts', data_type: 'u32_be' }],
    ['cop', { name: 'Instant COP', data_type: 'u16' }],
  ])('%s: $name', (tag, line) => {
    expect(tagsOf(line)).toEqual([`p_0 ${tag} sure`])
  })
})

describe('what only looks like a quantity has no tag that is sure', () => {
  it.each<[string, ExampleLine]>([
    ['a limit', { name: 'Flow temperature upper limit', unit: '°C' }],
    ['a parameter', { name: 'Ambient temperature to open the bypass valve', unit: '°C' }],
    ['a fault', { name: 'Outlet temperature sensor fault', unit: '°C' }],
    ['a difference', { name: 'DHW restart difference', unit: 'K' }],
    ['another unit', { name: 'Compressor frequency', unit: 'h' }],
    ['the second heat pump', { name: 'WP 2 compressor frequency', unit: 'Hz' }],
    ['a heating circuit', { name: 'Heating1_T_Flow', unit: '°C' }],
    ['the heat source', { name: 'Wärmequelleneintritt', unit: '°C' }],
    ['the bus of the inverter', { name: 'DC bus voltage', unit: 'V' }],
    ['a valve that is on', { name: 'Four-way valve on/off status', data_type: 'u16' }],
    ['the power of a zone', { name: 'Power Zone 1', data_type: 'bool', rw: 'rw' }],
    ['a crankcase heater', { name: 'Crankcase heater', data_type: 'bit', bit: 1 }],
    ['manual defrosting', { name: 'Manual defrosting', data_type: 'bit', query_cmd: 1, rw: 'rw' }],
    ['a written line without a unit', { name: 'Outlet water temperature', rw: 'rw' }],
    ['a sensor code of no family', { name: 'T4', unit: '°C' }],
  ])('%s', (_, line) => {
    expect(tagsOf(line).filter((tag) => tag.endsWith('sure'))).toEqual([])
  })
})

describe('of several lines', () => {
  it('the one beside its counterpart is the unit’s own', () => {
    const tags = tagsOf(
      { name: 'Return temperature', unit: '°C', address: 10 },
      { name: 'Flow temperature', unit: '°C', address: 11 },
      { name: 'Supply temperature', unit: '°C', address: 400 },
    )
    expect(tags).toEqual(['p_0 t_in sure', 'p_1 t_out sure'])
  })

  it('one that says it is of the heat pump goes before the same without', () => {
    const tags = tagsOf(
      { name: 'Return temperature', unit: '°C', address: 10 },
      { name: 'Flow temperature', unit: '°C', address: 11 },
      { name: 'Flow temperature HP', unit: '°C', address: 400 },
    )
    expect(tags).toEqual(['p_0 t_in sure', 'p_2 t_out sure'])
  })

  it('the first fan is the fan', () => {
    expect(tagsOf({ name: 'Fan 2 speed', unit: 'r/min' }, { name: 'Fan 1 speed', unit: 'r/min' })).toEqual([
      'p_1 fan_rpm sure',
    ])
  })

  it('two that say the same are for a person to tell apart', () => {
    expect(
      tagsOf({ name: 'Outdoor temperature A', unit: '°C' }, { name: 'Outdoor temperature B', unit: '°C' }),
    ).toEqual(['p_0 t_ambient likely'])
  })

  it('three of one name are records of several units, the first is of the first', () => {
    const line = { name: 'HIGH PRESSURE', unit: 'bar' }
    const [first] = suggestTags(examplePoints(line, line, line))
    expect(first).toMatchObject({ key: 'p_0', certainty: 'sure' })
    expect(first?.reasons.at(-1)).toEqual({ code: 'first_of_alike', text: '3' })
  })

  it('short sensor names mean something together', () => {
    const tags = tagsOf(...['Tw_in', 'Tw_out', 'T4', 'Tp', 'Th', 'T1'].map((name) => ({ name, unit: '°C' })))
    expect(tags.toSorted()).toEqual(
      [
        'p_0 t_in sure',
        'p_1 t_out sure',
        'p_2 t_ambient sure',
        'p_3 t_discharge sure',
        'p_4 t_suction sure',
      ].toSorted(),
    )
  })

  it('a tag that is set already is left alone', () => {
    expect(
      tagsOf({ name: 'Outdoor temperature', unit: '°C' }, { name: 'Air intake', unit: '°C', tag: 't_ambient' }),
    ).toEqual([])
  })
})

it('each suggestion says why', () => {
  const [suggestion] = suggestTags(examplePoints({ name: 'Compressor frequency', unit: 'Hz' }))
  expect(suggestion?.reasons).toEqual([
    { code: 'name', text: 'frequency' },
    { code: 'unit', text: 'Hz' },
    { code: 'only_candidate', text: '' },
  ])
})
