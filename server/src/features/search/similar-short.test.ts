import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()

const NAMES = ['Zoë Maier', 'Anna', 'Ola, Dom 4', 'Kuba Nowak', 'Annaberg Hotel', 'Olaf']

beforeAll(async () => {
  for (const [index, device_name] of NAMES.entries())
    await database.db
      .updateTable('devices')
      .set({ device_name })
      .where('device_id', '=', fleet.devices[index]?.device_id ?? 0)
      .execute()
})

describe('where nothing matches, a device with a short name is found', () => {
  it.each([
    ['four letters, one of them wrong', 'kuna', [3]],
    ['four letters, the first of them wrong', 'luba', [3]],
    ['four letters, two of them swapped', 'kbua', [3]],
    ['four letters, one of them missing', 'kba', [3]],
    ['four letters, one too many', 'kubba', [3]],
    ['three letters, one of them wrong', 'zoa', [0]],
    ['three letters, two of them swapped', 'zeo', [0]],
    ['three letters, one too many', 'zoee', [0]],
    ['three letters before a comma', 'oka', [2]],
    ['but not three letters with the first wrong', 'qoe', []],
    ['but not three letters that begin a longer word', 'anx', []],
    ['but not three letters with two errors', 'zxx', []],
    ['but not two letters', 'kx', []],
    ['but not another number', 'ol9', []],
  ])('%s: %s', async (_, text, expected) => {
    const { is_similar, devices } = await (await as('admin'))(api.searchAll, { body: { text, kinds: ['device'] } })
    const places = devices.map(({ device_name }) => NAMES.indexOf(device_name)).toSorted((a, b) => a - b)
    expect([is_similar, places]).toEqual([expected.length > 0, expected])
  })
})
