/** What a picture has to fit into. */
type Box = { width_px: number; height_px: number; bytes_max: number }
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
    let scale = Math.min(box.width_px / picture.naturalWidth, box.height_px / picture.naturalHeight, 1)
    let png = drawn(picture, scale)
    while (bytesOf(png) > box.bytes_max) {
      scale *= SMALLER
      png = drawn(picture, scale)
    }
    return png
  } finally {
    URL.revokeObjectURL(address)
  }
}

const drawn = (picture: HTMLImageElement, scale: number): string => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
