import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ProductSettings, type WriteSequence, type WriteStep } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField, TextField } from '../../ui/field.tsx'
import { FormArea } from '../../ui/form.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { DraftEditor } from './points/use-draft.ts'
import css from './products.module.css'

const Sequences = ProductSettings.pick({ write_sequences: true }).refine(
  ({ write_sequences }) => new Set(write_sequences.map(({ name }) => name)).size === write_sequences.length,
  { path: ['write_sequences'] },
)
const FUNCTIONS = [5, 6, 16] as const
const SIDES = ['before', 'after'] as const

/** What the board wants around a value: the writes that unlock it and those that save it, by name. */
export function WriteSequences({
  editor,
  write_sequences,
}: {
  editor: DraftEditor
  write_sequences: readonly WriteSequence[]
}) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const form = useForm({
    schema: Sequences,
    initial: { write_sequences: [...write_sequences] },
    onSave: (settings) => editor.change({ settings }),
  })
  const disabled = missing_permission !== undefined
  const all = form.values.write_sequences
  const set = (next: WriteSequence[]) => form.set('write_sequences', next)
  const add = () => {
    let nr = all.length + 1
    const nameOf = () => t(($) => $.access.new_sequence, { nr })
    while (all.some(({ name }) => name === nameOf())) nr++
    set([...all, { name: nameOf(), before: [{ fn: 6, address: 0, value: 0 }], after: [] }])
  }
  return (
    <FormArea form={form} readOnly={missing_permission} save={t(($) => $.points.form.save)}>
      <Panel title={t(($) => $.access.sequences)} note={t(($) => $.access.sequences_hint)}>
        <div className={css.choices}>
          {all.map((sequence, at) => (
            <Sequence
              // biome-ignore lint/suspicious/noArrayIndexKey: two names may be the same while they are typed
              key={at}
              sequence={sequence}
              disabled={disabled}
              onChange={(next) => set(all.with(at, next))}
              onRemove={() => set(all.toSpliced(at, 1))}
            />
          ))}
          {form.error('write_sequences') !== undefined && (
            <p className={css.error} role="alert">
              {t(($) => $.access.sequence_wrong)}
            </p>
          )}
          <Button
            size="small"
            icon={PlusIcon}
            disabled={disabled || all.length >= LIMITS.write_sequences_max}
            onClick={add}
          >
            {t(($) => $.access.add_sequence)}
          </Button>
        </div>
      </Panel>
    </FormArea>
  )
}

function Sequence(props: {
  sequence: WriteSequence
  disabled: boolean
  onChange: (sequence: WriteSequence) => void
  onRemove: () => void
}) {
  const t = useMessages('products')
  const { sequence, disabled, onChange } = props
  return (
    <fieldset className={css.sequence} disabled={disabled}>
      <legend className="hf-hidden">{sequence.name}</legend>
      <div className={css.sequenceHead}>
        <TextField
          label={t(($) => $.access.sequence_name)}
          required
          maxLength={LIMITS.write_name_max}
          value={sequence.name}
          onChange={(name) => onChange({ ...sequence, name })}
        />
        <Button
          size="small"
          kind="text"
          icon={CloseIcon}
          disabled={disabled}
          label={t(($) => $.access.remove_sequence, { name: sequence.name })}
          onClick={props.onRemove}
        />
      </div>
      {SIDES.map((side) => (
        <div key={side} className={css.choices}>
          <h4 className={css.sequenceSide}>{t(($) => $.access[side])}</h4>
          {sequence[side].map((step, at) => (
            <Step
              // biome-ignore lint/suspicious/noArrayIndexKey: the same write may stand there twice
              key={at}
              step={step}
              is_first={at === 0}
              disabled={disabled}
              onChange={(next) => onChange({ ...sequence, [side]: sequence[side].with(at, next) })}
              onRemove={() => onChange({ ...sequence, [side]: sequence[side].toSpliced(at, 1) })}
            />
          ))}
          <Button
            size="small"
            kind="text"
            icon={PlusIcon}
            disabled={disabled || sequence[side].length >= LIMITS.write_steps_max}
            onClick={() => onChange({ ...sequence, [side]: [...sequence[side], { fn: 6, address: 0, value: 0 }] })}
          >
            {t(($) => (side === 'before' ? $.access.add_before : $.access.add_after))}
          </Button>
        </div>
      ))}
    </fieldset>
  )
}

function Step(props: {
  step: WriteStep
  is_first: boolean
  disabled: boolean
  onChange: (step: WriteStep) => void
  onRemove: () => void
}) {
  const t = useMessages('products')
  const { step, is_first, disabled, onChange } = props
  return (
    <div className={css.range}>
      <SelectField
        label={t(($) => $.points.fields.write_cmd)}
        quiet={!is_first}
        disabled={disabled}
        value={step.fn}
        onChange={(fn = step.fn) => onChange({ ...step, fn })}
        options={FUNCTIONS.map((value) => ({ value, label: t(($) => $.points.writes[value]) }))}
      />
      <NumberField
        label={t(($) => $.points.fields.address)}
        quiet={!is_first}
        disabled={disabled}
        min={0}
        max={65_535}
        value={Number.isNaN(step.address) ? null : step.address}
        onChange={(address) => onChange({ ...step, address: address ?? Number.NaN })}
      />
      <NumberField
        label={t(($) => $.access.step_value)}
        quiet={!is_first}
        disabled={disabled}
        min={0}
        max={step.fn === 5 ? 1 : 65_535}
        value={Number.isNaN(step.value) ? null : step.value}
        onChange={(value) => onChange({ ...step, value: value ?? Number.NaN })}
      />
      <Button
        size="small"
        kind="text"
        icon={CloseIcon}
        disabled={disabled}
        label={t(($) => $.access.remove_step, { address: step.address })}
        onClick={props.onRemove}
      />
    </div>
  )
}
