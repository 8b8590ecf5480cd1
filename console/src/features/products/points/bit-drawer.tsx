import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type BitLine, bitChange, bitLinesOf, bitPointsOf } from './bit-table.ts'
import css from './bits.module.css'
import { hexOf } from './point-draft.ts'
import type { DraftEditor } from './use-draft.ts'

const WIDTH_PX = 1_160
const LANGUAGES = ['en', 'zh', 'pl'] as const
/** Bit points, validated by the schema of the draft. */
const Bits = z.object({ lines: z.array(DataPoint) })

/** The sixteen bits of a word in one table (product 3.25): name, fault or not, healthy value, code. Mounted = open. */
export function BitDrawer(props: {
  /** Any point of the word. */
  word: DataPoint
  points: readonly DataPoint[]
  editor: DraftEditor
  onClose: () => void
}) {
  const t = useMessages('products')
  const { word, points, editor } = props
  const initial = useMemo(() => ({ lines: bitLinesOf(points, word) }), [points, word])
  const form = useForm({
    schema: Bits,
    initial,
    toBody: ({ lines }) => ({ lines: bitPointsOf(points, word, lines) }),
    onSave: (saved) => editor.change(bitChange(points, word, saved.lines)),
    onSaved: props.onClose,
  })
  const { lines } = form.values
  const change = (bit: number, part: Partial<BitLine>) =>
    form.set(
      'lines',
      lines.map((line) => (line.bit === bit ? { ...line, ...part } : line)),
    )
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.points.bits.title, { address: word.address, hex: hexOf(word.address) })}
      save={t(($) => $.points.form.save)}
      onClose={props.onClose}
    >
      <p className={css.hint}>{t(($) => $.points.bits.hint)}</p>
      <div className={css.lines}>
        {lines.map((line) => (
          <Line key={line.bit} line={line} onChange={(part) => change(line.bit, part)} />
        ))}
      </div>
      {form.error('lines') !== undefined && (
        <p className={css.error} role="alert">
          {form.error('lines')}
        </p>
      )}
    </FormDrawer>
  )
}

function Line({ line, onChange }: { line: BitLine; onChange: (part: Partial<BitLine>) => void }) {
  const t = useMessages('products')
  const { bit, used } = line
  const labelled = bit > 0
  return (
    <fieldset className={css.line} aria-label={t(($) => $.points.bits.bit, { bit })}>
      <CheckboxField
        label={t(($) => $.points.bits.bit, { bit })}
        checked={used}
        onChange={(next) => onChange({ used: next })}
      />
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t(($) => $.points.fields[`name_${language}`])}
          quiet={labelled}
          disabled={!used}
          maxLength={LIMITS.point_name_max}
          value={line[language]}
          onChange={(name) => onChange({ [language]: name })}
        />
      ))}
      <CheckboxField
        label={t(($) => $.points.fields.alarm)}
        disabled={!used}
        checked={line.alarm}
        onChange={(alarm) => onChange({ alarm })}
      />
      <SelectField
        label={t(($) => $.points.fields.normal)}
        quiet={labelled}
        disabled={!used || !line.alarm}
        value={line.normal}
        onChange={(normal = line.normal) => onChange({ normal })}
        options={([0, 1] as const).map((value) => ({ value, label: String(value) }))}
      />
      <TextField
        label={t(($) => $.points.fields.fault)}
        quiet={labelled}
        disabled={!used || !line.alarm}
        maxLength={LIMITS.fault_code_max}
        value={line.fault}
        onChange={(fault) => onChange({ fault })}
      />
    </fieldset>
  )
}
