import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import { listRollouts } from './store.ts'
import { toRollout } from './to-wire.ts'

/** Rollouts of the scope as a file. */
export const rolloutListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'rollout-list'> =>
  listSource({
    needs: 'rollout:view',
    list: (caller, { filter }, part) => listRollouts(db, caller.scope, filter, part),
    keyOf: ({ rollout_id }) => rollout_id,
    toRows: (rows, { uid }, { language }) =>
      rows.map((row) => {
        const { counts, points, template, wave_sizes, ...rollout } = toRollout(row, uid)
        const { done, equal, failed, expired, skipped, waiting, sent } = counts
        return {
          ...rollout,
          product_name: language === 'zh' ? rollout.product_name : rollout.product_english_name,
          points: points.map(({ key, value }) => `${key}=${value}`).join('; '),
          template: template?.name ?? null,
          waves: wave_sizes.join(' + '),
          done,
          equal,
          failed,
          expired,
          skipped,
          waiting: waiting + sent,
          create_time: row.created_at,
          start_time: row.started_at,
          finish_time: row.finished_at,
        }
      }),
  })
