import type { Call } from '@heatfleet/contract/client.ts'
import { exampleDevice } from '@heatfleet/contract/devices.ts'
import { expect, test } from 'vitest'
import { collectMatching } from './export-devices.ts'

const fleet = Array.from({ length: 2_100 }, (_, at) => ({ ...exampleDevice, mac: `device ${at}` }))

test('all that match are collected page by page, without those that were released', async () => {
  const asked: unknown[] = []
  // A stand-in for the server that answers this one call.
  const call = (async (_endpoint: unknown, request: { query: { pageNo: number; size: number }; body: unknown }) => {
    asked.push(request.body)
    const { pageNo, size } = request.query
    return { list: fleet.slice((pageNo - 1) * size, pageNo * size), total: fleet.length, pageNo, size }
  }) as unknown as Call
  const progress: number[] = []
  const rows = await collectMatching(call, { query: {}, body: { quick: 'alarm' } }, new Set(['device 5']), (done) =>
    progress.push(done),
  )
  expect(rows).toHaveLength(2_099)
  expect(progress).toEqual([999, 1_998, 2_100])
  expect(asked[0]).toEqual({ quick: 'alarm', sort_by: 'mac', sort_order: 'asc' })
})
