import { type AnalysisReport, ReportCohort } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import {
  REPORT_FIGURE_IDS,
  REPORT_FIGURES,
  REPORT_PARTS,
  type ReportFigureId,
} from '@heatfleet/contract/analysis-reports/figures.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FigureTools } from '../../ui/figure-panel.tsx'
import { DownloadIcon, StarIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { PdfButton, ReportForm, ReportsTab } from '../analysis-reports/public.ts'
import css from './analysis.module.css'
import { cohortOf, cohortsPath } from './cohort-address.ts'
import { CohortBar } from './cohort-bar.tsx'
import { ConnectivityTab } from './connectivity-tab.tsx'
import { DetectorsTab } from './detectors-tab.tsx'
import { EfficiencyTab } from './efficiency-tab.tsx'
import { FaultsTab } from './faults-tab.tsx'
import { StockTab } from './stock-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import { type ShownCohort, useCohorts } from './use-cohorts.tsx'
import { VersionsTab } from './versions-tab.tsx'

const TABS = ['stock', 'connectivity', 'versions', 'faults', 'efficiency', 'usage', 'detectors', 'reports'] as const
type Tab = (typeof TABS)[number]
type FigureTab = Exclude<Tab, 'reports'>
const BODIES = {
  stock: StockTab,
  connectivity: ConnectivityTab,
  versions: VersionsTab,
  faults: FaultsTab,
  efficiency: EfficiencyTab,
  usage: UsageTab,
  detectors: DetectorsTab,
} as const satisfies Record<FigureTab, unknown>

/** Figures over a part of the fleet, alone or beside a second one (product 3.13): `/device/device-analysis?tab=faults`. */
export function Component() {
  const t = useMessages('analysis')
  const [tab, show] = useTab(TABS)
  const of = useCohorts()
  return (
    <Page title={t(($) => $.title)} actions={<ExportButton cohort={of.cohorts[0]} />}>
      {tab !== 'reports' && <CohortBar of={of} />}
      <Tabs
        label={t(($) => $.tabs.label)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={show}
      />
      <div role="tabpanel" aria-label={t(($) => $.tabs[tab])}>
        {tab === 'reports' ? (
          <ReportsTab pathOf={pathOf} textOf={(cohort) => of.textOf(cohortOf(cohort))} />
        ) : (
          <Figures tab={tab} cohorts={of.cohorts} />
        )}
      </div>
    </Page>
  )
}

/** The screen with the first figure of a report. */
const pathOf = ({ figures, cohorts }: AnalysisReport): string => {
  const part = REPORT_PARTS.find((each) => REPORT_FIGURES[each].some((id) => figures.includes(id))) ?? 'stock'
  return cohortsPath(part, cohorts.map(cohortOf))
}

const isFigure = (id: string): id is ReportFigureId => REPORT_FIGURE_IDS.some((each) => each === id)

/** The figures of a tab; each of them, or all, can be saved as a report. */
function Figures({ tab, cohorts }: { tab: FigureTab; cohorts: readonly ShownCohort[] }) {
  const t = useMessages('analysis')
  const texts = useMessages('analysis-reports')
  const missing = useMissingPermission('analysis:report')
  const may_save = usePermission('analysis:report')
  const [saving, setSaving] = useState<{ figures: ReportFigureId[]; name: string } | null>(null)
  const Body = BODIES[tab]
  const selected = cohorts.map(({ part }) => ReportCohort.parse(part))
  const all = [...REPORT_FIGURES[tab]]
  const name = `${t(($) => $.title)}: ${t(($) => $.tabs[tab])}`
  return (
    <FigureTools
      value={(id, title) =>
        may_save && isFigure(id) ? (
          <Button
            kind="text"
            size="small"
            icon={StarIcon}
            label={texts(($) => $.save_figure, { name: title })}
            onClick={() => setSaving({ figures: [id], name: title })}
          />
        ) : null
      }
    >
      <div className={css.reports}>
        <Button icon={StarIcon} disabledReason={missing} onClick={() => setSaving({ figures: all, name })}>
          {texts(($) => $.save)}
        </Button>
        <PdfButton name={name} selection={{ figures: all, cohorts: selected }} />
      </div>
      <Body cohorts={cohorts} />
      {saving !== null && (
        <ReportForm
          report={null}
          name={saving.name}
          selection={{ figures: saving.figures, cohorts: selected }}
          onClose={() => setSaving(null)}
        />
      )}
    </FigureTools>
  )
}

/** The figures of each unit of the first cohort as a file. */
function ExportButton({ cohort }: { cohort: ShownCohort | undefined }) {
  const t = useMessages('analysis')
  const language = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('analysis:export')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await call(api.analysisExport, { query: { language }, body: cohort?.part ?? {} })
      saveFile(file.file_name, file.blob)
    } catch (error) {
      notify.error(errorText(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={DownloadIcon} busy={busy} disabledReason={missing} onClick={() => void save()}>
      {t(($) => $.export)}
    </Button>
  )
}
