import type { ImportDetail } from '@heatfleet/contract/imports/imports.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { productText } from './list.tsx'

/** What all lines of a batch have in common, where it came from, and who made it. */
export function BatchFacts({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const lang = useLanguage()
  const { source, file_name, agent_name, import_tag, hardware_version, remark, imported_user, state } = batch
  const is_over = state === 'done' || state === 'undone'
  return (
    <Facts
      least_px={180}
      items={[
        {
          label: t(($) => $.columns.product_name),
          value: productText(
            batch,
            lang,
            t(($) => $.several),
          ),
        },
        { label: t(($) => $.columns.agent_name), value: agent_name ?? t(($) => $.stock) },
        { label: t(($) => $.columns.import_tag), value: import_tag },
        { label: t(($) => $.columns.hardware_version), value: hardware_version },
        { label: t(($) => $.source), value: file_name === '' ? t(($) => $.sources[source]) : file_name },
        { label: t(($) => $.columns.imported_user), value: imported_user },
        { label: t(($) => $.columns.import_time), value: <Age at={batch.created_time} /> },
        ...(is_over ? [{ label: t(($) => $.columns.finished_time), value: <Age at={batch.finished_time} /> }] : []),
        ...(is_over
          ? [
              { label: t(($) => $.since.online), value: batch.online_count },
              { label: t(($) => $.since.shipped), value: batch.shipped_count },
              { label: t(($) => $.since.bound), value: batch.bound_count },
            ]
          : []),
        ...(batch.secrets_time === null
          ? []
          : [
              {
                label: t(($) => $.secrets.taken),
                value: (
                  <>
                    <Age at={batch.secrets_time} /> · {batch.secrets_by}
                  </>
                ),
              },
            ]),
        ...(state === 'undone'
          ? [
              {
                label: t(($) => $.states.undone),
                value: (
                  <>
                    <Age at={batch.undone_time} /> · {batch.undone_by}
                  </>
                ),
              },
            ]
          : []),
        { label: t(($) => $.columns.remark), value: remark, wide: true },
      ]}
    />
  )
}
