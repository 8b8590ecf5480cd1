import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Definition } from '@heatfleet/contract/products/diff.ts'
import type { RegisterImportRequest, RegisterListLook } from '@heatfleet/contract/products/import.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { findPicture } from '../../platform/pictures.ts'
import { sheetOf } from '../../platform/uploaded-sheets.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { countsOf } from '../../sheets/sheet-counts.ts'
import { serveList } from '../../sheets/write-sheet.ts'
import { changeDraft, type OpenDraft, readDraft } from './drafts.ts'
import type { ValidatedSheet } from './import-validation.ts'
import type { ListWork } from './import-work.ts'
import { findProduct } from './store.ts'
import { findVersion } from './store-drafts.ts'
import { listBytes, productFileBytes } from './write-list.ts'

/** Register lists from sheets into a draft: looked at, tried, taken; and out again in the same form. */
export const productImportHandlers = ({
  database: { db },
  clock,
  exports_folder,
}: Pick<AppContext, 'database' | 'clock' | 'exports_folder'>) =>
  ({
    productImportRead: ({ body: { content, reading } }, call) =>
      inProcess<RegisterListLook>({ kind: 'look', file: { bytes: sheetOf(content) }, reading }, call),

    productImportCheck: async ({ params: { product_key }, body }, call) => {
      const draft = await readDraft(db, product_key)
      const { rows, removed, questions } = await validate(body, draft, true, call)
      return { revision: draft.revision, counts: countsOf(rows), rows, removed, questions }
    },

    productImportApply: async ({ params: { product_key }, body }, call) => {
      const { caller, note } = call
      note({ object: `product ${product_key}` })
      const draft = await readDraft(db, product_key)
      if (draft.revision !== body.revision) throw new Refusal('stale_edit')
      const { rows, set, removed } = await validate(body, draft, false, call)
      const counts = countsOf(rows)
      if (counts.error > 0) throw new Refusal('sheet_has_errors', { details: { count: counts.error } })
      const changed = new Set(rows.filter(({ verdict }) => verdict !== 'same').map(({ key }) => key))
      const change = { revision: body.revision, set: set.filter(({ key }) => changed.has(key)), removed, settings: {} }
      const { after } = await changeDraft(db, product_key, change, {
        by: caller.user_name,
        at: new Date(clock.now()),
      })
      note({ detail: { file_name: body.file_name, counts, removed: removed.length, revision: after.revision } })
      return { revision: after.revision, counts }
    },

    productExport: async ({ params: { product_key }, query: { format, layout_id } }, { note }) => {
      note({ object: `product ${product_key}`, detail: { format, layout_id } })
      const product = await findProduct(db, product_key)
      if (product === null) throw new Refusal('product_unknown')
      const served = async (name: string, definition: Definition) => {
        const bytes =
          format === 'json'
            ? productFileBytes(product, definition, await findPicture(db, 'product', product_key))
            : await listBytes(format, definition.points)
        return serveList(exports_folder, name, format, bytes)
      }
      if (layout_id === undefined) return served(product_key, await readDraft(db, product_key))
      const version = await findVersion(db, product_key, layout_id)
      if (version === null) throw new Refusal('product_version_unknown')
      return served(`${product_key}-v${version.version ?? 0}`, version)
    },
  }) satisfies Pick<Handlers, 'productImportRead' | 'productImportCheck' | 'productImportApply' | 'productExport'>

/** The reading process answers each kind of work with its own kind of result. */
const inProcess = <Done>(work: ListWork, call: SheetCall): Promise<Done> =>
  runSheetWork<Done>(new URL('./import-worker.ts', import.meta.url), work, work.file, call)

const validate = (
  { content, sheet: _, ...request }: RegisterImportRequest,
  { points }: OpenDraft,
  is_dry_run: boolean,
  call: SheetCall,
): Promise<ValidatedSheet> =>
  inProcess({ kind: 'judge', file: { bytes: sheetOf(content) }, ask: request, existing: points, is_dry_run }, call)
