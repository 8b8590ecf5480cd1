import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftOf, imageOf, sha256Of, upload } from '../../../test/firmware-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { isSigned } from './sign.ts'

const { database, fleet, console_, as } = useFleetConsole()

let call: Call
const IMAGE = imageOf(5_000)
const files = () => readdirSync(join(console_.exports_folder, 'firmware')).sort()
const draft = (change: Parameters<typeof draftOf>[1] = {}) => draftOf(fleet.product_key, change)
const fileOf = (image: Buffer) => ({ file_name: 'image.bin', size: image.length, sha256: sha256Of(image) })
const part = (upload_id: number, offset: number, data: Buffer) =>
  call(api.firmwarePart, { params: { id: upload_id }, body: { offset, data: data.toString('base64') } })

beforeAll(async () => {
  call = (await console_.signIn('admin')).call
})
beforeEach(async () => {
  await database.db.deleteFrom('firmware').execute()
  await database.db.deleteFrom('firmware_uploads').execute()
})

describe('an upload', () => {
  it('comes in parts, goes on where it stopped, and ends with a signed firmware', async () => {
    const begun = await call(api.firmwareUpload, { body: { firmware: draft(), file: fileOf(IMAGE) } })
    expect(begun).toMatchObject({ received: 0, size: 5_000 })
    await part(begun.upload_id, 0, IMAGE.subarray(0, 2_000))
    // A part that comes twice, and one of which only the end is new.
    await part(begun.upload_id, 0, IMAGE.subarray(0, 2_000))
    expect(await part(begun.upload_id, 1_000, IMAGE.subarray(1_000, 3_000))).toMatchObject({ received: 3_000 })
    const resumed = await call(api.firmwareUpload, { body: { firmware: draft(), file: fileOf(IMAGE) } })
    expect(resumed).toEqual({ upload_id: begun.upload_id, received: 3_000, size: 5_000 })
    expect(await refusalOf(call(api.firmwareFinish, { params: { id: begun.upload_id } }))).toBe('file_upload_failed')
    await part(begun.upload_id, 3_000, IMAGE.subarray(3_000))
    const firmware = await call(api.firmwareFinish, { params: { id: begun.upload_id } })
    expect(firmware).toMatchObject({ size: 5_000, sha256: sha256Of(IMAGE), uploader: 'admin', devices: 0 })
    expect(files()).toContain(`${firmware.firmware_id}.bin`)
    const { signature } = await database.db.selectFrom('firmware').select('signature').executeTakeFirstOrThrow()
    const { public_key } = await call(api.firmwareVersions, { query: { product_key: fleet.product_key } })
    const facts = { mod: 'dtu', hw: 'DTU-4G-B', ver: '1.5.0', min: '', size: 5_000, sha256: sha256Of(IMAGE) } as const
    expect(isSigned(public_key, facts, signature)).toBe(true)
    expect(isSigned(public_key, { ...facts, ver: '1.6.0' }, signature)).toBe(false)
  })

  it('with a wrong checksum is thrown away, and can be sent again', async () => {
    const begun = await call(api.firmwareUpload, { body: { firmware: draft(), file: fileOf(IMAGE) } })
    await part(begun.upload_id, 0, imageOf(5_000, 2))
    expect(await refusalOf(call(api.firmwareFinish, { params: { id: begun.upload_id } }))).toBe('file_checksum_error')
    expect(await database.db.selectFrom('firmware').select('firmware_id').execute()).toEqual([])
    expect((await upload(call, draft(), IMAGE)).size).toBe(5_000)
  })

  it('has no gaps and no more than was told', async () => {
    const { upload_id } = await call(api.firmwareUpload, { body: { firmware: draft(), file: fileOf(IMAGE) } })
    expect(await refusalOf(part(upload_id, 100, IMAGE.subarray(100, 200)))).toBe('file_upload_failed offset')
    expect(await refusalOf(part(upload_id, 0, Buffer.alloc(5_001)))).toBe('file_upload_failed offset')
    const other = await as('staff')
    const foreign = { params: { id: upload_id }, body: { offset: 0, data: 'AAAA' } }
    expect(await refusalOf(other(api.firmwarePart, foreign))).toBe('file_upload_failed')
  })

  it.each([
    ['without a name', { name: ' ' }, 'invalid_input firmware.name'],
    ['without a hardware version', { hardware_version: '' }, 'invalid_input firmware.hardware_version'],
    ['without a software version', { software_version: '' }, 'invalid_input firmware.software_version'],
    ['whose minimum is not older', { min_software_version: '1.5' }, 'firmware_minimum_above'],
    ['of an unknown product', { product_key: 'no-such' }, 'product_unknown product_key'],
  ])('%s is refused', async (_, change, expected) => {
    const body = { firmware: draft(change), file: fileOf(IMAGE) }
    expect(await refusalOf(call(api.firmwareUpload, { body }))).toContain(expected)
  })

  it('of a version that is there is refused, and so are too many at once', async () => {
    await upload(call, draft())
    const again = { firmware: draft({ software_version: '1.5.0.0' }), file: fileOf(imageOf(9)) }
    expect(await refusalOf(call(api.firmwareUpload, { body: again }))).toBe('firmware_exists software_version')
    for (let n = 0; n < LIMITS.firmware_uploads_open_max; n += 1)
      await call(api.firmwareUpload, {
        body: { firmware: draft({ software_version: `2.${n}` }), file: fileOf(imageOf(20 + n)) },
      })
    const one_more = { firmware: draft({ software_version: '3.0' }), file: fileOf(imageOf(10)) }
    expect(await refusalOf(call(api.firmwareUpload, { body: one_more }))).toContain('firmware_uploads_open')
  })
})

