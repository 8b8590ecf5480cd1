import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'

type PdfPage = {
  /** Points. */
  width: number
  height: number
  /** One string for each piece of text, in the order in which they are drawn. */
  texts: string[]
  /** Filled rectangles, from the top left. */
  rects: Rect[]
  images: number
}
export type Rect = { x: number; y: number; width: number; height: number }

type Entry = { head: string; stream: string }

/** Pages of a PDF as pdfkit writes it: texts by the fonts' own tables, and rectangles. */
export const readPdf = (bytes: Buffer): PdfPage[] => {
  const objects = new Map(entriesOf(bytes))
  const at = (id: string | undefined): Entry => objects.get(Number(id)) ?? { head: '', stream: '' }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const [, width, height] = head.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
      const resources = at(head.match(/\/Resources (\d+) 0 R/)?.[1]).head
      const fonts = new Map(
        [...(resources.match(/\/Font <<([^>]*)>>/)?.[1] ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
          ([, name = '', id]) => [name, lettersOf(at(at(id).head.match(/\/ToUnicode (\d+) 0 R/)?.[1]).stream)] as const,
        ),
      )
      const { stream } = at(head.match(/\/Contents (\d+) 0 R/)?.[1])
      return {
        width: Number(width),
        height: Number(height),
        texts: textsOf(stream, fonts),
        rects: rectsOf(stream),
        images: [...stream.matchAll(/\/I\d+ Do/g)].length,
      }
    })
}

const entriesOf = function* (bytes: Buffer): Generator<[number, Entry]> {
  const text = bytes.toString('latin1')
  for (const { 1: id, 2: head = '', index, 0: whole } of text.matchAll(
    /(\d+) 0 obj\n([\s\S]*?)\n(?=stream\n|endobj)/g,
  )) {
    const from = index + whole.length
    const length = Number(head.match(/\/Length (\d+)/)?.[1])
    const data = text.startsWith('stream\n', from) ? bytes.subarray(from + 7, from + 7 + length) : Buffer.alloc(0)
    const stream = head.includes('/FlateDecode') && !head.includes('/Image') ? inflateSync(data) : data
    yield [Number(id), { head, stream: stream.toString('latin1') }]
  }
}

/** Letters of a font by the number of their glyph. */
const lettersOf = (map: string): string[] => {
  const letters: string[] = []
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, [, code = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      letters[Number.parseInt(first, 16) + index] = Buffer.from(code.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
  return letters
}

const textsOf = (stream: string, fonts: ReadonlyMap<string, string[]>): string[] => {
  const texts: string[] = []
  let letters: string[] = []
  for (const [, font, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
    if (font !== undefined) letters = fonts.get(font) ?? []
    else {
      const glyphs = [...(drawn ?? '').matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      texts.push(glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '\ufffd').join(''))
    }
  return texts
}

const rectsOf = (stream: string): Rect[] =>
  [...stream.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\b/g)].map(([, x, y, width, height]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))

const PIXELS_PER_MODULE = 4
const QUIET_MODULES = 4

/** What a scanner reads from the rectangles of one QR code. */
export const scanQr = (rects: readonly Rect[]): string => {
  const module = Math.min(...rects.map(({ height }) => height))
  const left = Math.min(...rects.map(({ x }) => x))
  const top = Math.min(...rects.map(({ y }) => y))
  const modules = Math.round((Math.max(...rects.map(({ x, width }) => x + width)) - left) / module)
  const side = (modules + 2 * QUIET_MODULES) * PIXELS_PER_MODULE
  const data = new Uint8Array(side * side * 4).fill(255)
  const toPixel = (place: number): number => Math.round((place / module + QUIET_MODULES) * PIXELS_PER_MODULE)
  for (const { x, y, width, height } of rects)
    for (let row = toPixel(y - top); row < toPixel(y + height - top); row += 1)
      for (let column = toPixel(x - left); column < toPixel(x + width - left); column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return decodeQR({ width: side, height: side, data })
}
