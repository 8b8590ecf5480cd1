import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { useRightName } from '../../messages/right-name.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { newCampaign } from '../firmware/public.ts'
import css from './analysis.module.css'
import { CohortFigure } from './cohort-figure.tsx'
import { useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** Which versions run in the field. */
export function VersionsTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisVersions, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.split}>
          <LaggardsFigure answers={shown} />
          <MatrixFigure answers={shown} module="mcu" />
          <MatrixFigure answers={shown} module="dtu" />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisVersions>[] }

function LaggardsFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const { number } = useFigureTexts()
  const sees_firmware = usePermission('ota:view')
  const may_plan = usePermission('ota:campaign')
  const may_export = usePermission('analysis:export')
  const right = useRightName()('ota:view')
  const rows = answers.flatMap(({ cohort, data }) => data.laggards.map((row) => ({ ...row, letter: cohort.letter })))
  return (
    <FigurePanel
      id="laggards"
      title={t(($) => $.versions.laggards)}
      columns={[
        ...(answers.length > 1
          ? [{ key: 'letter', title: t(($) => $.columns.cohort), value: (row: (typeof rows)[number]) => row.letter }]
          : []),
        { key: 'product', title: t(($) => $.scope.product), value: (row) => productOf(row, lang) },
        {
          key: 'module',
          title: t(($) => $.versions.module),
          value: ({ module }) => t(($) => $.versions.modules[module]),
        },
        { key: 'hardware', title: t(($) => $.versions.hardware), value: ({ hardware_version }) => hardware_version },
        {
          key: 'firmware',
          title: t(($) => $.versions.firmware),
          value: ({ firmware_name, software_version }) => `${firmware_name} ${software_version}`,
        },
        {
          key: 'behind',
          title: t(($) => $.versions.behind),
          value: ({ behind }) => behind,
          cell: ({ behind, units }) => t(($) => $.versions.behind_of, { behind, units }),
          align: 'end',
        },
        {
          key: 'share',
          title: `${t(($) => $.columns.share)}, %`,
          value: ({ behind, units }) => (units === 0 ? null : Math.round((behind / units) * 1_000) / 10),
          cell: ({ behind, units }) => number(units === 0 ? null : (behind / units) * 100, 1),
          align: 'end',
        },
        ...(may_plan
          ? [
              {
                key: 'campaign',
                title: t(($) => $.versions.campaign),
                value: () => null,
                cell: ({ firmware_id, firmware_name }: (typeof rows)[number]) => (
                  <Link
                    to={newCampaign(firmware_id)}
                    aria-label={t(($) => $.versions.campaign_of, { name: firmware_name })}
                  >
                    {t(($) => $.versions.campaign)}
                  </Link>
                ),
              },
            ]
          : []),
      ]}
      rows={rows}
      keyOf={({ letter, firmware_id }) => `${letter}${firmware_id}`}
      empty={sees_firmware ? t(($) => $.versions.laggards_none) : t(($) => $.versions.laggards_hidden, { right })}
      csvRefused={!may_export}
    />
  )
}

function MatrixFigure({ answers, module }: Props & { module: 'mcu' | 'dtu' }) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const { ofUnits, number } = useFigureTexts()
  const of = answers.map(({ cohort, data }) => ({
    cohort,
    versions: data.versions.filter((row) => row.module === module),
  }))
  const totals = of.map(({ versions }) => versions.reduce((sum, { units }) => sum + units, 0))
  const keyOf = (row: { product_key: string; hardware_version: string; software_version: string }) =>
    JSON.stringify([row.product_key, row.hardware_version, row.software_version])
  const first_of = new Map(of.flatMap(({ versions }) => versions).map((row) => [keyOf(row), row]))
  const one_product = new Set([...first_of.values()].map(({ product_key }) => product_key)).size <= 1
  const unreported = t(($) => $.versions.unreported)
  const rows = [...first_of].map(([key, row]) => {
    const versions = `${row.hardware_version || unreported} · ${row.software_version || unreported}`
    const behind = row.behind === true ? ` · ${t(($) => $.versions.behind)}` : ''
    return {
      key,
      label: `${one_product ? '' : `${productOf(row, lang)} · `}${versions}${behind}`,
      tone: row.behind === true ? ('warn' as const) : ('accent' as const),
      cells: of.map(({ cohort, versions: all }, at) => {
        const found = all.find((each) => keyOf(each) === key)
        const units = found?.units ?? 0
        // Of modules no filter of the list knows the version.
        const to =
          module === 'mcu' && row.hardware_version !== '' && row.software_version !== ''
            ? cohort.path(
                { hardware_version: row.hardware_version, software_version: row.software_version },
                { product_keys: [row.product_key] },
              )
            : undefined
        const whole = totals[at] ?? 0
        return { values: { units, share: whole === 0 ? null : (units / whole) * 100 }, to }
      }),
    }
  })
  const hidden = answers.flatMap(({ data }) => (data.hidden.groups === 0 ? [] : data.hidden))
  return (
    <CohortFigure
      id={`versions-${module}`}
      title={`${t(($) => $.versions.matrix)}: ${t(($) => $.versions.modules[module])}`}
      note={ofUnits(totals)}
      head={`${t(($) => $.versions.hardware)} · ${t(($) => $.versions.software)}`}
      letters={of.map(({ cohort }) => cohort.letter)}
      rows={rows}
      measures={[
        { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
        { key: 'share', title: `${t(($) => $.columns.share)}, %`, decimals: 1 },
      ]}
      bar="share"
      wide
      text={({ values: { units = null, share = null } }) => `${number(units)} · ${number(share, 1)} %`}
      empty={t(($) => $.versions.matrix_none)}
      footer={hidden.length === 0 ? undefined : hidden.map((each) => t(($) => $.versions.more, each)).join(' ')}
    />
  )
}
