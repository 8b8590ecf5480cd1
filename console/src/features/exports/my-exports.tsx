import { JobLists } from '../../exports/job-lists.tsx'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/words.ts'

/** The own exports (product 3.40) as a screen of the menu. */
export function Component() {
  const t = useWords('exports')
  return (
    <Page fill title={t(($) => $.page)} note={t(($) => $.page_note)}>
      <JobLists />
    </Page>
  )
}
