import { LIMITS } from '@heatfleet/contract/limits.ts'
import { POINT_AUDIENCES, POLL_TIERS } from '@heatfleet/contract/products/points.ts'
import { SEMANTIC_TAGS } from '@heatfleet/contract/products/semantic-tags.ts'
import { isText, TEXT_REGISTERS_MAX, wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormGrid } from '../../../ui/form.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { ChoiceRows } from '../faults/choice-rows.tsx'
import { FormulaField } from './formula-field.tsx'
import { FormulaPreview } from './formula-preview.tsx'
import { addressOf, hexOf, type PointDraft } from './point-draft.ts'
import { PointText } from './point-text-field.tsx'
import { PointWriting } from './point-writing.tsx'
import css from './points.module.css'
import { DATA_TYPES } from './points-filters.tsx'

type PointForm = Form<PointDraft>
const COLUMN_PX = 200
/** Registers of a new text: sixteen characters. */
const TEXT_REGISTERS = 8

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.fields}>
      <h3 className={css.section}>{title}</h3>
      {children}
    </section>
  )
}

/** All fields of a point (product 3.25), in order of use. */
export function PointFields({ form, sequences }: { form: PointForm; sequences: readonly string[] }) {
  const t = useMessages('products')
  return (
    <>
      <Section title={t(($) => $.points.sections.what)}>
        <MeaningFields form={form} />
      </Section>
      <Section title={t(($) => $.points.sections.where)}>
        <RegisterFields form={form} />
      </Section>
      <Section title={t(($) => $.points.sections.value)}>
        <Meaning form={form} />
      </Section>
      <Section title={t(($) => $.points.sections.control)}>
        <PointWriting form={form} sequences={sequences} />
      </Section>
      <Section title={t(($) => $.points.sections.more)}>
        <More form={form} />
      </Section>
    </>
  )
}

function MeaningFields({ form }: { form: PointForm }) {
  const t = useMessages('products')
  return (
    <FormGrid least_px={COLUMN_PX}>
      <PointText form={form} name="key" max={LIMITS.point_key_max} hint={t(($) => $.points.hints.key)} required />
      <PointText form={form} name="name_en" max={LIMITS.point_name_max} />
      <PointText form={form} name="name_zh" max={LIMITS.point_name_max} />
      <PointText form={form} name="name_pl" max={LIMITS.point_name_max} />
      <PointText form={form} name="group_tag" max={LIMITS.point_text_max} />
      <PointText form={form} name="tab" max={LIMITS.point_text_max} />
      <SelectField
        label={t(($) => $.points.fields.tag)}
        search
        clearable
        placeholder={t(($) => $.points.none_chosen)}
        value={form.values.tag ?? undefined}
        onChange={(tag) => form.set('tag', tag ?? null)}
        options={SEMANTIC_TAGS.map((tag) => ({ value: tag, label: tag }))}
      />
    </FormGrid>
  )
}

function RegisterFields({ form }: { form: PointForm }) {
  const t = useMessages('products')
  const { values, set, error } = form
  const address = addressOf(values.address)
  return (
    <FormGrid least_px={COLUMN_PX}>
      <SelectField
        label={t(($) => $.points.fields.query_cmd)}
        required
        value={values.query_cmd}
        onChange={(query_cmd = values.query_cmd) => set('query_cmd', query_cmd)}
        options={([1, 2, 3, 4] as const).map((value) => ({ value, label: t(($) => $.points.functions[value]) }))}
      />
      <TextField
        label={t(($) => $.points.fields.address)}
        required
        maxLength={6}
        hint={Number.isNaN(address) ? t(($) => $.points.hints.address) : `${address} = ${hexOf(address)}`}
        {...form.field('address')}
      />
      <SelectField
        label={t(($) => $.points.fields.data_type)}
        required
        search
        value={values.data_type}
        onChange={(data_type = values.data_type) => {
          set('data_type', data_type)
          set('reg_len', isText(data_type) ? TEXT_REGISTERS : Math.max(1, wordsOf(data_type)))
        }}
        options={DATA_TYPES.map((value) => ({ value, label: t(($) => $.points.types[value]) }))}
      />
      <NumberField
        label={t(($) => $.points.fields.reg_len)}
        required
        min={1}
        max={isText(values.data_type) ? TEXT_REGISTERS_MAX : 4}
        {...(isText(values.data_type) ? { hint: t(($) => $.points.hints.text_len) } : {})}
        value={values.reg_len}
        onChange={(reg_len) => set('reg_len', reg_len ?? Number.NaN)}
        error={error('reg_len')}
      />
      <NumberField label={t(($) => $.points.fields.bit)} min={0} max={15} {...form.field('bit')} />
      {values.data_type === 'bits' && (
        <NumberField
          label={t(($) => $.points.fields.bit_len)}
          required
          min={2}
          max={15}
          hint={t(($) => $.points.hints.bit_len)}
          {...form.field('bit_len')}
        />
      )}
      <NumberField
        label={t(($) => $.points.fields.slave)}
        min={1}
        max={247}
        hint={t(($) => $.points.hints.slave)}
        {...form.field('slave')}
      />
      <SelectField
        label={t(($) => $.points.fields.tier)}
        value={values.tier}
        onChange={(tier = values.tier) => set('tier', tier)}
        options={POLL_TIERS.map((value) => ({ value, label: t(($) => $.points.tiers[value]) }))}
      />
      <NumberField
        label={t(($) => $.points.fields.dead_band)}
        min={1}
        hint={t(($) => $.points.hints.dead_band)}
        {...form.field('dead_band')}
      />
    </FormGrid>
  )
}

