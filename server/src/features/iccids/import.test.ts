import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, as } = useFleetConsole()
const A1_CARD = '89860012345678910010'
const sheetOf = (text: string) => ({ file_name: 'cards.csv', content: Buffer.from(text).toString('base64') })

const check = async (text: string, account: 'admin' | 'staff' = 'admin') => {
  const call = await as(account)
  const sheet = sheetOf(text)
  const { mapping } = await call(api.iccidImportRead, { body: sheet })
  return { call, body: { ...sheet, mapping, time_zone: 'Asia/Shanghai' } }
}

describe('a sheet of cards', () => {
  it.each([
    ['in Chinese', `备注,到期时间,卡号\nx,2027-01-31,${A1_CARD}\n`],
    ['in Polish', `Uwagi;Koniec;Numer karty\nx;31.01.2027;${A1_CARD}\n`],
    ['in English', `note,expiry date,ICCID\nx,2027/1/31,${A1_CARD}\n`],
  ])('is understood by its titles %s, days where the person is', async (_, text) => {
    await database.db.deleteFrom('iccids').execute()
    const { call, body } = await check(text)
    expect(await call(api.iccidImportApply, { body })).toMatchObject({ counts: { new: 1 } })
    expect((await call(api.iccidList, {})).list).toMatchObject([
      {
        iccid: A1_CARD,
        remark: 'x',
        status: 'active',
        mac: fleet.devices[1]?.mac,
        // The end of the day in Shanghai.
        expiration_time: '2027-01-31T15:59:59.000Z',
      },
    ])
  })

  it('of numbers alone needs no titles', async () => {
    await database.db.deleteFrom('iccids').execute()
    const { call, body } = await check('8986002400000000001\n8986002400000000002\n')
    expect(await call(api.iccidImportCheck, { body })).toMatchObject({ counts: { new: 2, error: 0 } })
  })

  it('gets a verdict on each line, and is taken in whole or not at all', async () => {
    await database.db.deleteFrom('iccids').execute()
    const first = await check('iccid,plan\n8986002400000000001,old\n8986002400000000002,same\n')
    await first.call(api.iccidImportApply, { body: first.body })
    const lines = [
      'iccid,plan,status,expiration,activation,msisdn,traffic',
      '8986002400000000001,new,,,,,',
      '8986002400000000002,same,,,,,',
      '8986002400000000003,,active,2027-01-31,2026-01-31,14400000001,2 GB',
      '89860024000000000039,,,,,,',
      '1234,,,,,,',
      ',plan,,,,,',
      '8986002400000000004,,unknown,,,,',
      '8986002400000000005,,,31st,,,',
      '8986002400000000006,,,2026-01-01,2027-01-01,,',
      '8986002400000000007,,,,,phone,',
      '8986002400000000008,,,,,,lots',
      '8986002400000000001,,stopped,,,,',
      '89860024000000000010,,,,,,',
    ]
    const { call, body } = await check(lines.join('\n'))
    const { rows, counts } = await call(api.iccidImportCheck, { body })
    expect(
      rows.map(({ row, verdict, problems }) => [
        row,
        verdict,
        ...problems.map(({ problem }) => problem).filter((problem) => problem !== 'iccid_checksum'),
      ]),
    ).toEqual([
      [2, 'changed'],
      [3, 'same'],
      [4, 'new'],
      [5, 'error', 'duplicate_iccid'],
      [6, 'error', 'iccid_invalid'],
      [7, 'error', 'iccid_missing'],
      [8, 'error', 'status_unknown'],
      [9, 'error', 'time_wrong'],
      [10, 'error', 'ends_before_activation'],
      [11, 'error', 'msisdn_wrong'],
      [12, 'error', 'traffic_wrong'],
      [13, 'error', 'duplicate_iccid', 'status_move'],
      [14, 'error', 'duplicate_iccid'],
    ])
    expect(rows[0]?.fields).toEqual(['plan'])
    expect(await refusalOf(call(api.iccidImportApply, { body }), 'count')).toBe(`sheet_has_errors ${counts.error}`)
    expect((await call(api.iccidList, {})).total).toBe(2)
    const left_out = rows.filter(({ verdict }) => verdict === 'error').map(({ row }) => row)
    const fixes = [{ row: 8, field: 'status' as const, value: 'test' }]
    const taken = { ...body, fixes, left_out: left_out.filter((row) => row !== 8) }
    expect(await call(api.iccidImportApply, { body: taken })).toMatchObject({
      counts: { new: 2, changed: 1, same: 1, error: 0 },
    })
    const { list } = await call(api.iccidList, { body: { iccid: '8986002400000000003' } })
    expect(list).toMatchObject([{ traffic_total_mb: 2_048, status: 'active', msisdn: '14400000001' }])
  })
})
