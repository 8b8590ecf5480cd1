import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { CohortBar } from './cohort-bar.tsx'
import { ConnectivityTab } from './connectivity-tab.tsx'
import { DetectorsTab } from './detectors-tab.tsx'
import { EfficiencyTab } from './efficiency-tab.tsx'
import { FaultsTab } from './faults-tab.tsx'
import { StockTab } from './stock-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import { type ShownCohort, useCohorts } from './use-cohorts.tsx'
import { VersionsTab } from './versions-tab.tsx'

const TABS = ['stock', 'connectivity', 'versions', 'faults', 'efficiency', 'usage', 'detectors'] as const
const BODIES = {
  stock: StockTab,
  connectivity: ConnectivityTab,
  versions: VersionsTab,
  faults: FaultsTab,
  efficiency: EfficiencyTab,
  usage: UsageTab,
  detectors: DetectorsTab,
} as const satisfies Record<(typeof TABS)[number], unknown>

/** Figures over a part of the fleet, alone or beside a second one (product 3.13): `/device/device-analysis?tab=faults`. */
export function Component() {
  const t = useMessages('analysis')
  const [tab, show] = useTab(TABS)
  const of = useCohorts()
  const Body = BODIES[tab]
  return (
    <Page title={t(($) => $.title)} actions={<ExportButton cohort={of.cohorts[0]} />}>
      <CohortBar of={of} />
      <Tabs
        label={t(($) => $.tabs.label)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={show}
      />
      <div role="tabpanel" aria-label={t(($) => $.tabs[tab])}>
        <Body cohorts={of.cohorts} />
      </div>
    </Page>
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
