import { LIMITS } from '@heatfleet/contract/limits.ts'
import { checkTemplates } from '@heatfleet/contract/products/check-templates.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { ControlTemplate } from '@heatfleet/contract/products/settings.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { DraftSettings } from '../draft-settings.tsx'
import { FindingList } from '../points/finding-list.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { TemplateDrawer } from './template-drawer.tsx'

/** Named groups of settings, stored with the product and staged in the control form of a device (product 3.25). */
export function TemplatesTab({ product }: { product: Product }) {
  return (
    <DraftSettings product={product}>
      {(editor, { control_templates }, { points }) => (
        <Templates editor={editor} templates={control_templates} points={points} />
      )}
    </DraftSettings>
  )
}

type TemplatesProps = { editor: DraftEditor; templates: readonly ControlTemplate[]; points: readonly DataPoint[] }

/** Settings listed per row; the rest is a count. */
const LISTED_MAX = 3

function Templates({ editor, templates, points }: TemplatesProps) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const { inline, nameOf, language } = usePointText()
  // Whether the one in the drawer is new is kept: while it is saved, the list shows it already.
  const [opened, setOpened] = useState<{ at: number; is_new: boolean } | null>(null)
  const by_key = new Map(points.map((point) => [point.key, point]))
  const written = points.filter(({ rw, write_cmd }) => rw === 'rw' && write_cmd !== null)
  const keep = (control_templates: ControlTemplate[]) => editor.change({ settings: { control_templates } })
  const summaryOf = ({ values }: ControlTemplate) =>
    values
      .slice(0, LISTED_MAX)
      .map(({ key, value }) => {
        const point = by_key.get(key)
        return point === undefined ? key : `${nameOf(point)} ${inline(point, value)}`
      })
      .join(' · ')
  const nothing_yet =
    written.length === 0
      ? t(($) => $.templates.none_writable)
      : templates.length >= LIMITS.control_templates_max
        ? t(($) => $.templates.full, { max: LIMITS.control_templates_max })
        : undefined
  return (
    <Panel
      flush
      title={t(($) => $.templates.title)}
      note={
        <Button
          size="small"
          icon={PlusIcon}
          disabledReason={missing_permission ?? nothing_yet}
          onClick={() => setOpened({ at: templates.length, is_new: true })}
        >
          {t(($) => $.templates.add)}
        </Button>
      }
    >
      <PlainTable
        label={t(($) => $.templates.title)}
        rows={templates.map((template, at) => ({ template, at, found: checkTemplates([template], points) }))}
        keyOf={({ at }) => at}
        empty={<NeverAny title={t(($) => $.templates.none)} text={t(($) => $.templates.none_hint)} />}
        columns={[
          {
            key: 'name',
            title: t(($) => $.templates.name),
            cell: ({ template: { names } }) => <b>{names[language] || names.en}</b>,
          },
          {
            key: 'settings',
            title: t(($) => $.templates.settings),
            cell: ({ template }) => (
              <>
                {summaryOf(template)}
                {template.values.length > LISTED_MAX && (
                  <span className={css.weak}>
                    {' '}
                    {t(($) => $.templates.more, { count: template.values.length - LISTED_MAX })}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'state',
            title: t(($) => $.templates.state),
            cell: ({ found }) =>
              found.length === 0 ? (
                <StateChip tone="ok" shape="filled">
                  {t(($) => $.templates.fits)}
                </StateChip>
              ) : (
                <FindingList findings={found} />
              ),
          },
          {
            key: 'actions',
            title: t(($) => $.templates.actions),
            actions: true,
            cell: ({ at }) => (
              <>
                <Button size="small" kind="text" onClick={() => setOpened({ at, is_new: false })}>
                  {t(($) => $.templates.edit)}
                </Button>
                <Button
                  size="small"
                  kind="text"
                  disabledReason={missing_permission}
                  onClick={() => void keep(templates.toSpliced(at, 1))}
                >
                  {t(($) => $.templates.remove)}
                </Button>
              </>
            ),
          },
        ]}
      />
      {opened !== null && (
        <TemplateDrawer
          template={templates[opened.at] ?? { names: { en: '', zh: '', pl: '' }, values: [] }}
          is_new={opened.is_new}
          points={points}
          written={written}
          missing_permission={missing_permission}
          onKeep={(template) => keep(templates.toSpliced(opened.at, 1, template))}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  )
}
