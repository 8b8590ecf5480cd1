import { useSearchParams } from 'react-router'
import { BatchList } from '../../batches/batch-list.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'
import { QuickTabs } from '../../ui/tabs.tsx'
import { ExportList } from './list.tsx'

const JOBS = ['exports', 'batches'] as const

/** The own exports (product 3.40) as a screen of the menu. */
export function Component() {
  const t = useMessages('exports')
  return (
    <Page fill title={t(($) => $.page)} note={t(($) => $.page_note)}>
      <JobLists />
    </Page>
  )
}

/** The own background jobs: exports and batches; which of the two is shown is in the address. */
export function JobLists() {
  const t = useMessages('exports')
  const words = useMessages('batches')
  const [query, setQuery] = useSearchParams()
  const jobs = JOBS.find((one) => one === query.get('jobs')) ?? 'exports'
  return (
    <>
      <QuickTabs
        label={t(($) => $.centre)}
        value={jobs}
        onChange={(next) =>
          setQuery((before) => {
            const after = new URLSearchParams(before)
            for (const name of ['jobs', 'batch', 'state', 'pageNo']) after.delete(name)
            if (next !== 'exports') after.set('jobs', next)
            return after
          })
        }
        items={[
          { key: 'exports', label: t(($) => $.page) },
          { key: 'batches', label: words(($) => $.title) },
        ]}
      />
      {jobs === 'exports' ? <ExportList /> : <BatchList />}
    </>
  )
}
