import type { Permission } from '@heatfleet/contract/permissions.ts'
import { BUILT_IN_ROLES } from '@heatfleet/contract/roles/built-in.ts'
import { expect, test } from 'vitest'
import { layoutOfWidgets, PRESETS, presetOf, shownWidgets, WIDGETS } from './widgets.ts'

const person = (role: keyof typeof BUILT_IN_ROLES, agent_id: number | null = null) => ({
  agent_id,
  permissions: BUILT_IN_ROLES[role].permissions as readonly Permission[],
})

test.each([
  ['Platform admin', null, 'fleet'],
  ['Manufacturer staff', null, 'fleet'],
  ['After-sales operator', null, 'service'],
  ['Province agent', 3, 'distributor'],
] as const)('%s begins with the panels of %s: %s', (role, agent_id, preset) => {
  expect(presetOf(person(role, agent_id))).toBe(preset)
})

test('nothing laid out: the preset; without a right, without its panel', () => {
  const admin = person('Platform admin')
  expect(shownWidgets(null, admin)).toEqual(WIDGETS)
  const permissions = admin.permissions.filter((right) => right !== 'order:view')
  expect(shownWidgets(null, { agent_id: null, permissions })).toEqual(WIDGETS.filter((widget) => widget !== 'orders'))
})

test('a layout is shown in its order; names of another version and names given twice are left out', () => {
  const layout = { ...layoutOfWidgets(['cop', 'status']), shown: ['cop', 'weather', 'status', 'cop'] }
  expect(shownWidgets(layout, person('Platform admin'))).toEqual(['cop', 'status'])
})

test('a page without panels stays without', () => {
  expect(shownWidgets(layoutOfWidgets([]), person('Platform admin'))).toEqual([])
})

test('presets hold panels that exist, each once', () => {
  for (const preset of Object.values(PRESETS)) expect(new Set(preset).size).toBe(preset.length)
})
