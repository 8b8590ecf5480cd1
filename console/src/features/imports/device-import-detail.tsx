import { api } from '@heatfleet/contract/api.ts'
import { useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { DetailPending } from '../../ui/detail-page.tsx'
import { DraftPage } from './draft-page.tsx'
import { FOLLOW_MS, isUnderWay } from './import-marks.tsx'
import { NewImport } from './new-import.tsx'
import { IMPORT_LIST } from './paths.ts'
import { ResultPage } from './result-page.tsx'
import { RunningPage } from './running-page.tsx'

/** One import (product 3.8, 3.9): its first steps (`new`), its dry run, its progress, or its result. */
export function Component() {
  const { import_id = '' } = useParams()
  return import_id === 'new' ? <NewImport /> : <Existing key={import_id} import_id={Number(import_id)} />
}

function Existing({ import_id }: { import_id: number }) {
  const t = useMessages('imports')
  const { data, error, refetch } = useRead(
    api.importInfo,
    { params: { id: import_id } },
    { refetchInterval: (batch) => (batch !== undefined && isUnderWay(batch) ? FOLLOW_MS : false) },
  )
  if (data === undefined)
    return (
      <DetailPending
        title={t(($) => $.detail)}
        error={error}
        onRetry={() => void refetch()}
        list={IMPORT_LIST}
        needs="device-import:view"
      />
    )
  switch (data.state) {
    case 'draft':
    case 'failed':
      return <DraftPage batch={data} />
    case 'queued':
    case 'running':
      return <RunningPage batch={data} />
    case 'done':
    case 'undone':
      return <ResultPage batch={data} />
    default:
      return data.state satisfies never
  }
}
