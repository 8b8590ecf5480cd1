import { JobLists } from '../../exports/job-lists.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'

/** The own exports (product 3.40) as a screen of the menu. */
export function Component() {
  const t = useMessages('exports')
  return (
    <Page fill title={t(($) => $.page)} note={t(($) => $.page_note)}>
      <JobLists />
    </Page>
  )
}
