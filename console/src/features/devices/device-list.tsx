import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/words.ts'

/** The device list (product 3.7). */
export function Component() {
  const t = useWords('devices')
  return <Page title={t(($) => $.title)}>{null}</Page>
}
