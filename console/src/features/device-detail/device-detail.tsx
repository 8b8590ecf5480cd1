import { Page } from '../../ui/page.tsx'
import { useWords } from '../../words/words.ts'

/** One device (product 3.12). */
export function Component() {
  const t = useWords('detail')
  return <Page title={t(($) => $.title)}>{null}</Page>
}
