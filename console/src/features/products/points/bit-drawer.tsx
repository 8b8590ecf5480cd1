import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type BitTableRow, bitChange, bitPoints, bitTableRows } from './bit-table.ts'
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
  state_name: DataPoint
  points: readonly DataPoint[]
  editor: DraftEditor
  onClose: () => void
}) {
  const t = useMessages('products')
  const { state_name, points, editor } = props
  const initial = useMemo(() => ({ lines: bitTableRows(points, state_name) }), [points, state_name])
  const form = useForm({
    schema: Bits,
    initial,
    toBody: ({ lines }) => ({ lines: bitPoints(points, state_name, lines) }),
    onSave: (saved) => editor.change(bitChange(points, state_name, saved.lines)),
    onSaved: props.onClose,
  })
  const { lines } = form.values
  const change = (bit: number, part: Partial<BitTableRow>) =>
    form.set(
      'lines',
      lines.map((row) => (row.bit === bit ? { ...row, ...part } : row)),
    )
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={t(($) => $.points.bits.title, { address: state_name.address, hex: hexOf(state_name.address) })}
      save={t(($) => $.points.form.save)}
      onClose={props.onClose}
    >
      <p className={css.hint}>{t(($) => $.points.bits.hint)}</p>
      <div className={css.lines}>
        {lines.map((row) => (
          <BitRow key={row.bit} row={row} onChange={(part) => change(row.bit, part)} />
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

function BitRow({ row, onChange }: { row: BitTableRow; onChange: (part: Partial<BitTableRow>) => void }) {
  const t = useMessages('products')
  const { bit, used } = row
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
          value={row[language]}
          onChange={(name) => onChange({ [language]: name })}
        />
      ))}
      <CheckboxField
        label={t(($) => $.points.fields.alarm)}
        disabled={!used}
        checked={row.alarm}
        onChange={(alarm) => onChange({ alarm })}
      />
      <SelectField
        label={t(($) => $.points.fields.normal)}
        quiet={labelled}
        disabled={!used || !row.alarm}
        value={row.normal}
        onChange={(normal = row.normal) => onChange({ normal })}
        options={([0, 1] as const).map((value) => ({ value, label: String(value) }))}
      />
      <TextField
        label={t(($) => $.points.fields.fault)}
        quiet={labelled}
        disabled={!used || !row.alarm}
        maxLength={LIMITS.fault_code_max}
        value={row.fault}
        onChange={(fault) => onChange({ fault })}
      />
    </fieldset>
  )
}
