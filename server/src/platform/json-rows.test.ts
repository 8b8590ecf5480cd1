import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { bytesOf, wireTime } from './json-rows.ts'

const database = useDatabase()

describe('a row that comes as JSON', () => {
  it.each([
    '2026-02-01 08:00:00+00',
    '2026-02-01 08:00:00.5+00',
    '2026-02-01 08:00:00.012+00',
    '2026-02-01 08:00:00.123456+00',
    '2026-02-01 23:59:59.999999+00',
  ])('has the time %s as the driver reads it, in any time zone', async (time) => {
    for (const zone of ['UTC', 'Europe/Warsaw', 'Asia/Kolkata']) {
      const client = await database.pool.connect()
      try {
        await client.query(`begin; set local time zone '${zone}'`)
        const { rows } = await client.query<{ t: Date; row: { t: string } }>(
          'select t, row_to_json(r) as row from (select $1::timestamptz as t) r',
          [time],
        )
        expect(wireTime(rows[0]?.row.t ?? null)).toBe(rows[0]?.t.toISOString())
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  })

  it('has bytes as the driver reads them', async () => {
    const { rows } = await database.pool.query<{ b: Buffer; row: { b: string } }>(
      `select b, row_to_json(r) as row from (select '\\x00ff10'::bytea as b) r`,
    )
    expect(bytesOf(rows[0]?.row.b ?? '')).toEqual(rows[0]?.b)
  })

  it('leaves what is unknown unknown', () => {
    expect(wireTime(null)).toBeNull()
  })
})
