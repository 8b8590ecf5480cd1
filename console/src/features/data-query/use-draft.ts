import { useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { type QueryDraft, readDraft, writeDraft } from './query-draft.ts'

/** Marks the addresses that the screen wrote itself. */
const EDITED = 'edited'

type Draft = {
  draft: QueryDraft
  /** The address has something that is not a query. */
  unreadable: boolean
  /** `push`: the step can be undone by going back. */
  keep: (draft: QueryDraft, step?: 'replace' | 'push') => void
}

/**
 * The query of the address. The address follows a change a moment later, and another change may come before it: the newest
 * one counts until the address is changed by somebody else, by going back, say.
 */
export const useDraft = (fallback: QueryDraft): Draft => {
  const [params, setParams] = useSearchParams()
  const { key, state } = useLocation()
  const type = useNavigationType()
  const [edit, setEdit] = useState<{ key: string; draft: QueryDraft } | null>(null)
  const text = params.get('q')
  const read = readDraft(text)
  const is_own = edit !== null && (key === edit.key || (state === EDITED && type !== 'POP'))
  return {
    draft: is_own ? edit.draft : (read ?? fallback),
    unreadable: !is_own && text !== null && read === null,
    keep: (draft, step = 'replace') => {
      setEdit({ key, draft })
      setParams({ q: writeDraft(draft) }, { replace: step === 'replace', state: EDITED })
    },
  }
}
