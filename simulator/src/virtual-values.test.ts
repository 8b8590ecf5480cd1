import { examplePoints } from '@heatfleet/contract/products/suggestions/example-list.ts'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { RUN, type Run } from './state.ts'
import { createUnit } from './unit.ts'
import { virtualValue } from './virtual-values.ts'

const NAMES = ['Standby', 'Heizbetrieb', 'Kühlbetrieb', 'Warmwasser', 'Heizen + Warmwasser']
const choices = NAMES.map((en, value) => ({ value, names: { en, zh: en, pl: en } }))
const modePoint = (rw: 'r' | 'rw', named = choices) => {
  const [point] = examplePoints({ name: 'Modus', tag: 'mode', data_type: 'u16', rw })
  if (point === undefined) throw new Error('one line makes one point')
  return { ...point, choices: named }
}

describe('the mode of a virtual unit has the number that its maker gave it', () => {
  const { plant } = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - 3600, WINTER_NOON_S).board
  const modeIn = (run: Run, hz: number, point = modePoint('r')): number => {
    Object.assign(plant.state, { run, hz })
    return virtualValue(point, plant, WINTER_NOON_S)
  }
  it.each<[string, Run, number, number]>([
    ['heating', RUN.heating, 50, 1],
    ['hot water', RUN.hot_water, 50, 3],
    ['cooling', RUN.cooling, 50, 2],
    ['defrost, while it heats', RUN.defrost, 50, 1],
    ['at rest', RUN.idle, 0, 0],
  ])('%s', (_, run, hz, expected) => {
    expect(modeIn(run, hz)).toBe(expected)
  })
  it('a setting allows the house and the tank', () => {
    expect(modeIn(RUN.idle, 0, modePoint('rw'))).toBe(4)
  })
  it('at rest, without a name for it, it is heating', () => {
    expect(modeIn(RUN.idle, 0, modePoint('r', choices.slice(1)))).toBe(1)
  })
})
