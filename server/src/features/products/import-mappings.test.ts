import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, as } = useFleetConsole()
let admin: Call
beforeAll(async () => {
  admin = await as('admin')
})

const body = {
  name: 'Lambda',
  titles: ['_address', 'name', 'factor'],
  columns: { address: '_address', name: 'name', scale: 'factor' },
  answers: { base: 'table_1' },
  constants: { fn: '3' },
}

describe('the mapping of a maker’s lists', () => {
  it('is kept under a name, listed, replaced by one of the same name, and deleted', async () => {
    const saved = await admin(api.importMappingSave, { body })
    expect(saved).toMatchObject({ ...body, saved_by: 'admin' })
    const again = await admin(api.importMappingSave, { body: { ...body, answers: {} } })
    expect(again.mapping_id).toBe(saved.mapping_id)
    expect(await admin(api.importMappings, {})).toMatchObject([{ ...body, answers: {} }])
    await admin(api.importMappingDelete, { params: { id: String(saved.mapping_id) } })
    expect(await admin(api.importMappings, {})).toEqual([])
    expect(await codeOf(admin(api.importMappingDelete, { params: { id: String(saved.mapping_id) } }))).toBe(
      'import_mapping_unknown',
    )
  })

  it('is audited with what it was before', async () => {
    await admin(api.importMappingSave, { body })
    const { detail } = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('object', '=', 'import mapping Lambda')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ after: { columns: body.columns } })
  })

  it('is refused beyond the number that may be kept, but may still be replaced', async () => {
    await database.pool.query(
      `insert into import_mappings (name, titles, columns, answers, constants, saved_by, saved_at)
       select 'm' || n, '{a}', '{}', '{}', '{}', 'admin', now() from generate_series(1, $1::int) n`,
      [LIMITS.import_mappings_max - 1],
    )
    expect(await codeOf(admin(api.importMappingSave, { body: { ...body, name: 'Other' } }))).toBe(
      'import_mappings_full',
    )
    expect(await codeOf(admin(api.importMappingSave, { body }))).toBe('ok')
  })

  it('is out of reach without the right to import', async () => {
    expect(await codeOf((await as('city_a2'))(api.importMappings, {}))).toBe('no_permission')
  })
})
