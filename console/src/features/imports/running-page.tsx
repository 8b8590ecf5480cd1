import type { ImportDetail } from '@heatfleet/contract/imports/imports.ts'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { ImportProgress, ImportStateMark } from './import-marks.tsx'
import { ImportSteps } from './import-steps.tsx'
import css from './imports.module.css'
import { IMPORT_LIST } from './paths.ts'

/** An import under way: the page may be left, and shows the result when it is opened again. */
export function RunningPage({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const { batch_no, state, progress, total } = batch
  return (
    <Page
      title={batch_no}
      tab={batch_no}
      note={<ImportStateMark state={state} />}
      actions={<Button onClick={() => void navigate(IMPORT_LIST)}>{t(($) => $.back)}</Button>}
    >
      <ImportSteps now="import" />
      <Panel title={t(($) => $.running.title)}>
        <div className={css.parts} role="status">
          <ImportProgress batch={batch} />
          <span>{t(($) => $.progress, { progress, total })}</span>
          <p className={css.weak}>{t(($) => $.running.leave)}</p>
        </div>
      </Panel>
      <Panel>
        <BatchFacts batch={batch} />
      </Panel>
    </Page>
  )
}
