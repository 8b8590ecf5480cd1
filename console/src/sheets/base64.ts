/** Bytes converted per call: more would exceed the maximum number of arguments. */
const CHUNK_BYTES = 32_768

/** Encodes a file as base64. */
export const base64Of = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)))
  return btoa(parts.join(''))
}
