import { Link } from 'react-router'
import { useSession } from '../cloud/session.ts'
import { useLanguage } from '../messages/messages.ts'
import { formatNumber } from '../ui/format.ts'
import { LIST_PATHS } from './list-paths.ts'

/** How many accounts have a role or a resource group, as a link to them for whoever finds the accounts in the own menu. */
export function AccountCount({
  of,
  count,
}: {
  of: { role_id: number } | { resource_group_id: number }
  count: number
}) {
  const lang = useLanguage()
  const text = formatNumber(count, 0, lang)
  const may_see = useSession(({ menu }) =>
    menu.some(({ children }) => children.some(({ path }) => path === LIST_PATHS.accounts)),
  )
  const query = new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))
  return may_see && count > 0 ? <Link to={`${LIST_PATHS.accounts}?${query}`}>{text}</Link> : text
}
