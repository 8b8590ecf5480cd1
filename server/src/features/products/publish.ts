import { Refusal } from '@heatfleet/contract/errors.ts'
import { diffDefinitions } from '@heatfleet/contract/products/diff.ts'
import { pollBlocksOf, withBlocks } from '@heatfleet/contract/products/plan.ts'
import { withSchedules } from '@heatfleet/contract/products/schedules.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import { countChanges, findingsOf, readDraft, readPublished } from './drafts.ts'
import { insertVersion, lockProduct, settleDraft } from './store-drafts.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { changes: Changes }

/**
 * Makes the draft the next version and puts it into use. After the commit the gateway sends modules that are on line
 * their new poll plan, and consoles forget the definition they keep. Reports that are there stay under their version.
 */
export const publishDraft = async (
  { database: { db }, clock, bus, changes }: Deps,
  product_key: string,
  request: { revision: number; note: string; accept_warnings: boolean },
  by: string,
): Promise<{ layout_id: number; version: number }> => {
  const made = await db.transaction().execute(async (tx) => {
    const product = await lockProduct(tx, product_key)
    if (product === null) throw new Refusal('product_unknown')
    if (product.disabled) throw new Refusal('product_disabled')
    const draft = await readDraft(tx, product_key)
    if (draft.revision !== request.revision) throw new Refusal('stale_edit')
    if (draft.points.length === 0) throw new Refusal('no_data_point')
    const diff = diffDefinitions(await readPublished(tx, product_key), draft)
    if (product.layout_id !== null && countChanges(diff) === 0) throw new Refusal('nothing_to_publish')
    const findings = findingsOf(draft)
    const errors = findings.filter(({ severity }) => severity === 'error')
    const [first] = errors
    if (first !== undefined)
      throw new Refusal('draft_faulty', {
        ...(first.key === null ? {} : { field: first.key }),
        details: { count: errors.length, code: first.code },
      })
    if (findings.length > 0 && !request.accept_warnings)
      throw new Refusal('draft_warnings', { details: { count: findings.length } })
    const { settings } = draft
    const points = withSchedules(draft.points, settings)
    const poll_blocks = pollBlocksOf(points, settings.access, settings.record_tables)
    const count = (change: string) => diff.points.filter((point) => point.change === change).length
    const version = await insertVersion(
      tx,
      product_key,
      { points: withBlocks(points, poll_blocks, settings.access), settings, poll_blocks },
      {
        by,
        at: new Date(clock.now()),
        note: request.note,
        added: count('added'),
        changed: count('changed'),
        removed: count('removed'),
      },
    )
    await settleDraft(tx, product_key, version.layout_id)
    return version
  })
  bus.publish({ kind: 'products_changed', product_keys: [product_key] })
  changes.productsChanged.publish({ product_keys: [product_key] })
  return made
}
