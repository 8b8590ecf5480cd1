import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../cloud/call.ts'
import { usePermission } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { SuggestionList } from '../ui/suggestion-list.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { appUserName } from './app-user-name.ts'

const DEBOUNCE_MS = 300
const LISTED_MAX = 6
/** One letter would match half the users; many names in Chinese have two. */
const LETTERS_MIN = 2
/** Longer than a user ID: a phone number, found when it is whole. */
const PHONE = /^\+?\d{11,}$/

type SuggestionsProps = {
  typed: string
  /** Receives the ID as text, as it would have been typed. */
  onChoose: (id: string) => void
}

const filterOf = (search: string) => {
  if (search.includes('@')) return { email: search }
  return PHONE.test(search) ? { phone: search } : { search }
}

/** Suggests app users in scope by a part of the name, or by the whole phone number or e-mail address. */
export function PersonSuggestions({ typed, onChoose }: SuggestionsProps) {
  const t = useMessages('bindings')
  const may_look = usePermission('appuser:view')
  const search = useDebounced(typed, DEBOUNCE_MS)
  const enabled = may_look && search.length >= LETTERS_MIN
  const { data } = useRead(
    api.appUserList,
    { query: { pageNo: 1, size: LISTED_MAX }, body: filterOf(search) },
    { enabled, placeholder: 'keep' },
  )
  if (!enabled || data === undefined) return null
  return (
    <SuggestionList
      label={t(($) => $.person.suggestions)}
      none={t(($) => $.person.none_found)}
      found={data.list.map(({ app_user_id, nick_name, phone, email }) => ({
        key: String(app_user_id),
        label: appUserName({ app_user_id, nick_name }),
        note: [`#${app_user_id}`, phone || email].filter(Boolean).join(' · '),
      }))}
      onChoose={onChoose}
    />
  )
}
