import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { auditLogExport } from './export-log.ts'
import { insertAuditEntry } from './store.ts'

const database = useDatabase()
let fleet: SmallFleet
/** Each did one thing. */
const DOERS = ['admin', 'province_a', 'city_a1', 'province_b'] as const satisfies readonly SmallAccount[]

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  for (const [minute, user_name] of DOERS.entries())
    await insertAuditEntry(database.db, {
      at: new Date(Date.UTC(2026, 0, 10, 12, minute)),
      uid: fleet.accounts[user_name],
      user_name,
      address: '203.0.113.7',
      action: 'deviceUpdate',
      object: `device ${minute}`,
      detail: {},
      result: 'ok',
      request_id: `request-${minute}`,
      method: 'POST',
      user_agent: '',
    })
})

describe('the audit log as a file', () => {
  it.each([
    { who: 'admin', did: ['province_b', 'city_a1', 'province_a', 'admin'] },
    { who: 'province_a', did: ['city_a1', 'province_a'] },
    { who: 'province_b', did: ['province_b'] },
  ] as const)('holds for $who the entries of visible actors, page by page', async ({ who, did }) => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts[who])
    const source = auditLogExport({ database, config: readConfig({}) })
    const columns = ['user_name']
    const filter = { action: 'deviceUpdate' }
    const parsed = ExportRequest.parse({
      kind: 'audit-log',
      format: 'csv',
      file_name: 'x',
      time_zone: 'UTC',
      language: 'en',
      columns,
      filter,
    })
    const request = parsed as ExportRequestOf<'audit-log'> // the kind is its own
    const found: unknown[] = []
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const { rows, last } = await source.list(caller, request, after, 2)
      found.push(...rows.map(({ user_name }) => user_name))
      after = last
    }
    expect(found).toEqual(did)
    expect(await source.count(caller, request)).toBe(did.length)
  })
})
