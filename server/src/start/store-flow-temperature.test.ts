import { beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { blockOf } from '../../test/report-bytes.ts'
import type { SmallFleet } from '../../test/small-fleet.ts'
import { createLayouts, type Layouts } from '../features/products/public.ts'
import { packLatestBlocks } from '../ingest/latest-blocks.ts'
import { fillFlow } from './store-flow-temperature.ts'

const database = useDatabase()
const AT = new Date('2026-02-01T08:00:00.123Z')
let fleet: SmallFleet

const write = (at: number, row: object) =>
  database.db
    .updateTable('device_status')
    .set(row)
    .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
    .execute()
const reported = (word: number) => ({
  layout_id: fleet.layout_id,
  last_report_at: AT,
  latest_blocks: packLatestBlocks([{ block: blockOf({ 18: word }), at_s: 0 }]),
  flow_c: null,
})
const flows = async (): Promise<(number | null)[]> =>
  (await database.db.selectFrom('device_status').select('flow_c').orderBy('device_id').execute()).map(
    ({ flow_c }) => flow_c,
  )
const due = (after_id: number) =>
  database.db.insertInto('fills_due').values({ name: 'device_status.flow_c', after_id }).execute()
const layouts = (): Layouts => createLayouts({ database })

beforeEach(async () => {
  fleet ??= await seedSmallFleet(database.db)
  for (const [at, word] of [400, 410, 0xffec, 430, 440, 450].entries()) await write(at, reported(word))
  await database.db.deleteFrom('fills_due').execute()
})

describe('flow temperatures of devices that reported to an older version', () => {
  it('are filled once, from the newest blocks', async () => {
    await write(3, { latest_blocks: null, layout_id: null })
    await write(4, { latest_blocks: packLatestBlocks([{ block: blockOf({ 202: 90 }), at_s: 0 }]) })
    await due(0)
    expect(await fillFlow(database.db, layouts())).toBe(6)
    expect(await flows()).toEqual([40, 41, -2, null, null, 45])
    expect(await fillFlow(database.db, layouts())).toBe(0)
    expect(await database.db.selectFrom('fills_due').selectAll().execute()).toEqual([])
  })

  it('go on behind the last one that was filled, and are left alone when nothing is due', async () => {
    expect(await fillFlow(database.db, layouts())).toBe(0)
    await due(fleet.devices[3]?.device_id ?? 0)
    expect(await fillFlow(database.db, layouts())).toBe(2)
    expect(await flows()).toEqual([null, null, null, null, 44, 45])
  })

  it('never replace what a gateway wrote meanwhile', async () => {
    await due(0)
    const slow: Layouts = {
      ...layouts(),
      find: async (layout_id) => {
        await write(0, { last_report_at: new Date(AT.getTime() + 1), flow_c: 55 })
        return layouts().find(layout_id)
      },
    }
    await fillFlow(database.db, slow)
    expect((await flows())[0]).toBe(55)
  })
})
