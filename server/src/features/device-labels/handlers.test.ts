import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { readPdf, scanQr } from '../../../test/pdf.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, fleet, as } = useFleetConsole()
const macAt = (index: number): string => fleet.devices[index]?.mac ?? ''
const PAPER = 'roll_62x29' as const

const pagesOf = async ({ blob }: { blob: Blob }) => readPdf(Buffer.from(await blob.arrayBuffer()))

describe('label files', () => {
  it('have the units in the order they were named, with the claim codes that the app takes', async () => {
    const admin = await as('admin')
    const file = await admin(api.claimLabelFile, { body: { macs: [macAt(3), macAt(0)], paper: PAPER } })
    expect(file.file_name).toBe('labels-2.pdf')
    const links = (await pagesOf(file)).map(({ rects }) => scanQr(rects))
    const claims = await Promise.all([3, 0].map((index) => admin(api.claimCode, { body: { mac: macAt(index) } })))
    const product = fleet.product_key
    expect(links).toEqual(claims.map(({ mac, code }) => `heatfleet:bind?id=${mac}&code=${code}&product=${product}`))
  })

  it('have no claim code for who may not take secrets', async () => {
    const auditor = await as('auditor')
    const body = { macs: [macAt(0)], paper: PAPER }
    expect(await codeOf(auditor(api.claimLabelFile, { body }))).toBe('no_permission')
    const [page] = await pagesOf(await auditor(api.labelFile, { body }))
    expect(scanQr(page?.rects ?? [])).not.toContain('code=')
  })

  it('refuse a unit that is not there, one named twice, and too many', async () => {
    const admin = await as('admin')
    const ask = (macs: string[]) => codeOf(admin(api.labelFile, { body: { macs, paper: PAPER } }))
    expect(await ask(['a4c138ffffff'])).toBe('device_not_found')
    expect(await ask([macAt(0), macAt(0)])).toBe('invalid_input')
    expect(await ask([])).toBe('invalid_input')
    expect(await ask(Array.from({ length: 1_000 }, (_, index) => `a4c138${String(index).padStart(6, '0')}`))).toBe(
      'invalid_input',
    )
  })

  it('leave an audit line with the units', async () => {
    const admin = await as('admin')
    await admin(api.claimLabelFile, { body: { macs: [macAt(1)], paper: PAPER } })
    const line = await database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'claimLabelFile')
      .orderBy('audit_id', 'desc')
      .executeTakeFirst()
    expect(line).toMatchObject({ object: 'labels', result: 'ok', detail: { count: 1, macs: [macAt(1)] } })
  })
})
