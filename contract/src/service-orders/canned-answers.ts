import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { MESSAGE_LANGUAGES } from '../notification-policies/channel.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'
import { ORDER_LIMITS } from './limits.ts'

/** What stands for a value of the order in a canned answer: `{{device}}`. */
export const CANNED_PLACEHOLDERS = ['device', 'person', 'distributor'] as const
type CannedPlaceholder = (typeof CANNED_PLACEHOLDERS)[number]

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
const isPlaceholder = (name: string | undefined): boolean =>
  (CANNED_PLACEHOLDERS as readonly (string | undefined)[]).includes(name)

/** A canned answer with the values of an order; an empty value leaves its place empty. */
export const fillCannedAnswer = (text: string, values: Readonly<Record<CannedPlaceholder, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => (values as Readonly<Record<string, string>>)[name] ?? whole)

const values = {
  language: z.enum(MESSAGE_LANGUAGES),
  title: textOf({ min: 1, max: ORDER_LIMITS.canned_title_max }),
  text: textOf({ min: 1, max: ORDER_LIMITS.text_max }).refine(
    (text) => [...text.matchAll(PLACEHOLDER)].every(([, name]) => isPlaceholder(name)),
    { message: 'canned_placeholder_unknown' },
  ),
}
export const CannedAnswerDraft = z.object(values)
export type CannedAnswerDraft = z.infer<typeof CannedAnswerDraft>

/** Why one cannot be changed by the caller. */
const CANNED_LOCKS = ['not_own', 'no_right'] as const

/** A prepared answer to service orders (product 3.36). */
export const CannedAnswer = z.object({
  canned_answer_id: RowId,
  language: z.enum(MESSAGE_LANGUAGES),
  title: z.string(),
  text: z.string(),
  /** The distributor that keeps it; null = the manufacturer, or one above that the caller does not see. */
  agent_id: RowId.nullable(),
  agent_name: z.string(),
  /** It is offered when the caller answers: of the own organisation or one above it. */
  offered: z.boolean(),
  /** User name; empty = an account that is gone, or one of an organisation above. */
  updated_by: z.string(),
  updated_at: z.iso.datetime(),
  lock: z.enum(CANNED_LOCKS).nullable(),
})
export type CannedAnswer = z.infer<typeof CannedAnswer>

export const CANNED_SORTS = ['title', 'updated_at'] as const
export const CannedAnswerFilter = z.object({
  /** Part of title or text. */
  search: z.string().trim().max(100).optional(),
  language: z.enum(MESSAGE_LANGUAGES).optional(),
  /** Only what is offered when the caller answers. */
  offered: z.boolean().optional(),
  sort_by: z.enum(CANNED_SORTS).default('title'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type CannedAnswerFilter = z.infer<typeof CannedAnswerFilter>

const ById = z.object({ id: RowIdText })
const AsRead = z.object({ updated_at: z.iso.datetime() })
const example: CannedAnswer = {
  canned_answer_id: 4,
  language: 'en',
  title: 'Restart',
  text: 'Please switch {{device}} off for a minute, then on again.',
  agent_id: 7,
  agent_name: 'Hangzhou Nuanyuan',
  offered: true,
  updated_by: 'hotline',
  updated_at: '2026-11-21T09:15:00.000Z',
  lock: null,
}

/** Canned answers: kept by an organisation, offered to it and to those below. */
export const cannedAnswers = endpoints({
  cannedAnswerList: {
    method: 'POST',
    path: '/service-order/canned-answer-list',
    kind: 'read',
    of: 'canned-answer',
    needs: 'order:view',
    about: { list: 'canned_answer' },
    query: Paging,
    body: CannedAnswerFilter.default({ sort_by: 'title', sort_order: 'asc' }),
    result: pageOf(CannedAnswer),
    fails: [],
    says: 'Canned answers of the own organisation, of those above it and of those below.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  cannedAnswerCreate: {
    method: 'POST',
    path: '/service-order/canned-answer',
    kind: 'change',
    of: 'canned-answer',
    needs: 'order:canned-edit',
    about: 'unscoped',
    body: CannedAnswerDraft,
    result: CannedAnswer,
    fails: ['canned_answers_full', 'canned_answer_taken', 'canned_placeholder_unknown'],
    says: 'Keeps a canned answer in the own organisation.',
    example,
  },
  cannedAnswerEdit: {
    method: 'PUT',
    path: '/service-order/canned-answer/:id',
    kind: 'change',
    of: 'canned-answer',
    needs: 'order:canned-edit',
    about: 'canned_answer',
    params: ById,
    body: CannedAnswerDraft.extend({ updated_at: z.iso.datetime() }),
    result: CannedAnswer,
    fails: [
      'canned_answer_not_found',
      'canned_answer_read_only',
      'canned_answer_taken',
      'canned_placeholder_unknown',
      'stale_edit',
    ],
    says: 'Changes a canned answer of the own organisation or one below it.',
    example,
  },
  cannedAnswerDelete: {
    method: 'DELETE',
    path: '/service-order/canned-answer/:id',
    kind: 'change',
    of: 'canned-answer',
    needs: 'order:canned-edit',
    about: 'canned_answer',
    params: ById,
    query: AsRead,
    result: z.null(),
    fails: ['canned_answer_not_found', 'canned_answer_read_only', 'stale_edit'],
    says: 'Removes a canned answer; what was answered with it stays.',
    example: null,
  },
})
