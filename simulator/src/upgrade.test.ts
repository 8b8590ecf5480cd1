import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { decodeOtaChunk, encodeOtaChunk, OTA_WINDOW } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { type OtaAnnouncement, signedText } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginDownload,
  busLossOf,
  CHUNK_TIMEOUT_MS,
  CHUNK_TRIES,
  type Download,
  dueRequests,
  imageErrorOf,
  refusalOf,
  takeChunk,
  type UpgradeSite,
} from './upgrade.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const IMAGE = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7) & 0xff)

const announcementOf = (image: Uint8Array, change: Partial<OtaAnnouncement> = {}): OtaAnnouncement => {
  const facts = {
    mod: 'dtu' as const,
    ver: '1.5.0',
    hw: 'DTU4G-B',
    min: '1.2.0',
    size: image.length,
    sha256: createHash('sha256').update(image).digest('hex'),
    ...change,
  }
  return {
    id: 'o-1',
    job: 1,
    crc32: crc32(image).toString(16).padStart(8, '0'),
    sig: sign(null, Buffer.from(signedText(facts)), privateKey).toString('base64'),
    chunk: 1024,
    exp: 2_000_000_000,
    ...facts,
  }
}
const SITE: UpgradeSite = {
  hw: 'DTU4G-B',
  fw: '1.4.2',
  mcu: { sw: '2.08', hw: 'CG248075' },
  public_key: PEM,
  flash_bytes: 1_048_576,
  has_http: false,
}

describe('an announcement', () => {
  it.each<[string, Partial<OtaAnnouncement>, Partial<UpgradeSite>, string | null]>([
    ['of a newer version is taken', {}, {}, null],
    ['for the board is taken by its versions', { mod: 'mcu', hw: 'CG248075', ver: '2.9' }, {}, null],
    ['for other hardware is refused', { hw: 'DTU-W-C' }, {}, 'hw'],
    ['for a board that is not read is refused', { mod: 'mcu', hw: 'CG248075' }, { mcu: null }, 'hw'],
    ['of the same version is refused', { ver: '1.4.2' }, {}, 'same'],
    ['of an older version is refused', { ver: '1.4.1' }, {}, 'same'],
    ['of a version with zeros behind is the same', { ver: '1.4.2.0' }, {}, 'same'],
    ['whose minimum is newer is refused', { min: '1.4.3' }, {}, 'min'],
    ['without a minimum is taken', { min: '' }, { fw: '0.1' }, null],
    ['larger than the flash is refused', { size: 2_000_000 }, {}, 'low'],
  ])('%s', (_, change, site, expected) => {
    expect(refusalOf({ ...SITE, ...site }, announcementOf(IMAGE, change))).toBe(expected)
  })
})

/** The cloud's side: answers requests from the image, perhaps damaged on the way. */
const serve = (
  download: Download,
  image: Uint8Array,
  now_ms: number,
  lose: (offset: number) => boolean = () => false,
) => {
  for (const { job, offset, length } of dueRequests(download, now_ms) ?? []) {
    if (lose(offset)) continue
    const data = image.slice(offset, offset + length)
    if (takeChunk(download, decodeOtaChunk(encodeOtaChunk({ status: 0, job, offset, data })))) return true
  }
  return false
}

describe('a download', () => {
  it('keeps its window and ends with the image', () => {
    const download = beginDownload(announcementOf(IMAGE))
    expect(dueRequests(download, 0)).toHaveLength(OTA_WINDOW)
    expect(dueRequests(download, 1)).toEqual([])
    download.open.clear()
    let rounds = 0
    while (!serve(download, IMAGE, 0)) rounds += 1
    expect(rounds).toBeLessThan(6)
    expect(download.image).toEqual(IMAGE)
    expect(imageErrorOf(download, PEM)).toBeNull()
  })

  it('requests what is lost again, and gives up after so many tries', () => {
    const download = beginDownload(announcementOf(IMAGE))
    const lost = (offset: number) => offset === 1024
    for (let tries = 0; tries < CHUNK_TRIES; tries += 1)
      expect(serve(download, IMAGE, tries * CHUNK_TIMEOUT_MS, lost)).toBe(false)
    expect(download.have).toBe(1024)
    expect(dueRequests(download, CHUNK_TRIES * CHUNK_TIMEOUT_MS)).toBeNull()
  })

  it('goes on from any byte after a cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_999 }), { maxLength: 8 }), (cuts) => {
        const download = beginDownload(announcementOf(IMAGE))
        let now_ms = 0
        for (const cut of cuts) {
          serve(download, IMAGE, now_ms, (offset) => offset >= cut)
          download.open.clear()
          now_ms += 1
        }
        for (let round = 0; round < 10 && download.have < IMAGE.length; round += 1) serve(download, IMAGE, now_ms)
        expect(download.image).toEqual(IMAGE)
      }),
    )
  })

  it('takes no damaged frame, whichever bit is turned', () => {
    const download = beginDownload(announcementOf(IMAGE))
    dueRequests(download, 0)
    const frame = encodeOtaChunk({ status: 0, job: 1, offset: 0, data: IMAGE.slice(0, 1024) })
    for (let bit = 0; bit < frame.length * 8; bit += 1) {
      const damaged = frame.slice()
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      takeChunk(download, decodeOtaChunk(damaged))
    }
    expect(download.have).toBe(0)
  })
})

