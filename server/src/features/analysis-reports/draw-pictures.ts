import { printableLogo } from '../device-labels/public.ts'
import { INK, PAGE, type Sheet, WIDTH } from './report-sheet.ts'

/** A picture with what stands below it; `height` in points. */
export type Picture = { bytes: Uint8Array; caption: string; height: number }

const GAP = 14
const CAPTION_HEIGHT = 14
const COLUMN_WIDTH = (WIDTH - GAP) / 2
const JPEG = [0xff, 0xd8, 0xff] as const

/** Pictures, two beside each other; of one that cannot be drawn there is the caption alone. */
export const drawPictures = (sheet: Sheet, pictures: readonly Picture[]): void => {
  for (let at = 0; at < pictures.length; at += 2) {
    const row = pictures.slice(at, at + 2)
    const height = Math.max(...row.map((picture) => picture.height))
    sheet.need(height + CAPTION_HEIGHT + GAP)
    const top = sheet.y
    for (const [column, picture] of row.entries()) {
      const x = PAGE.left + column * (COLUMN_WIDTH + GAP)
      sheet.y = top
      drawPicture(sheet, picture, x)
      sheet.y = top + height + 4
      sheet.line({ text: picture.caption, size: 8.5 }, { x, width: COLUMN_WIDTH, colour: INK.quiet })
    }
    sheet.y = top + height + CAPTION_HEIGHT + GAP
  }
}

const drawPicture = ({ pdf, y }: Sheet, { bytes, height }: Picture, x: number): void => {
  const content = Buffer.from(bytes)
  const is_jpeg = JPEG.every((byte, at) => content[at] === byte)
  const whole = is_jpeg ? content : printableLogo(content)
  pdf.rect(x, y, COLUMN_WIDTH, height).lineWidth(0.5).stroke(INK.line)
  if (whole === null) return
  try {
    pdf.image(whole, x + 2, y + 2, { fit: [COLUMN_WIDTH - 4, height - 4], align: 'center', valign: 'center' })
  } catch {
    // The library knows no such JPEG: its frame stays empty, with its name below.
    pdf.moveTo(x, y)
  }
}
