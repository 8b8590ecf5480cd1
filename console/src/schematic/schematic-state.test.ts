import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import { describe, expect, it } from 'vitest'
import {
  adaptToSchematic,
  type Connection,
  type ReadPurpose,
  type SchematicState,
  schematicState,
} from './schematic-state.ts'

type Values = Record<string, number>

/** Values as two makers name them; the positions of a valve have names with one of them alone. */
const MAKERS = {
  built_in: { mode: ['DHW', 'heating', 'cooling', 'heating + DHW', 'cooling + DHW'], o_3way: ['off', 'on'] },
  another: { mode: ['Standby', 'Heizen', 'Kühlen', 'WW'], o_3way: ['Hot water', 'Heating'] },
} as const
const reading = (values: Values) => (key: string) => values[key]
const purposes =
  (values: Values, maker: keyof typeof MAKERS = 'built_in'): ReadPurpose =>
  (key) => {
    const choices = MAKERS[maker][key].map((en, value) => ({ value, names: { en, zh: '', pl: '' } }))
    return purposeOf(choices, values[key])
  }
const running = { power: 1, comp_hz: 62, fan1: 640, flow: 1.28, o_pump: 1, defrost: 0, alarm_stop: 0 }
const resting = { power: 1, comp_hz: 0, fan1: 0, flow: 0, defrost: 0, alarm_stop: 0 }

