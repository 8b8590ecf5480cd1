/** How a bar is filled, so that it is told apart without its colour. */
export type Hatch = 'solid' | 'diagonal' | 'dots' | 'open'

const TILE_PX = 6

/** A fill of the canvas: the colour itself, or a tile of it. */
export const hatched = (colour: string, hatch: Hatch): string | { image: HTMLCanvasElement; repeat: 'repeat' } => {
  if (hatch === 'solid') return colour
  const image = document.createElement('canvas')
  image.width = TILE_PX
  image.height = TILE_PX
  const pen = image.getContext('2d')
  if (pen === null) return colour
  pen.fillStyle = colour
  pen.strokeStyle = colour
  pen.lineWidth = 2
  if (hatch === 'dots') pen.fillRect(1, 1, 3, 3)
  else if (hatch === 'diagonal') {
    pen.beginPath()
    // Beyond the tile at both corners, so that stripes go on in the next one.
    for (const x of [-TILE_PX, 0, TILE_PX]) {
      pen.moveTo(x - 1, TILE_PX + 1)
      pen.lineTo(x + TILE_PX + 1, -1)
    }
    pen.stroke()
  } else {
    pen.globalAlpha = 0.25
    pen.fillRect(0, 0, TILE_PX, TILE_PX)
  }
  return { image, repeat: 'repeat' }
}
