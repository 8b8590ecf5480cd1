import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import { forgetKnownModules } from '../first-contact/public.ts'
import { findCallerOfJobOwner } from '../session/public.ts'
import { assertRoom, checkLines, readTarget } from './draft.ts'
import {
  beginImport,
  failImport,
  finishImport,
  importPart,
  lockImports,
  nextPart,
  noteProgress,
  waitAgain,
} from './store-run.ts'

export type ImportDeps = Pick<AppContext, 'database' | 'clock' | 'log' | 'bus'> & { changes: Changes }

/** Lines of one statement: enough for speed, few enough for a progress that moves. */
const PART_LINES = 2_500

/** Thrown to leave the transaction of an import whose process stops. */
const STOPPED = Symbol('stopped')

/**
 * Imports a queued batch: all in one transaction, under the rights and scope that its account has now. A process that stops
 * or is killed leaves it not begun; the next one takes it up.
 */
export const runImport = async (deps: ImportDeps, import_id: number, signal: AbortSignal): Promise<void> => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())
  const job = await beginImport(db, import_id, now())
  if (job === undefined) return
  const { agent_id, uid, api_token_id } = job
  try {
    const known = await db.transaction().execute(async (trx) => {
      await lockImports(trx)
      const caller = uid === null ? null : await findCallerOfJobOwner(deps, { uid, api_token_id })
      if (!caller?.permissions.has('device-import:create')) throw new Refusal('no_permission')
      await readTarget(trx, caller, agent_id)
      const { counts, product_keys } = await checkLines(trx, caller.scope, import_id)
      await assertRoom(trx, agent_id, counts.new)
      const finished_at = now()
      let written = 0
      let after = 0
      for (;;) {
        if (signal.aborted) throw STOPPED
        const part = await nextPart(trx, import_id, after, PART_LINES)
        if (part === null) break
        await importPart(trx, { import_id, after, last: part.last, now: finished_at })
        written += part.n
        after = part.last
        await noteProgress(db, import_id, written)
      }
      await finishImport(trx, { import_id, finished_at, counts, product_keys })
      return forgetKnownModules(trx)
    })
    if (known.length === 0) return
    // They had tried to log in before: the next attempt gets in.
    deps.bus.publish({ kind: 'modules_admitted', admitted: known })
    deps.changes.unknownModulesChanged.publish()
  } catch (error) {
    if (error === STOPPED) return waitAgain(db, import_id)
    const is_refusal = error instanceof Refusal
    await failImport(db, import_id, is_refusal ? error.code : 'system_exception', now())
    // Counted and logged where jobs are; the batch can be started again.
    if (!is_refusal) throw error
  }
}
