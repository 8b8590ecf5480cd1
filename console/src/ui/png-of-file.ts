/** What a picture has to fit into. */
export type Box = {
  width_px: number
  height_px: number
  bytes_max: number
  /** Its middle, as wide as high, in place of the whole. */
  square?: boolean
}
/** A photograph that is too many bytes is drawn so much smaller, and again. */
const SMALLER = 0.8
/** Base64 has four letters for three bytes. */
const bytesOf = (address: string): number => (address.length * 3) / 4

/**
 * A picture of the person's as a PNG that fits into a box, without what else is in the file: never larger than it was.
 * Throws when it is no picture.
 */
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
    // A face is drawn twenty times smaller than it was taken.
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  }
  return canvas.toDataURL('image/png')
}
