import { api } from '@heatfleet/contract/api.ts'
import type { ProductDiff, ProductVersion } from '@heatfleet/contract/products/draft.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { ChangeList } from '../../ui/change-list.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import { useFieldName } from './points/field-names.ts'
import { useFieldText } from './points/field-text.ts'
import css from './products.module.css'
import { partsText } from './setting-names.ts'

type Side = number | 'draft'

/** Compares two versions, chosen in the query (`?from=&to=`). */
export function VersionDiff({ product, versions }: { product: Product; versions: readonly ProductVersion[] }) {
  const t = useMessages('products')
  const may_edit = usePermission('product:edit')
  const [query, setQuery] = useSearchParams()
  const sides: Side[] = [...(may_edit ? ['draft' as const] : []), ...versions.map(({ layout_id }) => layout_id)]
  const sideOf = (name: 'from' | 'to', otherwise: Side): Side =>
    sides.find((side) => String(side) === query.get(name)) ?? otherwise
  const newest = versions[0]?.layout_id ?? 'draft'
  const from = sideOf('from', product.layout_id ?? newest)
  const to = sideOf('to', may_edit ? 'draft' : newest)
  const diff = useRead(api.productDiff, { params: { product_key: product.product_key }, body: { from, to } })
  const choose = (name: 'from' | 'to') => (side: Side | undefined) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set(name, String(side ?? 'draft'))
      return after
    })
  const options = sides.map((value) => ({
    value,
    label:
      value === 'draft'
        ? t(($) => $.versions.draft)
        : t(($) => $.versions.version, { version: versions.find((one) => one.layout_id === value)?.version }),
  }))
  return (
    <Panel title={t(($) => $.versions.diff)}>
      <div className={css.sides}>
        <SelectField
          label={t(($) => $.versions.from)}
          width={180}
          value={from}
          options={options}
          onChange={choose('from')}
        />
        <SelectField label={t(($) => $.versions.to)} width={180} value={to} options={options} onChange={choose('to')} />
      </div>
      {diff.data !== undefined ? (
        <Differences diff={diff.data} />
      ) : diff.error === null ? (
        <Loading rows={3} />
      ) : (
        <ErrorState error={diff.error} onRetry={() => void diff.refetch()} />
      )}
    </Panel>
  )
}

const TONES = { added: 'ok', removed: 'bad', changed: 'accent' } as const satisfies Record<string, Tone>

function Differences({ diff }: { diff: ProductDiff }) {
  const t = useMessages('products')
  const lang = useLanguage()
  const fieldName = useFieldName()
  const fieldText = useFieldText()
  if (diff.points.length + diff.moved + diff.settings.length === 0) return <p>{t(($) => $.versions.same)}</p>
  return (
    <>
      {diff.settings.length > 0 && <p>{t(($) => $.publish.settings, { parts: partsText(t, diff.settings) })}</p>}
      {diff.moved > 0 && <p>{t(($) => $.publish.moved, { count: diff.moved })}</p>}
      <ul className={css.diff}>
        {diff.points.map(({ key, change, breaking, before, after, fields }) => {
          const names = (after ?? before)?.names
          return (
            <li key={key}>
              <div className={css.point}>
                <StateChip tone={TONES[change]}>{t(($) => $.versions[change])}</StateChip>
                <b>{names?.[lang] || names?.en}</b>
                <code className={css.key}>{key}</code>
                {breaking && <StateChip tone="warn">{t(($) => $.versions.breaking)}</StateChip>}
              </div>
              <ChangeList
                nameOf={fieldName}
                textOf={fieldText}
                changes={fields.map((field) => changeOf(field, before, after))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

type Point = ProductDiff['points'][number]['before']

/** One changed field as an entry of the list of changes. */
const changeOf = (field: string, before: Point, after: Point) => {
  const read = (point: Point): unknown => Object.entries(point ?? {}).find(([name]) => name === field)?.[1]
  return { field, before: read(before), after: read(after) }
}
