import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Page } from './page.ts'

/** What of a page without a part is called. */
const WHOLE = 'data'
const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
/** Version 2.0; sizes follow the data (bit 3), names are UTF-8 (bit 11); deflate. */
const [VERSION, FLAGS, DEFLATE] = [20, 0x0808, 8]
/** 1980-01-01: rows say when, the files of an archive need not. */
const [NO_TIME, NO_DATE] = [0, 0x21]
/** Larger archives would need the 64-bit form, which not every program opens. */
const BYTES_MAX = 0xffff_ffff

type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number }
type WriteFile = (pages: AsyncIterable<Page>) => AsyncIterable<Uint8Array>

/**
 * The bytes of a zip archive with a file for each part, in the order in which the parts come: pages of one part follow one
 * another. Nothing but the piece under way is held.
 */
export async function* zipParts(
  extension: string,
  pages: AsyncIterable<Page>,
  writeFile: WriteFile,
): AsyncGenerator<Uint8Array> {
  const reader = pages[Symbol.asyncIterator]()
  const entries: Entry[] = []
  let offset = 0
  let next = await reader.next()
  const partOf = (page: Page): string => page.part ?? WHOLE
  async function* pagesOf(part: string): AsyncGenerator<Page> {
    while (!next.done && partOf(next.value) === part) {
      yield next.value
      next = await reader.next()
    }
  }
  // Without a single row the archive has one file with the titles alone.
  do {
    const part: string = next.done ? WHOLE : partOf(next.value)
    const entry: Entry = { name: Buffer.from(`${part}.${extension}`), crc: 0, packed: 0, size: 0, offset }
    yield localHeader(entry)
    for await (const piece of deflated(writeFile(pagesOf(part)), entry)) {
      entry.packed += piece.length
      if (offset + entry.packed > BYTES_MAX || entry.size > BYTES_MAX) throw new Refusal('export_too_large')
      yield piece
    }
    yield descriptor(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    entries.push(entry)
  } while (!next.done)
  const directory = Buffer.concat(entries.map(centralHeader))
  yield directory
  yield endRecord(entries.length, directory.length, offset)
}

/** Deflates a file and counts it. A piece is copied, for its bytes are overwritten when the next one is asked for. */
async function* deflated(content: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc)
      entry.size += piece.length
      if (piece.length > 0) yield Buffer.from(piece)
    }
  }
  const deflate = createDeflateRaw()
  // What fails is thrown by the loop below.
  pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => {})
  yield* deflate
}

/** Fields of two or four bytes, little-endian. */
const fields = (...all: (readonly [value: number, bytes: 2 | 4])[]): Buffer => {
  const bytes = Buffer.alloc(all.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of all) at = bytes.writeUIntLE(value, at, size)
  return bytes
}

const localHeader = ({ name }: Entry): Buffer =>
  Buffer.concat([
    fields([LOCAL, 4], [VERSION, 2], [FLAGS, 2], [DEFLATE, 2], [NO_TIME, 2], [NO_DATE, 2]),
    // Checksum and sizes stand in the descriptor.
    fields([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ])

const descriptor = ({ crc, packed, size }: Entry): Buffer => fields([DESCRIPTOR, 4], [crc, 4], [packed, 4], [size, 4])

const centralHeader = ({ name, crc, packed, size, offset }: Entry): Buffer =>
  Buffer.concat([
    fields([CENTRAL, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATE, 2], [NO_TIME, 2], [NO_DATE, 2]),
    fields([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ])

const endRecord = (count: number, bytes: number, offset: number): Buffer =>
  fields([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [bytes, 4], [offset, 4], [0, 2])