describe('a firmware', () => {
  it('is listed by its filters with the units in scope that have it', async () => {
    const [device] = fleet.devices
    await database.db
      .updateTable('devices')
      .set({ module_type: 'DTU-4G-B', module_version: '1.5.0' })
      .where('mac', '=', device?.mac ?? '')
      .execute()
    const { firmware_id } = await upload(call, draft())
    await upload(call, draft({ software_version: '1.6.0', name: 'Newer' }), imageOf(100))
    const list = async (of: Call, body: object) =>
      (await of(api.firmwareList, { query: { pageNo: 1, size: 10 }, body })).list.map((one) => [
        one.software_version,
        one.devices,
      ])
    expect(await list(call, {})).toEqual([
      ['1.6.0', 0],
      ['1.5.0', 1],
    ])
    expect(await list(call, { name: 'newer' })).toEqual([['1.6.0', 0]])
    expect(await list(call, { enabled: false })).toEqual([])
    await call(api.firmwareUpdate, { body: { firmware_id, enabled: false, notes: { en: 'x', zh: '', pl: '' } } })
    expect(await list(call, { enabled: false })).toEqual([['1.5.0', 1]])
    expect(await refusalOf(call(api.firmwareUpdate, { body: { firmware_id, min_software_version: '1.5' } }))).toContain(
      'firmware_minimum_above',
    )
    const { versions } = await call(api.firmwareVersions, { query: { product_key: fleet.product_key } })
    expect(versions.find(({ software_version }) => software_version === '1.5.0')).toMatchObject({
      devices: 1,
      newer_version: '1.6.0',
    })
  })

  it('is deleted with its file, unless something uses it', async () => {
    const { firmware_id } = await upload(call, draft())
    const { device_id = 0 } = fleet.devices[0] ?? {}
    const at = new Date()
    const open = {
      firmware_id,
      device_id,
      rollout_id: null,
      from_version: '1.4',
      state: 'waiting' as const,
      reason: null,
    }
    await database.db
      .insertInto('upgrades')
      .values({ ...open, created_at: at, moved_at: at, deadline_at: at, expires_at: at, finished_at: null })
      .execute()
    const remove = () => call(api.firmwareDelete, { query: { firmware_id } })
    expect(await refusalOf(remove())).toBe('firmware_in_use')
    await database.db.updateTable('upgrades').set({ state: 'cancelled', finished_at: at }).execute()
    expect(await remove()).toBeNull()
    expect(files()).not.toContain(`${firmware_id}.bin`)
    expect(await refusalOf(remove())).toContain('firmware_unknown')
    // Its version is free again, and the history knows it still.
    await upload(call, draft())
    const { list } = await call(api.deviceUpgrades, { query: { mac: fleet.devices[0]?.mac ?? '', pageNo: 1, size: 9 } })
    expect(list).toMatchObject([{ firmware_id, to_version: '1.5.0', state: 'cancelled', result: null }])
  })
})
