import { useSearchParams } from 'react-router'
import { BatchList } from '../batches/batch-list.tsx'
import { useMessages } from '../messages/messages.ts'
import { QuickTabs } from '../ui/tabs.tsx'
import { ExportList } from './export-list.tsx'

const JOBS = ['exports', 'batches'] as const

/** What goes on in the background for me: files, and deeds done to many; which of them is in the address. */
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
