import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, console_ } = useFleetConsole()
let admin: Call
const mapping = { header_row: 1, columns: { set_name: 0, code: 1, name: 2, severity: 3 } }
const listOf = (...lines: string[]) => ({
  file_name: 'codes.csv',
  content: Buffer.from(['set,code,name,severity', ...lines].join('\n')).toString('base64'),
  mapping,
})
const ownCodes = async () => {
  const { list } = await admin(api.faultCodeList, { body: { set_name: 'own' } })
  return list.map(({ code, names }) => `${code} ${names.en}`)
}
const take = async (list: ReturnType<typeof listOf>, mode: 'merge' | 'replace' = 'merge') => {
  const { revision } = await admin(api.faultImportCheck, { body: { ...list, mode } })
  return admin(api.faultImportApply, { body: { ...list, mode, revision } })
}

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
})

describe('a list of fault codes into the knowledge base', () => {
  it('returns first what its columns seem to mean', async () => {
    const { file_name, content } = listOf('own,E01,Flow,fault')
    expect(await admin(api.faultImportRead, { body: { file_name, content } })).toMatchObject({ rows: 1, mapping })
  })

  it('is taken not at all while one line is wrong', async () => {
    expect(await codeOf(take(listOf('own,E01,Flow,fault', 'own,,Pump,fault')))).toBe('sheet_has_errors')
    expect(await ownCodes()).toEqual([])
  })

  it('is taken whole once every line is right, and once more changes nothing', async () => {
    const list = listOf('own,E01,Flow,fault', 'own,E02,Pump,warning')
    expect((await take(list)).counts).toMatchObject({ new: 2 })
    expect(await ownCodes()).toEqual(['E01 Flow', 'E02 Pump'])
    expect((await take(list)).counts).toMatchObject({ new: 0, changed: 0, same: 2 })
  })

  it('is refused after another change of a code since it was validated', async () => {
    const list = listOf('own,E01,No flow,fault')
    const { revision } = await admin(api.faultImportCheck, { body: list })
    await take(listOf('own,E03,Fan,fault'))
    expect(await codeOf(admin(api.faultImportApply, { body: { ...list, revision } }))).toBe('stale_edit')
    expect(await ownCodes()).toContain('E01 Flow')
  })

  it('in mode replace leaves of its set what it has, and writes an audit entry for each code', async () => {
    expect(await take(listOf('own,E01,No flow,fault'), 'replace')).toMatchObject({ counts: { changed: 1 }, removed: 2 })
    expect(await ownCodes()).toEqual(['E01 No flow'])
    const detail = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'faultImportApply')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(detail.detail).toMatchObject({
      changed: [{ fault: 'own E01', before: { names: { en: 'Flow' } }, after: { names: { en: 'No flow' } } }],
      removed: [{ code: 'E02' }, { code: 'E03' }],
    })
  })

  it('comes out as a file that is taken in again as the same', async () => {
    const { blob } = await admin(api.faultExport, { query: { format: 'xlsx', set_name: 'own' } })
    const content = Buffer.from(await blob.arrayBuffer()).toString('base64')
    const file = { file_name: 'codes.xlsx', content }
    const look = await admin(api.faultImportRead, { body: file })
    const checked = await admin(api.faultImportCheck, { body: { ...file, mapping: look.mapping } })
    expect(checked.counts).toEqual({ new: 0, changed: 0, same: 1, left_out: 0, error: 0 })
  })
})
