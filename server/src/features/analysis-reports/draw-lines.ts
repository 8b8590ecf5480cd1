import { widthOf } from '../device-labels/public.ts'
import type { LineSeries, ReportFigure } from './figure.ts'
import { cohortColour, INK, PAGE, type Sheet, WIDTH } from './report-sheet.ts'

type Lines = Extract<ReportFigure['content'], { kind: 'lines' }>

const HEIGHT = 150
const AXIS_WIDTH = 34
const TICKS = 4
/** Names below the axis: more would touch each other. */
const NAMES_MAX = 7
const COLOURS = ['#c4372e', '#2f8f5b', '#7a5bb5'] as const

/** Values over places with an axis of round numbers; the band of the first line from the lowest to the highest tenth. */
export const drawLines = (sheet: Sheet, lines: Lines): void => {
  const { places, series, unit, decimals, from_zero } = lines
  sheet.need(HEIGHT + 40)
  const { pdf } = sheet
  const left = PAGE.left + AXIS_WIDTH
  const width = WIDTH - AXIS_WIDTH - 8
  const top = sheet.y + 12
  const axis = axisOf(series, from_zero)
  const xAt = (at: number): number => left + (places.length <= 1 ? width / 2 : (at / (places.length - 1)) * width)
  const yAt = (value: number): number => top + HEIGHT - ((value - axis.from) / (axis.to - axis.from)) * HEIGHT
  sheet.line({ text: unit, size: 7.5 }, { x: PAGE.left, width: WIDTH, colour: INK.quiet })
  const step_decimals = Number.isInteger(axis.step) ? 0 : Math.max(decimals, 1)
  for (let value = axis.from; value <= axis.to + axis.step / 2; value += axis.step) {
    const y = yAt(value)
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(INK.grid)
    sheet.y = y - 6
    sheet.line(
      { text: value.toFixed(step_decimals), size: 7.5 },
      { x: PAGE.left, width: AXIS_WIDTH - 5, colour: INK.quiet, align_end: true },
    )
  }
  const [first] = series
  if (first?.band !== undefined) drawBand(sheet, first.band, xAt, yAt)
  for (const [at, each] of series.entries()) drawSeries(sheet, each, colourOf(sheet, series, at), xAt, yAt)
  sheet.y = top + HEIGHT + 3
  const every = Math.max(1, Math.ceil(places.length / NAMES_MAX))
  const name_width = (width / Math.max(1, places.length)) * every
  for (const [at, text] of places.entries())
    if (at % every === 0) {
      const shown = Math.min(widthOf(pdf, { text, size: 7.5, bold: false }), name_width - 2)
      const x = Math.min(Math.max(PAGE.left, xAt(at) - shown / 2), PAGE.left + WIDTH - shown)
      sheet.line({ text, size: 7.5 }, { x, width: shown + 1, colour: INK.quiet })
    }
  sheet.y += 14
  if (series.length > 1) drawNames(sheet, series)
}

const colourOf = (sheet: Sheet, series: readonly LineSeries[], at: number): string => {
  const cohort = series[at]?.cohort ?? 0
  const nth = series.slice(0, at).filter((each) => each.cohort === cohort).length
  return nth === 0 ? cohortColour(sheet, cohort) : (COLOURS[(nth - 1) % COLOURS.length] ?? INK.text)
}

type At = (value: number) => number

const drawSeries = ({ pdf }: Sheet, { values, cohort }: LineSeries, colour: string, xAt: At, yAt: At): void => {
  let is_open = false
  for (const [at, value] of values.entries()) {
    if (value === null) is_open = false
    else if (is_open) pdf.lineTo(xAt(at), yAt(value))
    else {
      pdf.moveTo(xAt(at), yAt(value))
      is_open = true
    }
  }
  pdf.lineWidth(1.6).lineJoin('round')
  if (cohort > 0) pdf.dash(4, { space: 3 })
  pdf.stroke(colour).undash()
  // Marks where there are few, and where a value stands alone between gaps.
  for (const [at, value] of values.entries()) {
    const is_alone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
    if (value !== null && (values.length <= 20 || is_alone)) pdf.circle(xAt(at), yAt(value), 2).fill(colour)
  }
}

const drawBand = (sheet: Sheet, band: NonNullable<LineSeries['band']>, xAt: At, yAt: At): void => {
  const known = band.flatMap((tenths, at) => (tenths === null ? [] : [{ at, low: tenths[0], high: tenths[1] }]))
  if (known.length < 2) return
  const { pdf } = sheet
  for (const [nth, { at, high }] of known.entries())
    if (nth === 0) pdf.moveTo(xAt(at), yAt(high))
    else pdf.lineTo(xAt(at), yAt(high))
  for (const { at, low } of known.toReversed()) pdf.lineTo(xAt(at), yAt(low))
  pdf.closePath().fillOpacity(0.15).fill(sheet.accent).fillOpacity(1)
}

const drawNames = (sheet: Sheet, series: readonly LineSeries[]): void => {
  for (const [at, { name, cohort }] of series.entries()) {
    sheet.need(14)
    const { pdf } = sheet
    pdf
      .moveTo(PAGE.left, sheet.y + 6)
      .lineTo(PAGE.left + 22, sheet.y + 6)
      .lineWidth(1.6)
    if (cohort > 0) pdf.dash(4, { space: 3 })
    pdf.stroke(colourOf(sheet, series, at)).undash()
    sheet.line({ text: name, size: 8.5 }, { x: PAGE.left + 28, width: WIDTH - 28 })
    sheet.y += 13
  }
}

/** Ends and step of an axis in round numbers. Pure. */
const axisOf = (series: readonly Pick<LineSeries, 'values' | 'band'>[], from_zero: boolean) => {
  const values = series.flatMap((each) => [
    ...each.values.filter((value) => value !== null),
    ...(each.band ?? []).flatMap((tenths) => tenths ?? []),
  ])
  const low = from_zero ? Math.min(0, ...values) : Math.min(...values)
  const high = Math.max(...values)
  const span = high - low > 0 ? high - low : Math.max(1, Math.abs(high))
  const rough = span / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const from = Math.floor(low / step) * step
  return { from, to: Math.max(from + step, Math.ceil(high / step) * step), step }
}
