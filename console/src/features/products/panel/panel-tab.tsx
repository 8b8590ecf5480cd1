import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/points.ts'
import { ProductPanel, SCHEMATICS } from '@heatfleet/contract/product-settings.ts'
import type { Product } from '@heatfleet/contract/products.ts'
import { MultiSelectField, SelectField } from '../../../ui/field.tsx'
import { FormArea, FormGrid } from '../../../ui/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useLanguage, useWords } from '../../../words/words.ts'
import { DraftSettings } from '../draft-settings.tsx'
import { useLacks } from '../lacks.ts'
import type { DraftEditor } from '../points/use-draft.ts'

/** Which schematic, which curves first, and the order of groups and tabs (product 3.24, step 4). */
export function PanelTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { panel }, { points }) => <PanelForm editor={editor} panel={panel} points={points} />}
    </DraftSettings>
  )
}

function PanelForm(props: { editor: DraftEditor; panel: ProductPanel; points: readonly DataPoint[] }) {
  const t = useWords('products')
  const words = useWords('points')
  const lang = useLanguage()
  const lacks = useLacks('datapoint:edit')
  const { editor, points } = props
  const form = useForm({
    schema: ProductPanel,
    initial: props.panel,
    onSave: (panel) => editor.change({ settings: { panel } }),
  })
  const labels = (read: (point: DataPoint) => string) =>
    [...new Set(points.map(read))].filter((label) => label !== '').map((label) => ({ value: label, label }))
  return (
    <FormArea form={form} saveDisabledReason={lacks} save={words(($) => $.form.save)}>
      <Panel title={t(($) => $.panel.title)}>
        <FormGrid least_px={320}>
          <SelectField
            label={t(($) => $.panel.schematic)}
            value={form.values.schematic}
            onChange={(schematic = form.values.schematic) => form.set('schematic', schematic)}
            options={SCHEMATICS.map((value) => ({ value, label: t(($) => $.panel.schematics[value]) }))}
          />
          <MultiSelectField
            label={t(($) => $.panel.default_curves)}
            hint={t(($) => $.panel.curves_hint, { max: LIMITS.history_points_max })}
            max={LIMITS.history_points_max}
            options={points
              .filter(({ in_history }) => in_history)
              .map(({ key, names }) => ({ value: key, label: names[lang] || names.en || key }))}
            {...form.field('default_curves')}
          />
          <MultiSelectField
            label={t(($) => $.panel.groups)}
            hint={t(($) => $.panel.order_hint)}
            options={labels(({ group_tag }) => group_tag)}
            {...form.field('groups')}
          />
          <MultiSelectField
            label={t(($) => $.panel.tabs)}
            hint={t(($) => $.panel.order_hint)}
            options={labels(({ tab }) => tab)}
            {...form.field('tabs')}
          />
        </FormGrid>
      </Panel>
    </FormArea>
  )
}
