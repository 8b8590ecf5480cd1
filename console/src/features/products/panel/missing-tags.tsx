import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { TAGS_NEEDED } from '@heatfleet/contract/products/semantic-tags.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { StateChip } from '../../../ui/status.tsx'
import css from '../products.module.css'

const USES = Object.keys(TAGS_NEEDED) as (keyof typeof TAGS_NEEDED)[] // the keys of the table

/** Functions enabled by the product's semantic tags, and those disabled by missing tags (product 3.41). */
export function MissingTags({ points }: { points: readonly DataPoint[] }) {
  const t = useMessages('products')
  const tags = new Set(points.map(({ tag }) => tag))
  const rows = USES.map((use) => ({ use, missing: TAGS_NEEDED[use].filter((tag) => !tags.has(tag)) }))
  return (
    <Panel flush title={t(($) => $.tags.title)} note={t(($) => $.tags.hint)}>
      <PlainTable
        label={t(($) => $.tags.title)}
        rows={rows}
        keyOf={({ use }) => use}
        columns={[
          { key: 'use', title: t(($) => $.tags.use), cell: ({ use }) => t(($) => $.tags.uses[use]) },
          {
            key: 'state',
            title: t(($) => $.columns.state),
            cell: ({ missing }) => (
              <StateChip
                tone={missing.length === 0 ? 'ok' : 'neutral'}
                shape={missing.length === 0 ? 'filled' : 'hollow'}
              >
                {missing.length === 0 ? t(($) => $.tags.works) : t(($) => $.tags.off)}
              </StateChip>
            ),
          },
          {
            key: 'missing',
            title: t(($) => $.tags.missing),
            cell: ({ missing }) => <code className={css.key}>{missing.join(', ')}</code>,
          },
        ]}
      />
    </Panel>
  )
}
