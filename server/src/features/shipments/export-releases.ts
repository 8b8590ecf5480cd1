import { RELEASE_FILE_NAMES } from '@heatfleet/contract/shipments/releases.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { releaseViewerOf, toReleaseRequest } from './handlers-release.ts'
import { listReleases } from './store-release.ts'

/** Requests for release as a file, with the filter of the list. */
export const releaseListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'release-list'> =>
  listSource({
    needs: 'shipment:export',
    list: (caller, { filter }, part) => listReleases(db, releaseViewerOf(caller), filter, part),
    keyOf: ({ release_id }) => String(release_id),
    toRows: (rows, caller, { language }) =>
      rows.map((row): ExportRow<'release-list'> => {
        const { product_name, product_english_name, ...request } = toReleaseRequest(caller, row)
        const { holder_name, visible, asker_name, moved_to } = request
        return {
          mac: request.mac,
          state: request.state,
          kind: request.kind,
          asker_name: asker_name ?? RELEASE_FILE_NAMES.manufacturer,
          asked_time: row.asked_at,
          reason: request.reason,
          holder: visible ? (holder_name ?? RELEASE_FILE_NAMES.manufacturer) : RELEASE_FILE_NAMES.hidden,
          product_name: language === 'zh' ? product_name : product_english_name,
          decided_time: row.decided_at,
          answer: request.answer,
          moved_to: moved_to === '' ? RELEASE_FILE_NAMES.manufacturer : moved_to,
          decided_by: request.decided_by,
        }
      }),
  })
