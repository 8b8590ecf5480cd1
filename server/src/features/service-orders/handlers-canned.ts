import { Refusal } from '@heatfleet/contract/errors.ts'
import type { CannedAnswer, cannedAnswers } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { isOwnedWithin } from '../roles/public.ts'
import {
  type CannedRow,
  deleteCannedAnswer,
  findCannedAnswer,
  insertCannedAnswer,
  listCannedAnswers,
  updateCannedAnswer,
} from './store-canned.ts'

/** Canned answers of organisations. */
export const cannedAnswerHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, id: number): Promise<CannedRow> => {
    const row = await findCannedAnswer(db, caller, id)
    if (row === undefined) throw new Refusal('canned_answer_not_found')
    return row
  }
  const readOwn = async (caller: Caller, id: number): Promise<CannedRow> => {
    const row = await read(caller, id)
    if (lockOf(caller, row) === 'not_own') throw new Refusal('canned_answer_read_only')
    return row
  }
  return {
    cannedAnswerList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listCannedAnswers(db, caller, body, part)
      return { list: rows.map((row) => toCanned(caller, row)), total, ...query }
    },

    cannedAnswerCreate: async ({ body }, { caller, note }) => {
      const limits = { at: now(), max: ORDER_LIMITS.canned_max }
      const id = await insertCannedAnswer(db, caller, body, limits).catch(refuseTaken)
      if (id === null) throw new Refusal('canned_answers_full', { details: { max: limits.max } })
      note({ object: `canned-answer ${id}`, detail: { after: body } })
      return toCanned(caller, await read(caller, id))
    },

    cannedAnswerEdit: async ({ params: { id }, body: { updated_at, ...draft } }, { caller, note }) => {
      note({ object: `canned-answer ${id}` })
      const before = await readOwn(caller, id)
      const moment = { id, read_at: new Date(updated_at), at: now(), uid: caller.uid }
      if (!(await updateCannedAnswer(db, moment, draft).catch(refuseTaken))) throw new Refusal('stale_edit')
      note({ detail: changedFields(draftOf(before), draft) })
      return toCanned(caller, await read(caller, id))
    },

    cannedAnswerDelete: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `canned-answer ${id}` })
      const before = await readOwn(caller, id)
      if (!(await deleteCannedAnswer(db, id, new Date(updated_at)))) throw new Refusal('stale_edit')
      note({ detail: { before: draftOf(before) } })
      return null
    },
  } satisfies Pick<Handlers, keyof typeof cannedAnswers>
}

const draftOf = ({ language, title, text }: CannedRow) => ({ language, title, text })

const lockOf = (caller: Caller, { agent_id, owner_path }: CannedRow): CannedAnswer['lock'] => {
  if (!isOwnedWithin(caller, { agent_id, agent_path: owner_path })) return 'not_own'
  return caller.permissions.has('order:canned-edit') ? null : 'no_right'
}

/** Who keeps one above the caller's organisation is not said: the tree is known downwards only. */
const toCanned = (caller: Caller, { owner_path, updated_at, agent_name, ...row }: CannedRow): CannedAnswer => {
  const lock = lockOf(caller, { owner_path, updated_at, agent_name, ...row })
  const is_above = lock === 'not_own'
  return {
    ...row,
    agent_id: is_above ? null : row.agent_id,
    agent_name: is_above ? '' : (agent_name ?? ''),
    updated_by: is_above ? '' : row.updated_by,
    updated_at: updated_at.toISOString(),
    lock,
  }
}

const refuseTaken = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('canned_answer_taken', { field: 'title' })
  throw error
}
