import type { Definition } from '@heatfleet/contract/products/diff.ts'
import { INSTEAD_OF, type SemanticTag, TAGS_NEEDED } from '@heatfleet/contract/products/semantic-tags.ts'
import { Link, useLocation } from 'react-router'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { pointName } from '../../../points/readings.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { createStepPath, pointPath, productPath } from '../paths.ts'
import css from '../products.module.css'
import { useSuggestions } from '../suggestions/use-suggestions.ts'

const USES = Object.keys(TAGS_NEEDED) as (keyof typeof TAGS_NEEDED)[] // the keys of the table

/**
 * Functions enabled by the product's semantic tags, and those disabled by missing tags (product 3.41), each with the
 * point that could carry it.
 */
export function MissingTags({ product_key, definition }: { product_key: string; definition: Definition }) {
  const t = useMessages('products')
  const lang = useLanguage()
  const is_creating = useLocation().pathname !== productPath(product_key)
  const suggestions = useSuggestions(definition) ?? []
  const { points } = definition
  const tags = new Set(points.map(({ tag }) => tag))
  const hasTag = (tag: SemanticTag) => [tag, INSTEAD_OF[tag] ?? tag].some((one) => tags.has(one))
  const rows = USES.map((use) => ({ use, missing: TAGS_NEEDED[use].filter((tag) => !hasTag(tag)) }))
  const candidateFor = (tag: (typeof rows)[number]['missing'][number]) => {
    const found = suggestions.find((one) => one.kind === 'tag' && one.tag === tag)
    return points.find(({ key }) => key === found?.key)
  }
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
            cell: ({ missing }) => (
              <ul className={css.missingTags}>
                {missing.map((tag) => {
                  const point = candidateFor(tag)
                  return (
                    <li key={tag}>
                      <span title={tag}>{t(($) => $.suggestions.tags[tag])}</span>
                      {point !== undefined && (
                        <Link
                          to={
                            is_creating
                              ? `${createStepPath(product_key, 'points')}&point=${point.key}`
                              : pointPath(product_key, point.key)
                          }
                        >
                          {t(($) => $.tags.set_at, { point: pointName(point, lang) })}
                        </Link>
                      )}
                    </li>
                  )
                })}
              </ul>
            ),
          },
        ]}
      />
    </Panel>
  )
}
