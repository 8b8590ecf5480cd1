import { api } from '@heatfleet/contract/api.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { PreviewUnit, RolloutTemplate } from '@heatfleet/contract/rollouts/preview.ts'
import type { RolloutSettings } from '@heatfleet/contract/rollouts/rollout.ts'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { templatesPath } from '../products/public.ts'
import { NEW_ROLLOUT, type WizardStart } from './paths.ts'
import { Preview } from './preview.tsx'
import css from './rollouts.module.css'
import { useSettingTexts } from './use-values.tsx'

/** In the address: which template units are compared with, and of which product. */
const OF = 'template'

const idOf = ({ product_key, names }: RolloutTemplate): string => `${product_key} ${names.en}`

/** Templates of all products: used by how many rollouts, and which units differ from one (product 3.40). */
export function TemplatesTab() {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useRead(api.rolloutTemplates)
  if (data === undefined)
    return (
      <PendingPanel
        title={t(($) => $.tabs.templates)}
        error={error}
        needs="rollout:view"
        onRetry={() => void refetch()}
      />
    )
  const compared = data.find((template) => idOf(template) === query.get(OF))
  const compare = (template: RolloutTemplate) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set(OF, idOf(template))
      return after
    })
  return (
    <div className={css.list}>
      <p className={css.weak}>{t(($) => $.templates.note)}</p>
      <Panel flush>
        <PlainTable
          label={t(($) => $.tabs.templates)}
          rows={data}
          keyOf={idOf}
          empty={<NeverAny title={t(($) => $.templates.none)} text={t(($) => $.templates.note)} />}
          columns={[
            {
              key: 'name',
              title: t(($) => $.columns.name),
              cell: ({ names }) => <b>{names[lang] || names.en}</b>,
            },
            {
              key: 'product',
              title: t(($) => $.columns.product_name),
              cell: (row) => productName({ name: row.product_name, english_name: row.product_english_name }, lang),
            },
            {
              key: 'points',
              title: t(($) => $.columns.points),
              least_px: 220,
              cell: ({ product_key, points }) => <PointLine product_key={product_key} points={points} />,
            },
            {
              key: 'version',
              title: t(($) => $.columns.version),
              align: 'end',
              cell: ({ version }) => formatNumber(version, 0, lang),
            },
            {
              key: 'used_by',
              title: t(($) => $.columns.used_by),
              align: 'end',
              cell: ({ used_by }) => t(($) => $.matching, { count: used_by }),
            },
            {
              key: 'last_used',
              title: t(($) => $.columns.last_used),
              cell: ({ last_used }) =>
                last_used === null ? (
                  <span className={css.weak}>{t(($) => $.templates.never)}</span>
                ) : (
                  <Age at={last_used} />
                ),
            },
            {
              key: 'actions',
              title: t(($) => $.columns.actions),
              actions: true,
              cell: (template) => <TemplateActions template={template} onCompare={() => compare(template)} />,
            },
          ]}
        />
      </Panel>
      {compared !== undefined && <Drift key={idOf(compared)} template={compared} />}
    </div>
  )
}

function PointLine({ product_key, points }: Pick<RolloutTemplate, 'product_key' | 'points'>) {
  const { settingName, settingValue } = useSettingTexts(product_key)
  return points.map(({ key, value }) => `${settingName(key)} ${settingValue(key, value)}`).join(' · ')
}

function TemplateActions({ template, onCompare }: { template: RolloutTemplate; onCompare: () => void }) {
  const t = useMessages('rollouts')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('rollout:create')
  const start: WizardStart = { product_key: template.product_key, template: template.names.en }
  return (
    <span className={css.rowActions}>
      <Button kind="text" size="small" onClick={onCompare}>
        {t(($) => $.templates.compare)}
      </Button>
      <Button
        kind="text"
        size="small"
        disabledReason={missing_permission}
        onClick={() => void navigate(NEW_ROLLOUT, { state: start })}
      >
        {t(($) => $.templates.roll_out)}
      </Button>
      <Link to={templatesPath(template.product_key)}>{t(($) => $.templates.edit)}</Link>
    </span>
  )
}

/** The units of the product beside a template: those that differ can be set from here. */
function Drift({ template }: { template: RolloutTemplate }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const { product_key, points, names } = template
  const settings = useMemo(
    (): RolloutSettings => ({ product_key, points, target: { by: 'filter', filter: DeviceFilter.parse({}) } }),
    [product_key, points],
  )
  return (
    <section className={css.list} aria-label={t(($) => $.templates.drift, { name: names[lang] || names.en })}>
      <h2 className={css.heading}>{t(($) => $.templates.drift, { name: names[lang] || names.en })}</h2>
      <Preview settings={settings} tools={(selection) => <SetSelected selection={selection} template={template} />} />
    </section>
  )
}

function SetSelected({ selection, template }: { selection: Selection<PreviewUnit>; template: RolloutTemplate }) {
  const t = useMessages('rollouts')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('rollout:create')
  const { product_key, names } = template
  const start: WizardStart = {
    product_key,
    template: names.en,
    ...(selection.kind === 'some' ? { macs: [...selection.rows.keys()] } : {}),
  }
  return (
    <Button
      kind="text"
      size="small"
      disabledReason={missing_permission}
      onClick={() => void navigate(NEW_ROLLOUT, { state: start })}
    >
      {t(($) => $.templates.set_selected)}
    </Button>
  )
}
