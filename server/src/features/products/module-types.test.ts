import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
const params = { product_key: 'r290-monobloc' }

beforeAll(async () => {
  ;({ call: admin } = await console_.signIn('admin'))
  for (const [at, module_type] of [
    [0, 'DTU4G-B'],
    [1, 'DTUW-C'],
  ] as const)
    await database.db
      .updateTable('devices')
      .set({ module_type })
      .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
      .execute()
})

/** Publishes the product with these types of module; gives which types its units have and which stand out. */
const soldWith = async (module_types: string[]) => {
  const { revision, settings } = await admin(api.productDraft, { params })
  const saved = await admin(api.productDraftSave, {
    params,
    body: { revision, settings: { access: { ...settings.access, module_types } } },
  })
  await admin(api.productPublish, { params, body: { revision: saved.revision, accept_warnings: true } })
  const software = await admin(api.productSoftware, { params })
  return Object.fromEntries(software.map(({ module_type, is_other_module }) => [module_type, is_other_module]))
}

describe('a unit whose module is of a type', () => {
  it.each([
    ['that the product is sold with does not stand out, one of another does', ['DTU4G-B'], true],
    ['of several that it is sold with does not stand out', ['DTUW-C', 'DTU4G-B'], false],
    ['does not stand out where the product names none', [], false],
  ])('%s', async (_, module_types, stands_out) => {
    expect(await soldWith(module_types)).toEqual({ '': false, 'DTU4G-B': false, 'DTUW-C': stands_out })
  })

  it('longer than a module can report is refused by the field', async () => {
    expect(await refusalOf(soldWith(['x'.repeat(41)]))).toMatch(/^invalid_input settings\.access\.module_types/)
  })
})

describe('the software of a product', () => {
  it('is counted at the units of the own resource group alone', async () => {
    const { call } = await console_.signIn('staff_hangzhou')
    const counted = async (by: Call) =>
      (await by(api.productSoftware, { params })).reduce((sum, { device_count }) => sum + device_count, 0)
    expect({ all: await counted(admin), hangzhou: await counted(call) }).toEqual({ all: 6, hangzhou: 3 })
  })
})
