import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Read and hashed in one piece, bytes. */
const PIECE_BYTES = 1_048_576

/**
 * The SHA-256 of a file, read in pieces. By a library: browsers offer their own only over TLS and on the machine itself.
 */
export const sha256Of = async (file: Blob): Promise<string> => {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()))
  return bytesToHex(hash.digest())
}
