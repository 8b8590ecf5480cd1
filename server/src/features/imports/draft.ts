import { randomBytes } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ImportCounts, ImportHeader, ImportSource } from '@heatfleet/contract/imports/imports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Scope } from '../../platform/scope.ts'
import { seal } from '../../platform/seal.ts'
import type { Tables } from '../../platform/tables.ts'
import { type NumberedLine, type ParsedLine, parseLine } from './parse-line.ts'
import {
  countOpenImports,
  findRoom,
  findTarget,
  type ImportViewer,
  listProductNames,
  queueImport,
  type Target,
} from './store.ts'
import {
  countLines,
  evaluateLines,
  insertDraft,
  listProductTexts,
  type NamedProducts,
  putLines,
  type StoredLine,
  updateDraft,
} from './store-draft.ts'

type Db = Kysely<Tables>
type SecretKey = Pick<AppContext, 'secret_key'>

const SECRET_BYTES = 32

/** Who the caller is to batches. */
export const viewerOf = (caller: Caller): ImportViewer => ({
  scope: caller.scope,
  owner: { uid: caller.uid, api_token_id: caller.api_token_id },
})

/** Where units of the caller go; null = to the own distributor, or the stock of the manufacturer. */
export const readTarget = async (db: Db, caller: Caller, agent_id: number | null): Promise<Target> => {
  const wanted = agent_id ?? caller.agent_id
  if (wanted === null) return { agent_id: null, agent_path: '/', agent_name: null }
  const found = await findTarget(db, caller.scope, wanted)
  if (found === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  return found
}

/** Refuses a product that no unit may be imported as. */
export const assertProduct = async (db: Db, scope: Scope, product_key: string | null): Promise<void> => {
  if (product_key === null) return
  const names = await listProducts(db, scope)
  if (!names.some((product) => product.product_key === product_key))
    throw new Refusal('product_unknown', { field: 'product_key' })
}

type DraftOrder = {
  header: ImportHeader
  source: ImportSource
  file_name: string
  retry_of: number | null
  /** Puts the lines in; they are counted afterwards. */
  fill: (import_id: number) => Promise<void>
  now: Date
}

/** Makes a draft and checks its lines, in the caller's transaction. */
export const createDraft = async (trx: Db, caller: Caller, { header, fill, ...order }: DraftOrder) => {
  const { agent_id, ...common } = header
  const target = await readTarget(trx, caller, agent_id)
  await assertProduct(trx, caller.scope, header.product_key)
  const { uid, api_token_id, user_name } = caller
  const import_id = await insertDraft(
    trx,
    caller.scope,
    { uid, api_token_id, imported_user: user_name, target, header: common, ...order },
    LIMITS.device_import_drafts_max,
  )
  if (import_id === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  await fill(import_id)
  const { counts } = await checkDraft(trx, caller.scope, import_id)
  const lines = Object.values(counts).reduce((sum, n) => sum + n, 0)
  if (lines === 0) throw new Refusal('import_empty')
  return { import_id, counts }
}

/** Evaluates the lines of a batch. */
export const checkLines = async (trx: Db, scope: Scope, import_id: number) => {
  await evaluateLines(trx, scope, import_id, await nameProducts(trx, scope, import_id))
  return countLines(trx, import_id)
}

/** Evaluates the lines of a draft, and notes what they come to. */
export const checkDraft = async (trx: Db, scope: Scope, import_id: number) => {
  const found = await checkLines(trx, scope, import_id)
  await updateDraft(trx, import_id, found)
  return found
}

/** Which products the lines of a batch mean: by key, or by a name that no other has. */
const nameProducts = async (trx: Db, scope: Scope, import_id: number): Promise<NamedProducts> => {
  const texts = await listProductTexts(trx, import_id)
  const keys = new Map<string, Set<string>>()
  for (const { product_key, name, english_name } of texts.length === 0 ? [] : await listProducts(trx, scope))
    for (const text of [product_key, name, english_name]) {
      const plain = plainOf(text)
      keys.set(plain, (keys.get(plain) ?? new Set()).add(product_key))
    }
  const named = texts.flatMap((text) => {
    const [product_key, ...others] = keys.get(plainOf(text)) ?? []
    return product_key === undefined || others.length > 0 ? [] : [{ text, product_key }]
  })
  return { texts: named.map(({ text }) => text), product_keys: named.map(({ product_key }) => product_key) }
}

const plainOf = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

/** Products that units of the scope may be: a resource group that names products holds no others. */
const listProducts = async (db: Db, { group }: Scope) => {
  const products = await listProductNames(db)
  if (group === null || group.product_keys.length === 0) return products
  return products.filter(({ product_key }) => group.product_keys.includes(product_key))
}

/** Lines with sealed secrets, made one at a time while they are stored. */
function* sealLines({ secret_key }: SecretKey, lines: Iterable<NumberedLine>): Generator<StoredLine> {
  for (const line of lines) yield sealLine({ secret_key }, parseLine(line))
}

/** A line with its secret, or with one that is made. */
export const sealLine = ({ secret_key }: SecretKey, { secret, ...line }: ParsedLine): StoredLine => ({
  ...line,
  secret_sealed: seal(secret_key, secret ?? randomBytes(SECRET_BYTES)),
})

/** Fills a draft with lines. */
export const fillWith =
  (deps: SecretKey, trx: Db, lines: Iterable<NumberedLine>) =>
  (import_id: number): Promise<void> =>
    putLines(trx, import_id, sealLines(deps, lines))

type Start = { import_id: number; agent_id: number | null; counts: Partial<ImportCounts>; now: Date }

/** Queues a checked batch, in the caller's transaction. */
export const startImport = async (
  trx: Db,
  caller: Caller,
  { import_id, agent_id, counts, now }: Start,
): Promise<void> => {
  const fresh = counts.new ?? 0
  if (fresh + (counts.in_stock ?? 0) + (counts.shipped ?? 0) === 0) throw new Refusal('import_empty')
  const max = LIMITS.device_import_open_max
  if ((await countOpenImports(trx, caller.uid)) >= max) throw new Refusal('import_queue_full', { details: { max } })
  await assertRoom(trx, agent_id, fresh)
  await queueImport(trx, import_id, now)
}

/** Refuses more units than a distributor may have. */
export const assertRoom = async (trx: Db, agent_id: number | null, fresh: number): Promise<void> => {
  const room = agent_id === null ? null : await findRoom(trx, agent_id)
  if (room !== null && fresh > room) throw new Refusal('device_quota_reached', { field: 'agent_id', details: { room } })
}
