import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Preferences } from '../preferences.ts'
import { RowId, RowIdText } from '../row-id.ts'

/** Tables that people lay out, and whose filters they keep; of the front page the columns are its panels. */
export const LIST_NAMES = [
  'front-page',
  'devices',
  'device-groups',
  'shipments',
  'unknown-modules',
  'iccids',
  'imports',
  'import-rows',
  'accounts',
  'app-users',
  'data-grants',
  'app-versions',
  'distributors',
  'roles',
  'groups',
  'products',
  'points',
  'fault-codes',
  'audit',
  'alarms',
  'alarm-rules',
  'alarm-mutes',
  'orders',
  'evaluations',
  'canned-answers',
  'bindings',
  'replacements',
  'models',
  'rollouts',
  'rollout-units',
  'firmware',
  'upgrades',
  'controls',
  'device-log',
  'dead-letters',
  'notification-policies',
  'notification-channels',
  'notification-deliveries',
  'data-query',
  'webhooks',
  'webhook-calls',
] as const
export type ListName = (typeof LIST_NAMES)[number]

const ColumnKey = z.string().min(1).max(LIMITS.list_column_max)
const WidthPx = z.int().min(LIMITS.column_width_px.min).max(LIMITS.column_width_px.max)

/** Which columns of a table are shown in which order, how high its rows are, and the columns whose width was set. */
export const ListLayout = z.object({
  shown: z.array(ColumnKey).max(LIMITS.export_columns_max),
  density: Preferences.shape.density,
  /** Px by the key of the column; the others share what is left. */
  widths: z
    .record(ColumnKey, WidthPx)
    .refine((widths) => Object.keys(widths).length <= LIMITS.export_columns_max)
    .optional(),
})
export type ListLayout = z.infer<typeof ListLayout>

const ViewName = z.string().trim().min(1).max(LIMITS.view_name_max)
const ViewDraft = z.object({
  view_name: ViewName,
  /** Filters and order as the list's address has them, without the page. */
  query: z.string().max(LIMITS.view_query_max),
  /** Null = as the table is drawn before anybody lays it out. */
  layout: ListLayout.nullable(),
})

/** A saved view of a list: filters, order and columns under a name. */
export const ListView = ViewDraft.extend({ view_id: RowId, list: z.enum(LIST_NAMES) })
export type ListView = z.infer<typeof ListView>

/** What one account chose for its lists. */
export const ListChoices = z.object({
  layouts: z.array(z.object({ list: z.enum(LIST_NAMES), layout: ListLayout })),
  views: z.array(ListView),
})
export type ListChoices = z.infer<typeof ListChoices>

const ByList = z.object({ list: z.enum(LIST_NAMES) })
const ById = z.object({ id: RowIdText })

const layout: ListLayout = {
  shown: ['mac', 'status', 'last_online_time'],
  density: 'compact',
  widths: { status: 140 },
}
const example: ListView = {
  view_id: 4,
  list: 'devices',
  view_name: 'Offline in Warsaw',
  query: 'quick=offline',
  layout,
}

/** Saved views and columns of lists (product 3.0 and 3.38): kept with the account, the same in every browser. */
export const listChoices = endpoints({
  ownLists: {
    method: 'GET',
    path: '/center/lists',
    kind: 'read',
    of: 'list-choices',
    needs: 'signed-in',
    about: { list: 'view' },
    result: ListChoices,
    fails: [],
    says: 'Columns and saved views of the own account, for every list; views by name.',
    example: { layouts: [{ list: 'devices', layout }], views: [example] },
  },
  layOutList: {
    method: 'PUT',
    path: '/center/lists/:list/layout',
    kind: 'change',
    of: 'list-choices',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    params: ByList,
    body: z.object({ layout: ListLayout.nullable() }),
    result: z.null(),
    fails: [],
    says: 'Keeps the columns, their widths and the row height of a list; null forgets them.',
    example: null,
  },
  saveView: {
    method: 'POST',
    path: '/center/lists/:list/views',
    kind: 'change',
    of: 'list-choices',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    params: ByList,
    body: ViewDraft,
    result: ListView,
    fails: ['views_full'],
    says: 'Keeps a view of a list under a name; one of the same name is replaced.',
    example,
  },
  renameView: {
    method: 'PUT',
    path: '/center/views/:id',
    kind: 'change',
    of: 'list-choices',
    needs: 'signed-in',
    about: 'view',
    closed_to_api_tokens: true,
    params: ById,
    body: z.object({ view_name: ViewName }),
    result: ListView,
    fails: ['not_found', 'view_name_taken'],
    says: 'Gives an own view another name.',
    example,
  },
  deleteView: {
    method: 'DELETE',
    path: '/center/views/:id',
    kind: 'change',
    of: 'list-choices',
    needs: 'signed-in',
    about: 'view',
    closed_to_api_tokens: true,
    params: ById,
    result: z.null(),
    fails: ['not_found'],
    says: 'Forgets an own view.',
    example: null,
  },
})
