import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../cloud/call.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { appUserName } from './app-user-name.ts'

export type Person = { app_user_id: number; nick_name: string }
type Texts = {
  /** While no number is typed. */
  hint: string
  found: (person: { name: string; contact: string }) => string
  /** Why this person cannot be taken. */
  refuse?: (person: Person) => string | undefined
}

const NUMBER = /^[1-9]\d{0,9}$/

/** Whether an ID is typed, and not a name to be searched. */
export const isPersonId = (typed: string): boolean => NUMBER.test(typed.trim())

/** Finds the app user of a typed number: a text for the field; `person` is null unless it can be taken. */
export const usePerson = (typed: string, texts: Texts): { person: Person | null; hint?: string; error?: string } => {
  const t = useMessages('bindings')
  const errorText = useErrorText()
  const is_number = isPersonId(typed)
  const found = useRead(api.appUserInfo, { params: { id: is_number ? typed : 0 } }, { enabled: is_number })
  if (!is_number) return { person: null, hint: texts.hint }
  if (found.error !== null) return { person: null, error: errorText(found.error).message }
  if (found.data === undefined) return { person: null, hint: t(($) => $.transfer.looking) }
  const refused = texts.refuse?.(found.data)
  if (refused !== undefined) return { person: null, error: refused }
  if (found.data.status === 'erased') return { person: null, error: t(($) => $.transfer.erased) }
  const contact = found.data.phone || found.data.email
  return { person: found.data, hint: texts.found({ name: appUserName(found.data), contact }) }
}