function Meaning({ form }: { form: PointForm }) {
  const t = useMessages('products')
  return (
    <>
      <FormGrid least_px={COLUMN_PX}>
        <FormulaField form={form} name="read" hint={t(($) => $.points.hints.read)} required />
        <FormulaField form={form} name="display" />
        <PointText form={form} name="unit" max={LIMITS.unit_max} />
        <NumberField
          label={t(($) => $.points.fields.decimals)}
          min={0}
          max={9}
          value={form.values.decimals}
          onChange={(decimals) => form.set('decimals', decimals ?? Number.NaN)}
          error={form.error('decimals')}
        />
        <PointText form={form} name="invalid" max={100} hint={t(($) => $.points.hints.invalid)} />
      </FormGrid>
      <FormulaPreview values={form.values} />
      <ChoiceRows
        choices={form.values.choices}
        codes={null}
        error={form.error('choices') && t(($) => $.points.form.choices_wrong)}
        onChange={(choices) => form.set('choices', choices)}
      />
    </>
  )
}

const FLAGS = ['in_history', 'accumulate', 'bulk', 'alarm'] as const

function More({ form }: { form: PointForm }) {
  const t = useMessages('products')
  const { values, set } = form
  return (
    <>
      <div className={css.switches}>
        {FLAGS.map((flag) => (
          <CheckboxField
            key={flag}
            label={t(($) => $.points.fields[flag])}
            checked={values[flag]}
            onChange={(checked) => set(flag, checked)}
          />
        ))}
      </div>
      <FormGrid least_px={COLUMN_PX}>
        {values.accumulate && (
          <NumberField
            label={t(($) => $.points.fields.wraps_at)}
            min={2}
            max={2 ** 32}
            hint={t(($) => $.points.hints.wraps_at)}
            {...form.field('wraps_at')}
          />
        )}
        {values.alarm && <PointText form={form} name="fault" max={LIMITS.fault_code_max} />}
        {values.alarm && (
          <SelectField
            label={t(($) => $.points.fields.normal)}
            value={values.normal}
            onChange={(normal = values.normal) => set('normal', normal)}
            options={([0, 1] as const).map((value) => ({ value, label: String(value) }))}
          />
        )}
        <SelectField
          label={t(($) => $.points.fields.visible)}
          hint={t(($) => $.points.hints.visible)}
          value={values.visible}
          onChange={(visible = values.visible) => set('visible', visible)}
          options={POINT_AUDIENCES.map((value) => ({ value, label: t(($) => $.points.audiences[value]) }))}
        />
      </FormGrid>
      <TextAreaField
        label={t(($) => $.points.fields.trade_secret)}
        hint={t(($) => $.points.hints.trade_secret)}
        maxLength={LIMITS.trade_secret_reason_max}
        {...form.field('trade_secret')}
      />
      <TextAreaField label={t(($) => $.points.fields.note)} maxLength={LIMITS.point_note_max} {...form.field('note')} />
    </>
  )
}
