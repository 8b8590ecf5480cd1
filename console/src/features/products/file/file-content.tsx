import type { Finding } from '@heatfleet/contract/products/draft.ts'
import type { ProductFile } from '@heatfleet/contract/products/file.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Facts } from '../../../ui/facts.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { FindingList } from '../points/finding-list.tsx'
import { categoryText, networksText } from '../product-texts.ts'
import css from '../products.module.css'

/** Content of a product file and the findings of the checks; `findings` null = still running. */
export function FileContent({ file, findings }: { file: ProductFile; findings: readonly Finding[] | null }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const create = useMessages('products')
  const lang = useLanguage()
  const number = (value: number) => formatNumber(value, 0, lang)
  const { basics, points, settings } = file
  return (
    <>
      <Panel title={product_texts(($) => $.file.holds)}>
        <Facts
          least_px={150}
          items={[
            { label: t(($) => $.columns.category), value: categoryText(t, basics.category) },
            { label: t(($) => $.columns.network_type), value: networksText(t, basics) },
            { label: t(($) => $.columns.point_count), value: number(points.length) },
            {
              label: create(($) => $.creation.review.writable),
              value: number(points.filter(({ rw }) => rw === 'rw').length),
            },
            {
              label: create(($) => $.creation.review.faults),
              value: number(points.filter(({ alarm }) => alarm).length),
            },
            { label: t(($) => $.tabs.templates), value: number(settings.control_templates.length) },
            { label: product_texts(($) => $.file.vectors), value: number(settings.test_vectors.length) },
            { label: t(($) => $.panel.schematic), value: t(($) => $.panel.schematics[settings.panel.schematic]) },
          ]}
        />
      </Panel>
      <Panel title={create(($) => $.creation.findings)}>
        {findings === null ? (
          <Loading rows={2} />
        ) : findings.length === 0 ? (
          <StateChip tone="ok" shape="filled">
            {create(($) => $.creation.sound)}
          </StateChip>
        ) : (
          <div className={css.parts}>
            <p className={css.weak}>{product_texts(($) => $.file.findings_hint)}</p>
            <FindingList findings={findings} />
          </div>
        )}
      </Panel>
    </>
  )
}
