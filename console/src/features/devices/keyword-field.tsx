import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { OneContext } from '../../lists/filter-kind.ts'
import { FilterText } from '../../ui/filter-bar-controls.tsx'
import { textParam } from '../../ui/filter-bar-params.ts'
import type { DeviceWords } from './device-words.ts'
import { joinPastedLines, type Keyword, parseKeyword } from './keyword.ts'

/** Long enough for the maximum number of ids with their separators. */
export const keywordParam = textParam(LIMITS.filter_ids_max * 24)

/** The keyword of a list of devices: complete ids, or a part of the name. */
export const keywordField = ({
  key,
  label,
  value,
  change,
  say: { words },
}: OneContext<{ words: DeviceWords }, string>) => {
  const keyword = parseKeyword(value)
  const chip =
    keyword.kind === 'ids' && keyword.macs.length > 1
      ? words(($) => $.filters.keyword_ids, { count: keyword.macs.length })
      : value
  return {
    key,
    label,
    control: (
      <FilterText
        label={label}
        placeholder={words(($) => $.filters.keyword_hint)}
        value={value}
        joinTextLines={joinPastedLines}
        error={keywordError(words, keyword)}
        onCommit={change}
      />
    ),
    chip: keyword.kind === 'name' || keyword.kind === 'ids' ? chip : undefined,
    clear: () => change(''),
  }
}

/** What a keyword asks of the call. */
export const keywordBody = (text: string): object => {
  const { kind, ...part } = parseKeyword(text)
  return kind === 'ids' || kind === 'name' ? part : {}
}

/** False while the keyword field contains incomplete or too many ids: nothing is requested until it is corrected. */
export const isComplete = ({ keyword }: { keyword: string }): boolean => {
  const { kind } = parseKeyword(keyword)
  return kind !== 'incomplete' && kind !== 'too_many'
}

/** Why a keyword cannot be requested; undefined when it can. */
const keywordError = (words: DeviceWords, keyword: Keyword): string | undefined => {
  if (keyword.kind === 'incomplete')
    return words(($) => $.filters.keyword_incomplete, { count: keyword.ids.length, ids: shortList(keyword.ids) })
  return keyword.kind === 'too_many' ? words(($) => $.filters.keyword_over_limit, { max: keyword.max }) : undefined
}

/** The first ids are named, the others counted. */
const NAMED_MAX = 3
const shortList = (ids: readonly string[]): string =>
  ids.length > NAMED_MAX ? `${ids.slice(0, NAMED_MAX).join(', ')} … +${ids.length - NAMED_MAX}` : ids.join(', ')
