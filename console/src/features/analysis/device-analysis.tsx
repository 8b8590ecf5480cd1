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
  const [saving, setSaving] = useState<Saving | null>(null)
  return (
    <Page title={t(($) => $.title)} actions={<ExportButton cohort={of.cohorts[0]} />}>
      {tab !== 'reports' && <CohortBar of={of} />}
      <div className={css.parts}>
        <Tabs
          label={t(($) => $.tabs.label)}
          items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
          value={tab}
          onChange={show}
        />
        {tab !== 'reports' && <ReportActions tab={tab} cohorts={of.cohorts} onSave={setSaving} />}
      </div>
      <div role="tabpanel" aria-label={t(($) => $.tabs[tab])}>
        {tab === 'reports' ? (
          <ReportsTab pathOf={pathOf} textOf={(cohort) => of.textOf(cohortOf(cohort))} />
        ) : (
          <Figures tab={tab} cohorts={of.cohorts} onSave={setSaving} />
        )}
      </div>
      {saving !== null && (
        <ReportForm
          report={null}
          name={saving.name}
          selection={{ figures: saving.figures, cohorts: reportCohorts(of.cohorts) }}
          onClose={() => setSaving(null)}
        />
      )}
    </Page>
  )
}

/** The screen with the first figure of a report. */
const pathOf = ({ figures, cohorts }: AnalysisReport): string => {
  const part = REPORT_PARTS.find((each) => REPORT_FIGURES[each].some((id) => figures.includes(id))) ?? 'stock'
  return cohortsPath(part, cohorts.map(cohortOf))
}

const isFigure = (id: string): id is ReportFigureId => REPORT_FIGURE_IDS.some((each) => each === id)

/** What is about to be saved as a report: its figures, and the name it is given first. */
type Saving = { figures: ReportFigureId[]; name: string }

const reportCohorts = (cohorts: readonly ShownCohort[]) => cohorts.map(({ part }) => ReportCohort.parse(part))

/** All figures of a tab as a report or as a PDF. */
function ReportActions(props: { tab: FigureTab; cohorts: readonly ShownCohort[]; onSave: (saving: Saving) => void }) {
  const { tab, cohorts, onSave } = props
  const t = useMessages('analysis')
  const texts = useMessages('analysis-reports')
  const missing = useMissingPermission('analysis:report')
  const figures = [...REPORT_FIGURES[tab]]
  const name = `${t(($) => $.title)}: ${t(($) => $.tabs[tab])}`
  return (
    <div className={css.reports}>
      <Button icon={StarIcon} disabledReason={missing} onClick={() => onSave({ figures, name })}>
        {texts(($) => $.save)}
      </Button>
      <PdfButton name={name} selection={{ figures, cohorts: reportCohorts(cohorts) }} />
    </div>
  )
}

/** The figures of a tab; each of them can be saved as a report. */
function Figures(props: { tab: FigureTab; cohorts: readonly ShownCohort[]; onSave: (saving: Saving) => void }) {
  const { tab, cohorts, onSave } = props
  const texts = useMessages('analysis-reports')
  const may_save = usePermission('analysis:report')
  const Body = BODIES[tab]
  return (
    <FigureTools
      value={(id, title) =>
        may_save && isFigure(id) ? (
          <Button
            kind="text"
            size="small"
            icon={StarIcon}
            label={texts(($) => $.save_figure, { name: title })}
            onClick={() => onSave({ figures: [id], name: title })}
          />
        ) : null
      }
    >
      <Body cohorts={cohorts} />
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
      notify.failed(errorText(error))
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
