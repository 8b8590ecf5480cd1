import { unitName } from '@heatfleet/contract/unit-names.ts'
import { isKnownUnit } from './known-units.ts'
import { rounded, type ScaleCell, scaleCellOf, unitCellOf } from './number-cell.ts'

/** Where a row tells its factor: what it says, and in which words. */
export type Stated = {
  from: 'scale' | 'divisor' | 'type' | 'unit' | 'range' | 'name' | 'note'
  cell: ScaleCell
  text: string
}

/** `(÷10 °C)`, `(bar)`: what brackets in a name or description say. */
export const bracketsOf = (text: string): { scale: ScaleCell | null; unit: string } => {
  let scale: ScaleCell | null = null
  let unit = ''
  for (const [, inner = ''] of text.matchAll(/[([（]([^()[\]（）]{1,24})[)\]）]/g)) {
    const factor = /^([÷/]\s*10+|[x×]\s*10+|1\/10+|0[.,]0*1)\s*(\S{0,6})$/i.exec(inner.trim())
    if (factor !== null && scale === null) {
      scale = scaleCellOf(factor[1] ?? '', null)
      if (isKnownUnit(factor[2] ?? '')) unit ||= unitName(factor[2] ?? '')
      continue
    }
    const held = unitCellOf(inner)
    if (!held.unclear && held.unit !== '' && isKnownUnit(held.unit)) {
      unit ||= held.unit
      if (held.scale !== null) scale ??= { scale: held.scale, unit: held.unit }
      if (held.open !== null) scale ??= { open: held.open, unit: held.unit }
    }
  }
  return { scale, unit }
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^degrees? ?c|^°c|^celsius|^grad/i, '°C'],
  [/^rev(?:olutions)? per minute|^rpm/i, 'rpm'],
  [/^steps?/i, 'steps'],
]

/** `value x 10`, `°C x100`, `value / 10`: a factor in passing, of which only a division is clear. */
export const passingScale = (text: string): { scale: ScaleCell; unit: string } | null => {
  const found = /(?:^|[\s(;,])(\S{1,12}?)\s*([x×*÷/])\s*(10{1,4})(?![\d.,])/i.exec(text)
  if (found === null) return null
  const word = (found[1] ?? '').replace(/^[(;,]+|[(;,]+$/g, '')
  const is_unit = isKnownUnit(word)
  if (!is_unit && !/^(?:value|wert|raw|reg(?:ister)?|data|valor|wartość|temp\w*|值)$/i.test(word)) return null
  const number = Number(found[3])
  const divides = found[2] === '÷' || found[2] === '/'
  return {
    scale: divides ? { scale: rounded(1 / number), unit: '' } : { open: number, unit: '' },
    unit: is_unit ? unitName(word) : '',
  }
}

/** `Display = Measured / 10`, `For example: 123 means 12.3 °C`: a factor told in a sentence. */
export const sentenceScale = (text: string): { scale: number; unit: string } | null => {
  const formula =
    /(?:display|value|actual|wert|anzeige|real|pv)=(?:raw|measured|register|reg|rohwert|value|x)(\/|÷|\*|x|×)(\d+(?:\.\d+)?)/i.exec(
      text.replaceAll(/\s+/g, ''),
    )
  if (formula !== null) {
    const number = Number(formula[2])
    return { scale: formula[1] === '/' || formula[1] === '÷' ? rounded(1 / number) : number, unit: '' }
  }
  const example =
    /(?:example|e\.g\.|z\. ?b\.|ejemplo|p\. ?ej\.|np\.|例如|例)\W{0,3}(-?\d+)\s*(?:means?|=|→|->|is|entspricht|significa|oznacza|表示)\s*(-?\d+(?:[.,]\d+)?)\s*([^\n.;,)]{0,30})/i.exec(
      text,
    )
  if (example === null || Number(example[1]) === 0) return null
  const scale = rounded(Number((example[2] ?? '').replace(',', '.')) / Number(example[1]))
  const words = (example[3] ?? '').trim()
  const unit = WORDS.find(([word]) => word.test(words))?.[1] ?? (isKnownUnit(words) ? unitName(words) : '')
  return scale > 0 && Math.abs(Math.log10(scale) - Math.round(Math.log10(scale))) < 0.31 ? { scale, unit } : null
}

const FACTOR_WORDS =
  /^(?:scale|scaling|factor|resolution|precision|multiplier|coefficient|faktor|skalierung|auflösung|mnożnik|rozdzielczość|współczynnik|精度|分辨率|倍率|系数|系數)\s*[:=]?\s*/i

/**
 * `x0.1`, `/10`, `resolution 0.1 °C`: a factor that is a whole clause of a remark. `x10` alone may mean either. A small
 * number behind a star is a footnote.
 */
export const clauseScale = (text: string): ScaleCell | null => {
  for (const clause of text.split(/[;；，\n]|,(?=\s)|[.。](?=\s|$)/).map((one) => one.trim())) {
    const told = clause.replace(FACTOR_WORDS, '')
    if (told !== clause && /^[x×*÷/]?\s*\d/i.test(told)) {
      const cell = scaleCellOf(told, null)
      if (cell !== null) return cell
    }
    if (/^[x×*]\s*0[.,]\d{1,3}(?:\s*\D{1,6})?$/i.test(clause) || /^[÷/]\s*10{1,3}$/.test(clause))
      return scaleCellOf(clause, null)
    const open = /^[x×*]\s*(10{1,3})$/i.exec(clause)
    if (open !== null) return { open: Number(open[1]), unit: '' }
  }
  return null
}
