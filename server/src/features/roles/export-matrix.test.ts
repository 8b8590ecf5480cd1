import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLE_EXPORT_COLUMNS } from '@heatfleet/contract/roles/roles.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { roleMatrixExport } from './export-matrix.ts'

const { database, fleet, console_ } = useFleetConsole()

const REQUEST = {
  kind: 'role-matrix',
  format: 'csv',
  file_name: 'Roles',
  time_zone: 'UTC',
  language: 'en',
  columns: [],
  filter: { sort_by: 'role_name', sort_order: 'asc' },
} as const

/** The matrix as one person gets it: lines, and how many it was said to have. */
const matrixOf = async (account: SmallAccount) => {
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts[account])
  const source = roleMatrixExport({ database })
  const { rows, last } = await source.list(caller, { ...REQUEST, columns: [] }, null, 100)
  return { rows, last, count: await source.count(caller, { ...REQUEST, columns: [] }) }
}

it('the matrix of roles has a line for each role the person sees and a mark for each right it holds', async () => {
  const { rows, last, count } = await matrixOf('province_a')
  expect(rows).toHaveLength(count)
  expect(last).toBeNull()
  expect(rows.filter(({ level }) => level !== 'distributor')).toEqual([])
  expect(rows.find(({ role_name }) => role_name === 'County agent')).toMatchObject({
    'device:control': 'yes',
    'role:edit': '',
  })
})

it('it shows the data scope by the level of the role, and each exception from it', async () => {
  const { call } = await console_.signIn('admin')
  const make = (role_name: string, level: 'manufacturer' | 'distributor', scope_overrides = {}) =>
    call(api.createRole, {
      body: { role_name, level, permissions: ['device:view'], data_scope: 'own_agent', scope_overrides },
    })
  await make('Plain', 'distributor')
  await make('Careful', 'manufacturer', { audit: 'own_records', device: 'all' })
  const { rows } = await matrixOf('admin')
  const lineOf = (name: string) => rows.find(({ role_name }) => role_name === name)
  expect(lineOf('Plain')).toMatchObject({ data_scope: 'distributor:own_agent', scope_overrides: [] })
  expect(lineOf('Careful')).toMatchObject({
    data_scope: 'manufacturer:own_agent',
    scope_overrides: expect.arrayContaining(['audit=manufacturer:own_records', 'device=manufacturer:all']),
  })
})

it('it has room for every right', () => {
  expect(ROLE_EXPORT_COLUMNS.length).toBeLessThanOrEqual(LIMITS.export_columns_max)
})
