/** Maximum size of a picture. */
export type Box = {
  width_px: number
  height_px: number
  bytes_max: number
  /** Cropped to its central square. */
  square?: boolean
}
/** Scale factor of each attempt until the file is small enough. */
const SMALLER = 0.8
/** Base64 has four letters for three bytes. */
const bytesOf = (address: string): number => (address.length * 3) / 4

/** Converts a picture file to a PNG that fits, without metadata and never enlarged. Throws when it is not a picture. */
export const pngOfFile = async (file: File, box: Box): Promise<string> => {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const part = partOf(picture.naturalWidth, picture.naturalHeight, box.square ?? false)
    let scale = Math.min(box.width_px / part.width, box.height_px / part.height, 1)
    let png = drawn(picture, part, scale)
    while (bytesOf(png) > box.bytes_max) {
      scale *= SMALLER
      png = drawn(picture, part, scale)
    }
    return png
  } finally {
    URL.revokeObjectURL(address)
  }
}

type Part = { left: number; top: number; width: number; height: number }

const partOf = (width: number, height: number, square: boolean): Part => {
  if (!square) return { left: 0, top: 0, width, height }
  const side = Math.min(width, height)
  return { left: (width - side) / 2, top: (height - side) / 2, width: side, height: side }
}

const drawn = (picture: HTMLImageElement, { left, top, width, height }: Part, scale: number): string => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const pen = canvas.getContext('2d')
  if (pen !== null) {
    // Photographs are scaled down by a large factor.
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  }
  return canvas.toDataURL('image/png')
}
