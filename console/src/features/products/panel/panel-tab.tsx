import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Definition } from '@heatfleet/contract/products/diff.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { ProductPanel, SCHEMATICS } from '@heatfleet/contract/products/settings.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { namesInOrder } from '../../../points/panel-order.ts'
import { pointName } from '../../../points/readings.ts'
import { MultiSelectField, SelectField } from '../../../ui/field.tsx'
import { FormArea, FormGrid } from '../../../ui/form.tsx'
import { OrderList } from '../../../ui/order-list.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DraftSettings } from '../draft-settings.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { MissingTags } from './missing-tags.tsx'
import { PanelPreview } from './panel-preview.tsx'

/** Schematic, default curves, order of tabs and groups, with a preview of a live device (product 3.24). */
export function PanelTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { panel }, draft) => <PanelForm product={product} editor={editor} panel={panel} draft={draft} />}
    </DraftSettings>
  )
}

type FormProps = { product: Product; editor: DraftEditor; panel: ProductPanel; draft: Definition }

function PanelForm({ product, editor, panel, draft }: FormProps) {
  const { points } = draft
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const named = useDefinitionNames()
  const lang = useLanguage()
  const missing_permission = useMissingPermission('datapoint:edit')
  const form = useForm({
    schema: ProductPanel,
    initial: panel,
    onSave: (next) => editor.change({ settings: { panel: next } }),
  })
  const orders = {
    tabs: { names: points.map(({ tab }) => tab), nameOf: named.tab },
    groups: { names: points.map(({ group_tag }) => group_tag), nameOf: named.group },
  }
  return (
    <FormArea form={form} saveDisabledReason={missing_permission} save={product_texts(($) => $.points.form.save)}>
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
              .map((point) => ({ value: point.key, label: pointName(point, lang) }))}
            {...form.field('default_curves')}
          />
        </FormGrid>
      </Panel>
      <PanelPreview product={product} panel={form.values} points={points} />
      <div className={css.halves}>
        {(['tabs', 'groups'] as const).map((part) => (
          <Panel key={part} title={t(($) => $.panel[part])}>
            <OrderList
              label={t(($) => $.panel[part])}
              disabled={missing_permission !== undefined}
              items={namesInOrder(form.values[part], orders[part].names).map((name) => ({
                key: name,
                label: orders[part].nameOf(name) || t(($) => $.panel.unnamed),
              }))}
              onOrder={(names) => form.set(part, names)}
            />
          </Panel>
        ))}
      </div>
      <MissingTags product_key={product.product_key} definition={draft} />
    </FormArea>
  )
}
