import { OWNER_DATA_FORM, type OwnerMetadata, type OwnerPoint } from '@heatfleet/contract/owner-data/owner-data.ts'
import { describe, expect, it } from 'vitest'
import { refusedOf, SENSOR_CLASSES } from '../../test/home-assistant.ts'
import { toOwnerPoint } from '../features/owner-data/points.ts'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { entitiesOf, type Naming } from './entities.ts'
import { measureOf } from './measures.ts'

const naming: Naming = { name: 'house', prefix: 'homeassistant', language: 'en', maker: 'Maker', version: '1.0.0' }
const words = (text: string) => ({ en: text, zh: text, pl: text })
const POINT: OwnerPoint = {
  key: 'x',
  names: words('Quantity'),
  unit: '',
  decimals: 1,
  data_type: 'u16',
  kind: 'number',
  formula: 'raw',
  choices: [],
  min: null,
  max: null,
  writable: false,
  group: 'status',
}
const unitOf = (points: OwnerPoint[]): OwnerMetadata => ({
  form: OWNER_DATA_FORM,
  device_id: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  product_version: 3,
  data_from: '2026-09-02T10:00:00.000Z',
  data_to: null,
  points,
  withheld: [],
})
const entityOf = (point: Partial<OwnerPoint>, language: Naming['language'] = 'en') => {
  const [entity] = entitiesOf(unitOf([{ ...POINT, ...point }]), { ...naming, language })
  if (entity === undefined) throw new Error('no entity')
  return entity
}

describe('entities of Home Assistant', () => {
  it.each(['en', 'zh', 'pl'] as const)('Home Assistant takes each point of the built-in product, in %s', (language) => {
    const points = readBuiltInProduct().points.map(toOwnerPoint)
    const entities = entitiesOf(unitOf(points), { ...naming, language })
    expect(entities).toHaveLength(points.length)
    expect(points.length).toBeGreaterThan(80)
    expect(entities.flatMap(({ config_topic, config }) => refusedOf(config_topic, config))).toEqual([])
    expect(new Set(entities.map(({ config }) => config.unique_id)).size).toBe(points.length)
  })

  it.each(Object.entries(SENSOR_CLASSES))(
    '%s has only units that Home Assistant knows of it',
    (device_class, { units }) => {
      const ours = [
        '°C',
        '℃',
        '°F',
        'W',
        'kW',
        'Wh',
        'kWh',
        'MWh',
        'V',
        'A',
        'VA',
        'var',
        'Hz',
        'bar',
        'kPa',
        'MPa',
        'm3/h',
      ]
        .concat(['l/min', 'L/h', 'm3', 'l', 'h', 'min', 's', 'd', 'dBm', 'K', '%', 'rpm', 'step'])
        .map(measureOf)
        .filter((measure) => measure?.device_class === device_class)
      expect(ours.filter((measure) => measure !== null && !units.includes(measure.unit))).toEqual([])
    },
  )

  it.each([
    [
      'a temperature',
      { unit: '°C' },
      { device_class: 'temperature', state_class: 'measurement', unit_of_measurement: '°C' },
    ],
    [
      'a difference of temperatures',
      { unit: 'K' },
      { device_class: undefined, state_class: 'measurement', unit_of_measurement: 'K' },
    ],
    ['a power', { unit: 'W' }, { device_class: 'power', state_class: 'measurement' }],
    [
      'a meter of energy',
      { unit: 'kWh', kind: 'counter' },
      { device_class: 'energy', state_class: 'total_increasing' },
    ],
    ['energy of a while', { unit: 'kWh' }, { device_class: undefined, state_class: 'measurement' }],
    ['hours of running', { unit: 'h', kind: 'counter' }, { device_class: 'duration', state_class: 'total_increasing' }],
    ['a flow', { unit: 'm3/h' }, { device_class: 'volume_flow_rate', unit_of_measurement: 'm³/h' }],
    ['a count', { kind: 'counter' }, { state_class: 'total_increasing', unit_of_measurement: undefined }],
    ['a unit that no class has', { unit: 'rpm' }, { device_class: undefined, unit_of_measurement: 'rpm' }],
    ['a version', { group: 'info' }, { state_class: undefined, entity_category: 'diagnostic' }],
    ['a setting', { unit: '°C', writable: true }, { entity_category: 'diagnostic' }],
    [
      'a fault',
      { group: 'fault', kind: 'state', data_type: 'bit' },
      { device_class: 'problem', entity_category: 'diagnostic' },
    ],
  ] as const)('%s', (_, point, expected) => {
    const { config_topic, config } = entityOf(point)
    expect({ ...config }).toMatchObject(JSON.parse(JSON.stringify(expected)))
    for (const [key, value] of Object.entries(expected)) if (value === undefined) expect(config).not.toHaveProperty(key)
    expect(refusedOf(config_topic, config)).toEqual([])
  })

  it('a state of no and yes is a binary sensor, one of more names an enum; an unknown value is no option', () => {
    const choice = (value: number, text: string) => ({ value, names: { en: text, zh: `${text}中`, pl: `${text}y` } })
    const flag = entityOf({ kind: 'state', data_type: 'bit', choices: [choice(0, 'no'), choice(1, 'yes')] })
    expect(flag.config_topic).toContain('/binary_sensor/')
    expect([0, 1].map(flag.textOf)).toEqual(['OFF', 'ON'])
    const choices = [choice(0, 'heat'), choice(1, 'cool'), choice(7, 'cool')]
    const mode = entityOf({ kind: 'state', data_type: 'enum', choices }, 'zh')
    expect(mode.config).toMatchObject({ device_class: 'enum', options: ['heat中', 'cool中 (1)', 'cool中 (7)'] })
    expect([0, 1, 7, 3].map(mode.textOf)).toEqual(['heat中', 'cool中 (1)', 'cool中 (7)', 'None'])
    expect(refusedOf(mode.config_topic, mode.config)).toEqual([])
  })

  it('all of a unit are one device of Home Assistant', () => {
    expect(entityOf({}).config.device).toEqual({
      identifiers: ['heatfleet_863412060123455'],
      name: 'Villa Linden 4',
      manufacturer: 'Maker',
      model: 'R290 monobloc',
      serial_number: '863412060123455',
      sw_version: '3',
    })
  })
})
