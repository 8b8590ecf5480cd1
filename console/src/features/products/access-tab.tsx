import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PollBlock, Product } from '@heatfleet/contract/products/products.ts'
import { BAUD_RATES, BUS_FORMATS, ProductAccess } from '@heatfleet/contract/products/settings.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { NumberField, SelectField, TagsField } from '../../ui/field.tsx'
import { FormArea, FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { DraftSettings } from './draft-settings.tsx'
import type { DraftEditor } from './points/use-draft.ts'
import { PollFiguresList } from './poll-figures-list.tsx'
import css from './products.module.css'
import { RecordTables } from './records/record-tables.tsx'
import { Schedules } from './schedules/schedules.tsx'
import { SingleReadRanges } from './single-read-ranges.tsx'
import { WriteSequences } from './write-sequences.tsx'

/** How the module accesses the board, its poll intervals, and the resulting poll plan (product 3.24, step 2). */
export function AccessTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { access, write_sequences, record_tables, schedules }, { points }) => (
        <div className={css.parts}>
          <AccessForm editor={editor} access={access} />
          <WriteSequences editor={editor} write_sequences={write_sequences} />
          <RecordTables editor={editor} tables={record_tables} />
          <Schedules
            editor={editor}
            schedules={schedules}
            points={points}
            sequences={write_sequences.map(({ name }) => name)}
          />
          <PollPlan product_key={product.product_key} />
        </div>
      )}
    </DraftSettings>
  )
}

const TIERS = ['fast', 'normal', 'slow'] as const

function AccessForm({ editor, access }: { editor: DraftEditor; access: ProductAccess }) {
  const t = useMessages('products')
  const points = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const form = useForm({
    schema: ProductAccess,
    initial: access,
    onSave: (next) => editor.change({ settings: { access: next } }),
  })
  const { values, set } = form
  return (
    <FormArea form={form} readOnly={missing_permission} save={points(($) => $.points.form.save)}>
      <Panel title={t(($) => $.access.bus)}>
        <FormGrid least_px={180}>
          <NumberField
            label={t(($) => $.access.slave)}
            required
            min={1}
            max={247}
            value={values.slave}
            onChange={(slave) => set('slave', slave ?? Number.NaN)}
            error={form.error('slave')}
          />
          <SelectField
            label={t(($) => $.access.baud)}
            value={values.baud}
            onChange={(baud = values.baud) => set('baud', baud)}
            options={BAUD_RATES.map((value) => ({ value, label: String(value) }))}
          />
          <SelectField
            label={t(($) => $.access.format)}
            value={values.format}
            onChange={(format = values.format) => set('format', format)}
            options={BUS_FORMATS.map((value) => ({ value, label: value }))}
          />
          <NumberField
            label={t(($) => $.access.gap_max)}
            hint={t(($) => $.access.gap_hint)}
            unit={t(($) => $.access.gap_unit)}
            min={0}
            max={120}
            value={values.gap_max}
            onChange={(gap_max) => set('gap_max', gap_max ?? Number.NaN)}
            error={form.error('gap_max')}
          />
        </FormGrid>
      </Panel>
      <Panel title={t(($) => $.access.tiers)}>
        <FormGrid least_px={180}>
          {TIERS.map((tier) => (
            <NumberField
              key={tier}
              label={points(($) => $.points.tiers[tier])}
              unit="s"
              min={5}
              value={values.tiers_s[tier]}
              onChange={(period) => set('tiers_s', { ...values.tiers_s, [tier]: period ?? Number.NaN })}
              error={form.error('tiers_s')}
            />
          ))}
        </FormGrid>
      </Panel>
      <Panel title={t(($) => $.access.presence)}>
        <FormGrid least_px={180}>
          <NumberField
            label={t(($) => $.access.offline_after)}
            hint={t(($) => $.access.offline_hint)}
            unit="s"
            min={30}
            max={86_400}
            {...form.field('offline_after_s')}
          />
          <TagsField
            label={t(($) => $.access.module_types)}
            hint={t(($) => $.access.module_types_hint)}
            value={values.module_types}
            onChange={(types) => set('module_types', types)}
            error={form.error('module_types')}
            max={LIMITS.module_types_max}
          />
        </FormGrid>
      </Panel>
      <SingleReadRanges
        ranges={values.alone}
        error={form.error('alone')}
        disabled={missing_permission !== undefined}
        onChange={(alone) => set('alone', alone)}
      />
    </FormArea>
  )
}

function PollPlan({ product_key }: { product_key: string }) {
  const t = useMessages('products')
  const check = useRead(api.checkUpdate, { body: { product_key } })
  const column = (
    key: 'block' | 'slave' | 'fn' | 'registers' | 'quantity' | 'period',
    cell: PlainColumn<PollBlock>['cell'],
  ) => ({
    key,
    title: t(($) => $.access[key]),
    cell,
  })
  return (
    <Panel title={t(($) => $.access.plan)} flush>
      {check.data !== undefined && (
        <div className={css.padded}>
          <PollFiguresList figures={check.data.poll_figures} />
        </div>
      )}
      <PlainTable
        label={t(($) => $.access.plan)}
        rows={check.data?.poll_blocks ?? []}
        keyOf={({ name }) => name}
        empty={<NeverAny title={t(($) => $.access.no_blocks)} text={t(($) => $.access.no_blocks_hint)} />}
        columns={[
          column('block', ({ name }) => name),
          column('slave', ({ slave }) => slave),
          column('fn', ({ fn }) => `0${fn}`),
          column('registers', ({ start, quantity }) => `${start} – ${start + quantity - 1}`),
          column('quantity', ({ quantity }) => quantity),
          column('period', ({ period_s }) => `${period_s} s`),
        ]}
      />
    </Panel>
  )
}
