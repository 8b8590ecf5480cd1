import { BackupError } from './backup-error.ts'

/** A folder or a file in an archive; `path` is relative, with slashes. */
export type TarEntry = { path: string; kind: 'file' | 'folder'; bytes: number }

const BLOCK = 512
const NAME_MAX = 100
const PREFIX_MAX = 155
/** Twelve octal digits with their end; larger sizes are written in base 256. */
const OCTAL_MAX = 0o77777777777

/** Head of an entry in the format ustar, which any `tar` reads. Modes and owners are set by who restores. */
export const tarHead = ({ path, kind, bytes }: TarEntry): Buffer => {
  const head = Buffer.alloc(BLOCK)
  const full = kind === 'folder' ? `${path}/` : path
  const cut = splitPath(full)
  head.write(cut.name, 0, 'utf8')
  head.write(kind === 'folder' ? '0000700\0' : '0000600\0', 100, 'latin1')
  head.write('0000000\0'.repeat(2), 108, 'latin1')
  if (bytes <= OCTAL_MAX) head.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  else {
    head.writeUInt8(0x80, 124)
    head.writeBigUInt64BE(BigInt(bytes), 128)
  }
  head.write('00000000000\0', 136, 'latin1')
  head.write(kind === 'folder' ? '5' : '0', 156, 'latin1')
  head.write('ustar\x0000', 257, 'latin1')
  head.write(cut.prefix, 345, 'utf8')
  head.write(`${checksumOf(head).toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

/** Zeros after a file, up to the next block. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)

/** End of an archive. */
export const TAR_END = Buffer.alloc(BLOCK * 2)

const splitPath = (path: string): { name: string; prefix: string } => {
  if (Buffer.byteLength(path) <= NAME_MAX) return { name: path, prefix: '' }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (name !== '' && Buffer.byteLength(prefix) <= PREFIX_MAX && Buffer.byteLength(name) <= NAME_MAX)
      return { name, prefix }
  }
  throw new BackupError(`The name ${path} is too long for a backup.`)
}

/** Sum of the bytes of a head, its own field counted as blanks. */
const checksumOf = (head: Buffer): number =>
  head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

const textOf = (head: Buffer, from: number, length: number): string => {
  const field = head.subarray(from, from + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end)
}

const readHead = (head: Buffer): TarEntry => {
  const bytes =
    head[124] === 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(textOf(head, 124, 12).trim() || '0', 8)
  if (Number.parseInt(textOf(head, 148, 8), 8) !== checksumOf(head) || !Number.isSafeInteger(bytes))
    throw new BackupError('An archive of the backup is damaged: the head of an entry is not as it was written.')
  const prefix = textOf(head, 345, PREFIX_MAX)
  const path = (prefix === '' ? '' : `${prefix}/`) + textOf(head, 0, NAME_MAX)
  return { path: path.replace(/\/$/, ''), kind: textOf(head, 156, 1) === '5' ? 'folder' : 'file', bytes }
}

/** Receives one entry after the other: `begin`, the bytes of a file in pieces, `end`. */
export type TarSink = {
  begin: (entry: TarEntry) => Promise<void> | void
  data: (piece: Buffer) => Promise<void> | void
  end: () => Promise<void> | void
}

/** Reads an archive piece by piece, however it is cut. Refuses one without its end, or with a path that leaves the folder. */
export const readTar = async (pieces: AsyncIterable<Buffer>, sink: TarSink): Promise<void> => {
  let head = Buffer.alloc(0)
  /** Bytes of the file, then of its padding, that are still to come. */
  let file_left = 0
  let padding_left = 0
  let in_file = false
  let is_over = false
  for await (const piece of pieces) {
    let at = 0
    while (at < piece.length && !is_over) {
      if (file_left > 0) {
        const part = piece.subarray(at, at + file_left)
        at += part.length
        file_left -= part.length
        await sink.data(part)
      } else if (in_file) {
        in_file = false
        await sink.end()
      } else if (padding_left > 0) {
        const skipped = Math.min(padding_left, piece.length - at)
        at += skipped
        padding_left -= skipped
      } else {
        const part = piece.subarray(at, at + BLOCK - head.length)
        at += part.length
        head = Buffer.concat([head, part])
        if (head.length < BLOCK) continue
        is_over = head.every((byte) => byte === 0)
        if (!is_over) {
          const entry = readHead(head)
          if (isOutside(entry.path)) throw new BackupError(`The backup holds the path ${entry.path}, which is refused.`)
          await sink.begin(entry)
          file_left = entry.bytes
          padding_left = tarPadding(entry.bytes).length
          in_file = true
        }
        head = Buffer.alloc(0)
      }
    }
  }
  if (!is_over) throw new BackupError('An archive of the backup is not complete.')
}

const isOutside = (path: string): boolean => path.startsWith('/') || path.split('/').includes('..')
