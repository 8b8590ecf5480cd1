/** Picture formats that browsers can draw, by their first bytes; `null` = any byte. */
const KINDS = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  // `RIFF`, a length, `WEBP`.
  'image/webp': [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
} as const satisfies Record<string, readonly (number | null)[]>

/** Enough bytes to distinguish the formats. */
const HEAD_BYTES = 12

type PictureKind = keyof typeof KINDS
export const PICTURE_KINDS = Object.keys(KINDS) as PictureKind[] // the keys of the table above

/** The format of a picture by its bytes, whatever its name; null = none of them. */
export const pictureKindOf = async (file: Blob): Promise<PictureKind | null> => {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  return PICTURE_KINDS.find((kind) => KINDS[kind].every((byte, at) => byte === null || head[at] === byte)) ?? null
}
