import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useTab } from '../../ui/use-tab.ts'
import { FramesTab } from './frames-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { SocketsTab } from './sockets-tab.tsx'
import { StorageTab } from './storage-tab.tsx'

const TABS = ['overview', 'frames', 'jobs', 'sockets', 'storage'] as const
const REFETCH_MS = 3_000

/** How the installation itself is doing (product 3.40 "Operations"). */
export function Component() {
  const t = useMessages('operations')
  const lang = useLanguage()
  const [tab, show] = useTab(TABS)
  const { data, error, refetch } = useRead(api.operations, {}, { refetchInterval: REFETCH_MS })
  const of =
    data !== undefined ? null : error === null ? (
      <Loading />
    ) : (
      <ErrorState error={error} needs="ops:view" onRetry={() => void refetch()} />
    )
  const errors = data?.checks.find(({ check }) => check === 'dead_letters')?.value ?? 0
  const failed = data?.checks.find(({ check }) => check === 'failed_jobs')?.value ?? 0
  const badges = { overview: 0, frames: errors, jobs: failed, sockets: 0, storage: 0 }
  return (
    <Page
      fill={tab === 'frames'}
      title={t(($) => $.title)}
      note={data === undefined ? t(($) => $.note) : t(($) => $.as_of, { time: formatTime(data.as_of, lang, 'second') })}
    >
      <Tabs
        label={t(($) => $.title)}
        value={tab}
        onChange={show}
        items={TABS.map((key) => ({
          key,
          label: t(($) => $.tabs[key]),
          ...(badges[key] > 0 ? { badge: badges[key] } : {}),
        }))}
      />
      {tab === 'overview' && (data === undefined ? of : <OverviewTab of={data} />)}
      {tab === 'frames' && <FramesTab />}
      {tab === 'jobs' && <JobsTab />}
      {tab === 'sockets' && <SocketsTab />}
      {tab === 'storage' && (data === undefined ? of : <StorageTab of={data} />)}
    </Page>
  )
}
