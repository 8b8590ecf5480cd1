import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { mappedBy, titleLineOf } from '@heatfleet/contract/products/import-mappings.ts'
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
  it('is kept for a list whose header row a person chose, and finds that row in the next one', async () => {
    const titles = ['Poz', 'Opis punktu', 'Rodzaj', 'Zakres roboczy']
    const look = async (lines: readonly string[], titlesAt: Record<string, number>) =>
      admin(api.productImportRead, {
        body: {
          file_name: 'wykaz.csv',
          content: Buffer.from(lines.join('\n')).toString('base64'),
          reading: { titles: titlesAt },
        },
      })
    const first = ['Sterownik V2;;;', titles.join(';'), '101;Zasilanie;s16;R', '102;Powrot;s16;R']
    expect((await look(first, {})).tables[0]).toMatchObject({ header_row: 0, titles_unknown: true })
    const chosen = await look(first, { '1': 2 })
    expect(chosen).toMatchObject({ rows: 2, mapping: { header_row: 2 } })
    expect(chosen.columns.map(({ title }) => title)).toEqual(titles)
    const saved = await admin(api.importMappingSave, {
      body: { ...body, name: 'Wschod', titles, columns: { address: 'Poz', name: 'Opis punktu', type: 'Rodzaj' } },
    })
    const next = ['Sterownik V3;;;', 'Zmiany: brak;;;', titles.join(';'), '103;Bufor;s16;R', '104;Pokoj;s16;R']
    const [table] = (await look(next, {})).tables
    if (table === undefined) throw new Error('no table')
    expect(table.titles_unknown).toBe(true)
    const found = titleLineOf(table, saved)
    expect(found).toEqual({ line: 3, likeness: 1 })
    const read = await look(next, { [table.id]: found?.line ?? 0 })
    expect(mappedBy(saved, titles, read.mapping).columns).toMatchObject({ address: 0, name: 1, type: 2 })
    await admin(api.importMappingDelete, { params: { id: String(saved.mapping_id) } })
  })

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
