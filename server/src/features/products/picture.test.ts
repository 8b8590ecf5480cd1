import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { exampleProductFile, ProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { png } from '../../../test/png.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { console_ } = useFleetConsole()
let admin: Call
const params = { product_key: 'r290-monobloc' }
const photo = png(640, 480)
const keep = (picture: string | null) => admin(api.productPictureEdit, { params, body: { picture } })
const pictureOf = async (product_key: string) => (await admin(api.productPicture, { params: { product_key } })).picture

beforeAll(async () => {
  ;({ call: admin } = await console_.signIn('admin'))
})

describe('the picture of a product', () => {
  it('is none at first, then what was kept last, then none again', async () => {
    expect(await pictureOf('r290-monobloc')).toBeNull()
    await keep(png(10, 10))
    expect(await keep(photo)).toEqual({ picture: photo })
    expect(await pictureOf('r290-monobloc')).toBe(photo)
    await keep(null)
    expect(await pictureOf('r290-monobloc')).toBeNull()
  })

  it('comes with a new product', async () => {
    const { basics } = exampleProductFile
    const body = { product_key: 'with-picture', basics: { ...basics, name: 'With a picture' }, picture: photo }
    await admin(api.productCreate, { body })
    expect(await pictureOf('with-picture')).toBe(photo)
  })

  it('goes out with the product file and comes in with it', async () => {
    await keep(photo)
    const { blob } = await admin(api.productExport, { params, query: { format: 'json' } })
    const file = ProductFile.parse(JSON.parse(await blob.text()))
    expect(file.picture).toBe(photo)
    const body = { file, file_name: 'r290.json', product_key: 'from-file', name: 'From a file' }
    await admin(api.productFileImport, { body })
    expect(await pictureOf('from-file')).toBe(photo)
  })

  it('of a file from before there were pictures is none', () => {
    const { picture: _, ...before } = exampleProductFile
    expect(ProductFile.parse(before).picture).toBeNull()
  })

  it('stands in the audit trail as a fingerprint', async () => {
    await keep(photo)
    const { list } = await admin(api.auditList, { body: { object: 'product r290-monobloc' } })
    const entry = list.find(({ action }) => action === 'productPictureEdit')
    expect(entry?.detail).toMatchObject({ after: { picture: expect.stringMatching(/^png [0-9a-f]{16}$/) } })
    expect(JSON.stringify(list)).not.toContain('base64')
  })

  it.each([
    [
      'that is a script',
      'image_invalid picture',
      `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`,
    ],
    ['that is cut off', 'image_invalid picture', photo.slice(0, -8)],
    ['that is too wide', 'image_invalid picture', png(LIMITS.product_picture_px + 1, 10)],
    ['that is too many bytes', 'invalid_input picture', png(10, 10, Buffer.alloc(LIMITS.product_picture_bytes))],
  ])('%s is refused, and the one before stays', async (_, refusal, picture) => {
    await keep(photo)
    expect(await refusalOf(keep(picture))).toBe(refusal)
    expect(await pictureOf('r290-monobloc')).toBe(photo)
  })

  it('of no product is refused', async () => {
    const nowhere = { product_key: 'no-such-product' }
    expect(await refusalOf(admin(api.productPicture, { params: nowhere }))).toBe('product_unknown')
    const change = admin(api.productPictureEdit, { params: nowhere, body: { picture: photo } })
    expect(await refusalOf(change)).toBe('product_unknown')
  })
})
