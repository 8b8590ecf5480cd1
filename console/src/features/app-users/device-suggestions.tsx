import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { SuggestionList } from '../../ui/suggestion-list.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

const DEBOUNCE_MS = 300
const LISTED_MAX = 6
/** One letter would match half the fleet. */
const LETTERS_MIN = 2

/** Suggests devices in scope by the beginning of an id or a part of the name. */
export function DeviceSuggestions({ typed, onChoose }: { typed: string; onChoose: (mac: string) => void }) {
  const t = useMessages('app-users')
  const may_look = usePermission('device:view')
  const search = useDebounced(typed, DEBOUNCE_MS)
  const enabled = may_look && search.length >= LETTERS_MIN
  const { data } = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: LISTED_MAX }, body: { search } },
    { enabled, placeholder: 'keep' },
  )
  if (!enabled || data === undefined) return null
  return (
    <SuggestionList
      label={t(($) => $.bind.found)}
      none={t(($) => $.bind.none_found)}
      found={data.list.map(({ mac, device_name, agent_name }) => ({
        key: mac,
        label: device_name === '' ? mac : `${device_name} · ${mac}`,
        note: agent_name,
      }))}
      onChoose={onChoose}
    />
  )
}
