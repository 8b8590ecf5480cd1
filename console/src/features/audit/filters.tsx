import { AUDIT_RESULTS } from '@heatfleet/contract/audit.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterDays } from '../../ui/filter-bar-controls.tsx'
import { formatTime } from '../../ui/format.ts'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import type { AuditAddress } from './address.ts'

/** The filters of the audit log, on every column, bound to its address. */
export const useAuditFilters = (
  address: AuditAddress,
  change: (part: Partial<AuditAddress>) => void,
): FilterField[] => {
  const t = useWords('audit')
  const lang = useLanguage()
  const actions: Readonly<Record<string, string>> = t(($) => $.actions, { returnObjects: true })
  const text = (key: 'user_name' | 'object' | 'address' | 'request_id' | 'text'): FilterField =>
    textFilter(
      key,
      t(($) => $.fields[key]),
      address[key],
      (value) => change({ [key]: value }),
    )
  const dayText = (day: string | undefined) => (day === undefined ? '…' : formatTime(`${day}T00:00:00`, lang, 'date'))
  const period = t(($) => $.fields.from)
  return [
    text('user_name'),
    choiceFilter(
      'action',
      t(($) => $.fields.action),
      Object.entries(actions).map(([value, label]) => ({ value, label })),
      address.action === '' ? undefined : address.action,
      (action) => change({ action: action ?? '' }),
    ),
    text('object'),
    choiceFilter(
      'result',
      t(($) => $.fields.result),
      AUDIT_RESULTS.map((value) => ({ value, label: t(($) => $.results[value]) })),
      address.result,
      (result) => change({ result }),
    ),
    {
      key: 'period',
      label: period,
      control: <FilterDays label={period} from={address.from} to={address.to} onChange={change} />,
      chip:
        address.from === undefined && address.to === undefined
          ? undefined
          : `${dayText(address.from)} – ${dayText(address.to)}`,
      clear: () => change({ from: undefined, to: undefined }),
    },
    text('text'),
    text('address'),
    text('request_id'),
  ]
}