const cases: {
  title: string
  values: Values
  maker?: keyof typeof MAKERS
  connection?: Partial<Connection>
  expected: Partial<SchematicState>
}[] = [
  {
    title: 'a heat demand with the compressor turning is heating, water to the circuit',
    values: { ...running, dem_heat: 1, mode: 3, o_3way: 0 },
    expected: {
      mode: 'heating',
      refrigerant: 'forward',
      coil: 'evaporates',
      exchanger: 'heats',
      water: 'circuit',
      fan: true,
      compressor: true,
    },
  },
  {
    title: 'the three-way valve decides for hot water even with both demands',
    values: { ...running, dem_heat: 1, dem_dhw: 1, mode: 3, o_3way: 1 },
    expected: { mode: 'hot_water', water: 'tank', refrigerant: 'forward' },
  },
  {
    title: 'without a reported valve the hot water demand decides',
    values: { ...running, dem_heat: 1, dem_dhw: 1, mode: 3 },
    expected: { mode: 'hot_water', water: 'tank' },
  },
  {
    title: 'a cooling demand reverses the circuit and cools the water',
    values: { ...running, dem_cool: 1, mode: 2, o_3way: 0 },
    expected: { mode: 'cooling', refrigerant: 'reversed', coil: 'condenses', exchanger: 'cools', valve: 'reversed' },
  },
  {
    title: 'cooling mode without demand bits still reads as cooling',
    values: { ...running, mode: 2 },
    expected: { mode: 'cooling' },
  },
  {
    title: 'defrost reverses the circuit, stops the fan and keeps the water moving',
    values: { ...running, defrost: 1, dem_heat: 1, fan1: 640 },
    expected: { mode: 'defrost', refrigerant: 'reversed', coil: 'condenses', fan: false, water: 'circuit' },
  },
  {
    title: 'powered without a turning compressor is standby, nothing flows',
    values: resting,
    expected: { mode: 'standby', refrigerant: 'still', water: 'still', exchanger: 'idle', fan: false },
  },
  {
    title: 'the pump may run on alone in standby',
    values: { ...resting, flow: 0.9 },
    expected: { mode: 'standby', refrigerant: 'still', water: 'circuit' },
  },
  { title: 'switched off is off', values: { ...resting, power: 0 }, expected: { mode: 'off', compressor: false } },
  {
    title: 'a fault that stopped the unit is a fault and marks its part',
    values: { ...resting, alarm_stop: 1 },
    connection: { alarm_keys: ['f07'] },
    expected: { mode: 'fault', faulty: ['pump'], alarm: true, refrigerant: 'still' },
  },
  {
    title: 'a set fault bit at a resting compressor is a fault even without the stop bit',
    values: resting,
    connection: { alarm_keys: ['f15', 'f11'] },
    expected: { mode: 'fault', faulty: ['compressor'] },
  },
  {
    title: 'a fault at a running unit leaves its mode and raises the alarm mark',
    values: { ...running, dem_heat: 1 },
    connection: { alarm_keys: ['f02'] },
    expected: { mode: 'heating', alarm: true, faulty: ['coil'] },
  },
  {
    title: 'a fault without a place in the drawing marks no part',
    values: { ...running, dem_heat: 1 },
    connection: { alarm_keys: ['x99'] },
    expected: { mode: 'heating', alarm: true, faulty: [] },
  },
  {
    title: 'offline shows the last values and nothing moves',
    values: { ...running, dem_heat: 1 },
    connection: { online_status: 'offline' },
    expected: {
      mode: 'offline',
      stale: 'offline',
      compressor: false,
      fan: false,
      water: 'still',
      refrigerant: 'still',
    },
  },
  {
    title: 'never online is its own reason',
    values: {},
    connection: { online_status: 'never' },
    expected: { mode: 'offline', stale: 'never' },
  },
  {
    title: 'a lost bus makes the values old although the module is online',
    values: { ...running, dem_heat: 1 },
    connection: { bus_status: 'lost' },
    expected: { mode: 'offline', stale: 'bus_lost', compressor: false },
  },
  {
    title: 'where no frequency is reported the compressor output decides',
    values: { power: 1, o_comp: 1, o_fan: 1, o_pump: 1, mode: 1 },
    expected: { mode: 'heating', compressor: true, fan: true, water: 'circuit' },
  },
  {
    title: 'the backup heaters are shown where they sit',
    values: { ...running, dem_heat: 1, o_hheat: 1, o_dheat: 1 },
    expected: { circuit_heater: true, tank_heater: true },
  },
  { title: 'no value at all is unknown, never an invention', values: {}, expected: { mode: 'unknown', fan: false } },
  {
    title: 'a resting unit whose product has no power point is unknown, not switched off',
    values: { comp_hz: 0, fan1: 0, flow: 0 },
    expected: { mode: 'unknown', compressor: false },
  },
  {
    title: 'a mode is what its name says: with another maker 0 is no hot water',
    values: { ...running, mode: 0 },
    maker: 'another',
    expected: { mode: 'heating', water: 'circuit' },
  },
  {
    title: 'and 3 is hot water there',
    values: { ...running, mode: 3 },
    maker: 'another',
    expected: { mode: 'hot_water', water: 'tank' },
  },
  {
    title: 'a valve whose 0 is named hot water leads to the tank at 0',
    values: { ...running, o_3way: 0 },
    maker: 'another',
    expected: { mode: 'hot_water', water: 'tank' },
  },
  {
    title: 'and to the house at 1',
    values: { ...running, o_3way: 1 },
    maker: 'another',
    expected: { mode: 'heating', water: 'circuit' },
  },
  {
    title: 'a turning compressor says what the unit does, power point or not',
    values: { comp_hz: 40, flow: 1 },
    expected: { mode: 'heating', compressor: true },
  },
]

describe('what the schematic shows', () => {
  it.each(cases)('$title', ({ values, maker, connection, expected }) => {
    const state = schematicState(reading(values), purposes(values, maker), {
      online_status: 'online',
      bus_status: 'ok',
      alarm_keys: [],
      ...connection,
    })
    expect(state).toMatchObject(expected)
  })
})

describe('a device with a single water path', () => {
  const connection = { online_status: 'online', bus_status: 'ok', alarm_keys: [] } as const
  const stateOf = (values: Values) => schematicState(reading(values), purposes(values), connection)
  const heating = stateOf({ ...running, dem_heat: 1, o_3way: 0 })
  const charging = stateOf({ ...running, dem_dhw: 1, o_3way: 1 })
  const idle = stateOf(resting)
  it.each([
    ['that charges a tank makes hot water, whatever it calls it', 'hot_water', heating, 'hot_water', 'tank'],
    ['that heats a pool heats, whatever it calls it', 'pool', charging, 'heating', 'circuit'],
    ['that rests moves no water', 'pool', idle, 'standby', 'still'],
    ['is no monobloc of a house', 'air_water_monobloc', charging, 'hot_water', 'tank'],
  ] as const)('%s', (_, schematic, state, mode, water) => {
    expect(adaptToSchematic(schematic, state)).toMatchObject({ mode, water })
  })
})