describe('100,000 damaged chunks', () => {
  const ROUNDS = 100_000
  const below = (() => {
    let state = 20_261_127
    return (limit: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % limit
    }
  })()
  it('are refused, each of them: one to three bits, or a burst of up to sixteen', () => {
    const download = beginDownload(announcementOf(IMAGE))
    dueRequests(download, 0)
    const frames = [0, 1, 2, 3].map((piece) =>
      encodeOtaChunk({ status: 0, job: 1, offset: piece * 1024, data: IMAGE.slice(piece * 1024, (piece + 1) * 1024) }),
    )
    let accepted = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const damaged = (frames[round % frames.length] ?? new Uint8Array()).slice()
      const turn = (bit: number): void => {
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      }
      const bits = damaged.length * 8
      const first = below(bits - 16)
      turn(first)
      if (round % 2 === 0) {
        const more = new Set(Array.from({ length: below(3) }, () => below(bits)))
        more.delete(first)
        for (const bit of more) turn(bit)
      } else for (let bit = 1; bit < 16; bit += 1) if (below(2) === 1) turn(first + bit)
      if (decodeOtaChunk(damaged).ok) accepted += 1
      takeChunk(download, decodeOtaChunk(damaged))
    }
    expect([accepted, download.have, download.pieces.size]).toEqual([0, 0, 0])
  })
})

describe('an image', () => {
  const complete = (image: Uint8Array, announcement: OtaAnnouncement) => ({ announcement, image })
  it('is good as it was signed', () => {
    expect(imageErrorOf(complete(IMAGE, announcementOf(IMAGE)), PEM)).toBeNull()
  })
  it('is refused with any bit turned', () => {
    const announced = announcementOf(IMAGE)
    for (let at = 0; at < IMAGE.length; at += 13) {
      const damaged = IMAGE.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 1
      expect(imageErrorOf(complete(damaged, announced), PEM)).toBe('crc')
    }
  })
  it.each<[string, Partial<OtaAnnouncement>]>([
    ['renamed to a newer version', { ver: '9.0.0' }],
    ['renamed to other hardware', { hw: 'DTU-W-C' }],
    ['with a lower minimum', { min: '' }],
    ['for the board', { mod: 'mcu' }],
  ])('%s has a wrong signature', (_, change) => {
    expect(imageErrorOf(complete(IMAGE, { ...announcementOf(IMAGE), ...change }), PEM)).toBe('sig')
  })
  it('of another maker, or to a module without a key, is refused', () => {
    const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(imageErrorOf(complete(IMAGE, announcementOf(IMAGE)), other)).toBe('sig')
    expect(imageErrorOf(complete(IMAGE, announcementOf(IMAGE)), null)).toBe('sig')
  })
  it.each<[string, Partial<OtaAnnouncement>, (image: Uint8Array) => Uint8Array, string]>([
    ['truncated', {}, (image) => image.slice(0, -1), 'crc'],
    ['truncated and announced so', { size: IMAGE.length - 1 }, (image) => image.slice(0, -1), 'crc'],
    ['lengthened', {}, (image) => Uint8Array.from([...image, 0]), 'crc'],
    ['of another file with the same length', {}, (image) => image.map((byte) => byte ^ 0xff), 'crc'],
  ])('%s is refused', (_, change, spoil, expected) => {
    const announced = { ...announcementOf(IMAGE), ...change }
    expect(imageErrorOf(complete(spoil(IMAGE), announced), PEM)).toBe(expected)
  })
  it('forged with sums of its own is refused by its signature', () => {
    const forged = IMAGE.map((byte) => byte ^ 1)
    const { sig } = announcementOf(IMAGE)
    expect(imageErrorOf(complete(forged, { ...announcementOf(forged), sig }), PEM)).toBe('sig')
  })
  it('that was replayed or is older is refused, however well it is signed', () => {
    // The announcement of an earlier upgrade, sent again to a module that has it or a newer one.
    const earlier = announcementOf(IMAGE, { ver: '1.4.2' })
    expect(imageErrorOf(complete(IMAGE, earlier), PEM)).toBeNull()
    for (const fw of ['1.4.2', '1.5.0']) expect(refusalOf({ ...SITE, fw }, earlier)).toBe('same')
  })
  it('says which share loses its board, where it is made for showing that', () => {
    expect(busLossOf(new TextEncoder().encode('simulated bus-loss=0.1 and more'))).toBe(0.1)
    expect(busLossOf(IMAGE)).toBe(0)
  })
})
