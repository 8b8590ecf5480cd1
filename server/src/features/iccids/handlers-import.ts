import { Refusal } from '@heatfleet/contract/errors.ts'
import { iccidKey } from '@heatfleet/contract/iccids/card.ts'
import type { IccidField, IccidImportRequest, IccidRow, iccidImports } from '@heatfleet/contract/iccids/import.ts'
import type { SheetLook, SheetVerdict } from '@heatfleet/contract/sheets.ts'
import { ICCID_MOVES, type IccidState } from '@heatfleet/contract/transitions.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import type { Tables } from '../../platform/tables.ts'
import { sheetOf } from '../../platform/uploaded-sheets.ts'
import { runSheetWork, type SheetCall } from '../../sheets/run-sheet-work.ts'
import { countsOf } from '../../sheets/sheet-counts.ts'
import type { SheetLine } from '../../sheets/sheet-lines.ts'
import { cardOfLine, newCardOf } from './import-line.ts'
import type { CardWork } from './import-work.ts'
import {
  insertCards,
  insertEvents,
  type KnownCard,
  listByKey,
  listReported,
  lockCards,
  mayOwnLoose,
  type NewCard,
  updateCard,
} from './store.ts'

/** Import of cards from sheets: preview, dry run, import. */
export const iccidImportHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    iccidImportRead: ({ body: { content, sheet } }, call) =>
      inProcess<SheetLook<IccidField>>({ kind: 'look', file: { bytes: sheetOf(content), sheet } }, call),

    iccidImportCheck: async ({ body }, call) => {
      const lines = (await judge(db, call.caller, body, await linesOf(body, call))).map(({ line }) => line)
      return { counts: countsOf(lines), rows: lines }
    },

    iccidImportApply: async ({ body }, call) => {
      const { caller, note } = call
      note({ object: 'iccids', detail: { file_name: body.file_name } })
      const lines = await linesOf(body, call)
      const at = new Date(clock.now())
      const counts = await db.transaction().execute(async (trx) => {
        await lockCards(trx)
        const judged = await judge(trx, caller, body, lines)
        const found = countsOf(judged.map(({ line }) => line))
        if (found.error > 0) throw new Refusal('sheet_has_errors', { details: { count: found.error } })
        const made = judged.flatMap(({ made: card }) => (card === null ? [] : [card]))
        await insertCards(trx, made, { by: caller, at })
        for (const { changed } of judged) {
          if (changed === null) continue
          const { before, patch, fields } = changed
          const { card_id, device_id } = before
          await updateCard(trx, caller.scope, { card_id, patch })
          const others = fields.filter((field) => field !== 'status')
          await insertEvents(
            trx,
            [
              ...(patch.status === undefined || patch.status === before.status
                ? []
                : [{ card_id, device_id, what: 'status', was: before.status, became: patch.status }]),
              ...(others.length === 0 ? [] : [{ card_id, device_id, what: 'changed', became: others.join(', ') }]),
            ],
            at,
            caller,
          )
        }
        return found
      })
      note({ detail: { file_name: body.file_name, counts } })
      return { counts }
    },
  }) satisfies Pick<Handlers, keyof typeof iccidImports>

/** The reading process answers each kind of work with its own kind of result. */
const inProcess = <Done>(work: CardWork, call: SheetCall): Promise<Done> =>
  runSheetWork<Done>(new URL('./import-worker.ts', import.meta.url), work, work.file, call)

const linesOf = ({ content, sheet, ...ask }: IccidImportRequest, call: SheetCall): Promise<SheetLine<IccidField>[]> =>
  inProcess({ kind: 'lines', file: { bytes: sheetOf(content), sheet }, ask }, call)

type Patch = Partial<Omit<NewCard, 'iccid'>>
type Judged = {
  line: IccidRow
  made: (NewCard & { device_id: number | null }) | null
  changed: { before: KnownCard; patch: Patch; fields: string[] } | null
}

/** A verdict on each line against the cards and the devices of the scope as they are now. */
const judge = async (
  db: Kysely<Tables>,
  caller: Caller,
  { time_zone }: Pick<IccidImportRequest, 'time_zone'>,
  lines: readonly SheetLine<IccidField>[],
): Promise<Judged[]> => {
  const zone = zoneClock(time_zone)
  const parsed = lines.map((line) => ({ line, ...cardOfLine(line.cells, zone) }))
  const numbers = parsed.flatMap(({ iccid }) => (iccid === null ? [] : [iccid]))
  const [known, reported] = await Promise.all([
    listByKey(db, caller.scope, numbers),
    listReported(db, caller.scope, numbers),
  ])
  const seen = new Map<string, number>()
  return parsed.map(({ line, iccid, card, problems: found }): Judged => {
    const key = iccid === null ? '' : iccidKey(iccid)
    const device = reported.get(key)
    const row = { row: line.row, name: (iccid ?? line.cells.iccid ?? '').slice(0, 60), mac: device?.mac ?? '' }
    const verdictOf = (verdict: SheetVerdict, problems: IccidRow['problems'], fields: string[] = []): IccidRow => ({
      ...row,
      verdict,
      problems: [...line.problems, ...problems],
      fields,
    })
    if (line.left_out !== null) return { line: verdictOf('left_out', []), made: null, changed: null }
    const before = known.get(key)
    const problems = [...found, ...placeProblems(key, { seen, row: line.row, before, device, scope: caller.scope })]
    if (key !== '') seen.set(key, seen.get(key) ?? line.row)
    if (before !== undefined && !mayBecome(before.status, card.status))
      problems.push(error('status_move', 'status', `${before.status} → ${card.status}`))
    if (problems.some(({ severity }) => severity === 'error') || iccid === null)
      return { line: verdictOf('error', problems), made: null, changed: null }
    if (before === undefined) {
      const made = { ...newCardOf(iccid, card, device !== undefined), device_id: device?.device_id ?? null }
      return { line: verdictOf('new', problems), made, changed: null }
    }
    const fields = Object.keys(changedFields(before, card).after).map(wireName)
    if (fields.length === 0) return { line: verdictOf('same', problems), made: null, changed: null }
    return { line: verdictOf('changed', problems, fields), made: null, changed: { before, patch: card, fields } }
  })
}

const mayBecome = (from: IccidState, to: IccidState | undefined): boolean =>
  to === undefined || to === from || (ICCID_MOVES[from] as readonly IccidState[]).includes(to)

const wireName = (field: string): string =>
  field === 'activated_at' ? 'activation_time' : field === 'expires_at' ? 'expiration_time' : field

const error = (
  problem: IccidRow['problems'][number]['problem'],
  field: IccidField,
  text: string,
): IccidRow['problems'][number] => ({ problem, severity: 'error', field, text, fix: null })

type Place = {
  seen: ReadonlyMap<string, number>
  row: number
  before: KnownCard | undefined
  device: unknown
  scope: Caller['scope']
}

/** Twice in the sheet, or a card that is not the caller's: it is said in the same words whether it exists or not. */
const placeProblems = (key: string, { seen, before, device, scope }: Place): IccidRow['problems'] => {
  if (key === '') return []
  const first = seen.get(key)
  if (first !== undefined) return [error('duplicate_iccid', 'iccid', String(first))]
  const is_own = before === undefined ? device !== undefined || mayOwnLoose(scope) : before.visible
  return is_own ? [] : [error('outside_scope', 'iccid', '')]
}
