import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { partKey } from './backup-key.ts'
import { fileOfPart, type Part, type PartName } from './manifest.ts'
import { createSealing, createUnsealing } from './sealed-stream.ts'
import { readTar, TAR_END, type TarSink, tarHead, tarPadding } from './tar.ts'

/** What is put into a part: a folder, a file of the disk, or a text or piece of data. `path` is its name in the archive. */
export type Source =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; file: string }
  | { kind: 'text'; path: string; text: string | Buffer }

const PIECE_BYTES = 262_144
/** Segments of history are compressed already: more effort gains nothing there. */
const ZSTD_LEVEL = 1

/** Writes one part, flushed to the disk. A file that is gone meanwhile is left out: the log of the database knows. */
export const writePart = async (
  folder: string,
  key: Buffer,
  part: PartName,
  sources: AsyncIterable<Source>,
): Promise<Part> => {
  const counts = { files: 0, plain_bytes: 0 }
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(data: Buffer, _, done) {
      hash.update(data)
      bytes += data.length
      done(null, data)
    },
  })
  await pipeline(
    Readable.from(archiveOf(sources, counts), { objectMode: false, highWaterMark: PIECE_BYTES }),
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
    createSealing(partKey(key, part)),
    count,
    createWriteStream(join(folder, fileOfPart(part)), { mode: 0o600, flags: 'wx', flush: true }),
  )
  return { part, bytes, sha256: hash.digest('hex'), ...counts }
}

async function* archiveOf(
  sources: AsyncIterable<Source>,
  counts: { files: number; plain_bytes: number },
): AsyncGenerator<Buffer> {
  for await (const source of sources) {
    if (source.kind === 'folder') yield tarHead({ path: source.path, kind: 'folder', bytes: 0 })
    else if (source.kind === 'text') {
      const text = typeof source.text === 'string' ? Buffer.from(source.text) : source.text
      yield tarHead({ path: source.path, kind: 'file', bytes: text.length })
      yield Buffer.concat([text, tarPadding(text.length)])
      counts.files += 1
      counts.plain_bytes += text.length
    } else {
      const bytes = yield* fileOf(source.path, source.file)
      if (bytes === null) continue
      counts.files += 1
      counts.plain_bytes += bytes
    }
  }
  yield TAR_END
}

/** A file that grows is cut at its size, one that shrinks is filled with zeros: the log of the database repairs both. */
async function* fileOf(path: string, file: string): AsyncGenerator<Buffer, number | null> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new BackupError(`${file} cannot be read (${error.code ?? error.message}).`)
  })
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    yield tarHead({ path, kind: 'file', bytes: size })
    for (let at = 0; at < size; ) {
      const wanted = Math.min(PIECE_BYTES, size - at)
      const piece = Buffer.allocUnsafe(wanted)
      const { bytesRead } = await handle.read(piece, 0, wanted, at)
      if (bytesRead === 0) piece.fill(0)
      const got = bytesRead === 0 ? wanted : bytesRead
      yield piece.subarray(0, got)
      at += got
    }
    const padding = tarPadding(size)
    if (padding.length > 0) yield padding
    return size
  } finally {
    await handle.close()
  }
}

/** Reads one part into `sink` and proves it: chunk by chunk, then size and checksum of the manifest. */
export const readPart = async (folder: string, key: Buffer, part: Part, sink: TarSink): Promise<void> => {
  const name = fileOfPart(part.part)
  const file = join(folder, name)
  const bytes = sizeOf(file)
  if (bytes === null) throw new BackupError(`${name} is missing in ${folder}.`)
  if (bytes !== part.bytes)
    throw new BackupError(`${name} is damaged: it has ${bytes} bytes, the manifest says ${part.bytes}.`)
  const hash = createHash('sha256')
  const count = new Transform({
    transform(data: Buffer, _, done) {
      hash.update(data)
      done(null, data)
    },
  })
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    count,
    createUnsealing(partKey(key, part.part), name),
    createZstdDecompress(),
    (pieces: AsyncIterable<Buffer>) => readTar(pieces, sink),
  )
  if (hash.digest('hex') !== part.sha256)
    throw new BackupError(`${name} is damaged: its checksum is not the one of the manifest.`)
}

const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null

/** All below a folder, in order of their names; nothing when it does not exist. Links and sockets are left out. */
export async function* filesBelow(
  folder: string,
  path: string,
  is_wanted: (path: string) => boolean = () => true,
): AsyncGenerator<Source> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new BackupError(`${folder} cannot be read (${error.code ?? error.message}).`)
  })
  if (entries === null) return
  yield { kind: 'folder', path }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inner = `${path}/${entry.name}`
    if (!is_wanted(inner)) continue
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name), inner, is_wanted)
    else if (entry.isFile()) yield { kind: 'file', path: inner, file: join(folder, entry.name) }
  }
}
