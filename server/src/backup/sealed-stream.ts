import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Transform } from 'node:stream'
import { BackupError } from './backup-error.ts'

/**
 * A part is encrypted in chunks with AES-256-GCM: 256 KiB of text, then its tag of 16 bytes; the last chunk is shorter or empty.
 * The nonce is the number of the chunk, the additional data tell whether it is the last: a chunk that was changed, moved, left
 * out or cut off is refused where it stands, before anything of it is used.
 */
const CHUNK_BYTES = 262_144
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
const NONCE_BYTES = 12

const nonceOf = (index: number): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(index), NONCE_BYTES - 8)
  return nonce
}

const LAST = Buffer.from([1])
const NOT_LAST = Buffer.from([0])

/** Collects what arrives until a whole chunk is there and more follows; `take` gets each, the rest at the end. */
const inChunks = (size: number, take: (chunk: Buffer, index: number, is_last: boolean) => Buffer): Transform => {
  let waiting: Buffer[] = []
  let bytes = 0
  let index = 0
  return new Transform({
    transform(data: Buffer, _, done) {
      waiting.push(data)
      bytes += data.length
      if (bytes <= size) return done()
      try {
        let rest = Buffer.concat(waiting)
        // One chunk stays behind: only the end tells whether it is the last.
        for (; rest.length > size; rest = rest.subarray(size)) {
          this.push(take(rest.subarray(0, size), index, false))
          index += 1
        }
        waiting = [rest]
        bytes = rest.length
        done()
      } catch (error) {
        done(error as Error) // thrown by take
      }
    },
    flush(done) {
      try {
        this.push(take(Buffer.concat(waiting), index, true))
        done()
      } catch (error) {
        done(error as Error) // thrown by take
      }
    },
  })
}

/** Encrypts a stream. `key` is 32 bytes and used for one stream only. */
export const createSealing = (key: Buffer): Transform =>
  inChunks(CHUNK_BYTES, (chunk, index, is_last) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index))
    cipher.setAAD(is_last ? LAST : NOT_LAST)
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  })

/** Decrypts {@link createSealing}; `file` names it in the refusal of a damaged one. */
export const createUnsealing = (key: Buffer, file: string): Transform =>
  inChunks(SEALED_BYTES, (sealed, index, is_last) => {
    const refused = new BackupError(
      `${file} is damaged: the chunk at byte ${index * SEALED_BYTES} is not as it was written.`,
    )
    if (sealed.length < TAG_BYTES) throw refused
    const text_bytes = sealed.length - TAG_BYTES
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index))
    decipher.setAAD(is_last ? LAST : NOT_LAST)
    decipher.setAuthTag(sealed.subarray(text_bytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, text_bytes)), decipher.final()])
    } catch {
      // GCM reports a failed authentication by throwing.
      throw refused
    }
  })
