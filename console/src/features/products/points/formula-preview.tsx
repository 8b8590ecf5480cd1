import { useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { NumberField } from '../../../ui/field.tsx'
import { formatNumber, UNKNOWN } from '../../../ui/format.ts'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { evaluateFormula, type FormulaResult } from './evaluate-formula.ts'
import type { PointDraft } from './point-draft.ts'
import css from './points.module.css'

/** Input fields shown; formulas with more names are tested on the test bench. */
const NAMES_MAX = 6

/** Evaluates the formulas while they are edited: numbers in, value out, and the inverse when the point is writable. */
export function FormulaPreview({
  values,
}: {
  values: Pick<PointDraft, 'read' | 'write' | 'display' | 'unit' | 'decimals' | 'rw'>
}) {
  const t = useMessages('products')
  const lang = useLanguage()
  const [inputs, setInputs] = useState<Readonly<Record<string, number | undefined>>>({ raw: 100 })
  const has_tried = evaluateFormula(values.read, values.write, inputs)
  // The field says what is wrong.
  if (!has_tried.ok) return null
  const digits = Number.isInteger(values.decimals) ? values.decimals : 0
  const textOf = (value: number) => `${formatNumber(value, digits, lang)} ${values.unit}`.trim()
  const display = has_tried.value === null ? null : evaluateFormula(values.display, '', { value: has_tried.value })
  return (
    <div className={css.preview}>
      {has_tried.names.slice(0, NAMES_MAX).map((name) => (
        <NumberField
          key={name}
          label={name}
          decimals={2}
          value={inputs[name] ?? null}
          onChange={(value) => setInputs((before) => ({ ...before, [name]: value ?? undefined }))}
        />
      ))}
      <ArrowRightIcon size={14} />
      <output className={css.tried} aria-label={t(($) => $.points.preview.value)}>
        {has_tried.value === null ? UNKNOWN : textOf(has_tried.value)}
      </output>
      {display?.ok === true && display.value !== null && (
        <span className={css.weak}>{t(($) => $.points.preview.shown, { value: textOf(display.value) })}</span>
      )}
      {values.rw === 'rw' && <Inverse back={has_tried.back} />}
    </div>
  )
}

type InverseProps = { back: Extract<FormulaResult, { ok: true }>['back'] }

function Inverse({ back }: InverseProps) {
  const t = useMessages('products')
  if (back.ok)
    return (
      <span className={css.weak}>
        {t(($) => $.points.preview.back, { raw: Number.isFinite(back.raw) ? back.raw : UNKNOWN })}
      </span>
    )
  const { reason } = back
  return (
    <span className={css.broken} role="status">
      {t(($) => $.points.preview.no_way_back[reason])}
    </span>
  )
}
