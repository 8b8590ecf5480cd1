import type { QueryKind } from '@heatfleet/contract/data-query/columns.ts'
import type { QueryOption } from '@heatfleet/contract/data-query/data-query.ts'
import { useMessages } from '../../messages/messages.ts'

/** Words of comparisons: times are before and after rather than less and more. */
export const useOptionTexts = (): ((option: QueryOption, kind: QueryKind) => string) => {
  const t = useMessages('data-query')
  const options = t(($) => $.options, { returnObjects: true })
  const of_times: Readonly<Record<string, string>> = t(($) => $.time_options, { returnObjects: true })
  return (option, kind) => (kind === 'time' || kind === 'day' ? (of_times[option] ?? options[option]) : options[option])
}
