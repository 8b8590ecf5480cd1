import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { numberOf } from '../../../sheets/cell-values.ts'

/** Values with a name, or why they are none: `range` = it reads as limits, `swallowed` = a name holds further values. */
type ChoiceCell =
  | { kind: 'choices'; choices: DataPoint['choices'] }
  | { kind: 'none' | 'range' | 'swallowed' | 'broken' }

const KEY = String.raw`-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)`
/** A value, and what stands between it and its name. */
const START = new RegExp(
  String.raw`(?:^|[;；,，、\n/|·•]|\s(?=${KEY}\s*[=:：]))\s*(?:bit\s*)?(${KEY})\s*(?:[=:：→]|[-–.)](?!\d))\s*`,
  'gi',
)

const same = (name: string) => ({ en: name, zh: name, pl: name })

/** `0-OFF/1-ON`, `0=off 1=on`, `0: off; 1: on`, one a line. A name may hold three languages as `en|zh|pl`. */
export const choiceCellOf = (text: string): ChoiceCell => {
  const plain = text.replaceAll('\r', '').trim()
  const starts = [...plain.matchAll(START)]
  if (starts.length === 0) return { kind: 'none' }
  if (starts[0]?.index !== 0) return { kind: 'broken' }
  const choices: DataPoint['choices'] = []
  for (const [at, start] of starts.entries()) {
    const value = numberOf(start[1] ?? '')
    const name = plain.slice(start.index + start[0].length, starts[at + 1]?.index).replace(/[;；,，、\s/|·•]+$/, '')
    if (value === null) return { kind: 'broken' }
    if (name === '') return { kind: starts.length === 1 ? 'none' : 'swallowed' }
    if (/^[-+]?\d+(?:[.,]\d+)?$/.test(name) && starts.length === 1) return { kind: 'range' }
    if (/(?:^|\s)-?\d+\s*[=:：]/.test(name)) return { kind: 'swallowed' }
    if (choices.some((one) => one.value === value)) return { kind: 'swallowed' }
    const [en = name, zh, pl] = name.split('|').map((word) => word.trim())
    choices.push({ value, names: zh === undefined || pl === undefined ? same(name) : { en, zh, pl } })
  }
  return { kind: 'choices', choices }
}
