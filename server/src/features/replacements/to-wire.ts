import { REPLACEMENT_UNDO_DAYS, type Replacement } from '@heatfleet/contract/replacements/replacements.ts'
import type { Caller } from '../../caller.ts'
import type { ReplacementRow, ReplacementScopes } from './store-list.ts'

export const UNDO_MS = REPLACEMENT_UNDO_DAYS * 86_400_000

export const scopesOf = (caller: Caller): ReplacementScopes => ({
  device: caller.scope,
  account: caller.scopes.account,
})

/** A replacement as it is shown. */
export const toReplacement = (row: ReplacementRow, now: Date): Replacement => {
  const { replaced_at, undone_at, replaced_by, undone_by, ...rest } = row
  const until = new Date(replaced_at.getTime() + UNDO_MS)
  const is_undoable = undone_at === null && row.mac === row.new_mac && until > now
  return {
    ...rest,
    replaced_time: replaced_at.toISOString(),
    replaced_by: replaced_by ?? '',
    state: undone_at === null ? 'in_effect' : 'undone',
    undone_time: undone_at?.toISOString() ?? null,
    undone_by: undone_by ?? '',
    undo_until: is_undoable ? until.toISOString() : null,
  }
}
