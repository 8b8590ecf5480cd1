/** A logo is drawn 28 px high; twice that is sharp on every screen. */
const HEIGHT_PX = 56
const WIDTH_PX = 240

/** A picture of the person's as a small PNG: scaled, without what else is in the file. Throws when it is no picture. */
export const logoOfFile = async (file: File): Promise<string> => {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const scale = Math.min(WIDTH_PX / picture.naturalWidth, HEIGHT_PX / picture.naturalHeight, 1)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png')
  } finally {
    URL.revokeObjectURL(address)
  }
}
