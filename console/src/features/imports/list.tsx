import { api } from '@heatfleet/contract/api.ts'
import { IMPORT_STATES, type ImportBatch } from '@heatfleet/contract/imports/imports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { BatchActions } from './batch-actions.tsx'
import { FOLLOW_MS, ImportProgress, ImportStateMark, isUnderWay } from './import-marks.tsx'
import { ImportOffer } from './import-offer.tsx'
import { importPath } from './paths.ts'

const { list, column, filter } = listOf(api.importList, 'imports', () => ({ words: useMessages('imports') }))

/** Import batches, the newest first (product 3.8). */
export const imports = list({
  name: 'imports',
  needs: 'device-import:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ import_id }) => String(import_id),
  title: ({ batch_no }) => batch_no,
  path: ({ import_id }) => importPath(import_id),
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({
    title: t(($) => $.never_any),
    text: t(($) => $.never_any_hint),
    action: <ImportOffer label={t(($) => $.import)} />,
  }),
  refetch_ms: (page) => (page?.list.some(isUnderWay) === true ? FOLLOW_MS : false),
  filters: {
    batch_no: filter.text(LIMITS.shipment_no_max),
    product_key: filter.product({ label: ({ t }) => t(($) => $.columns.product_name) }),
    agent_id: filter.agent({ label: ({ t }) => t(($) => $.columns.agent_name) }),
    imported_user: filter.text(LIMITS.user_name_max),
    import_tag: filter.text(LIMITS.import_tag_max),
    states: filter.choice(IMPORT_STATES).text(({ t }, code) => t(($) => $.states[code]), {
      label: ({ t }) => t(($) => $.columns.state),
      body: (state) => (state === undefined ? {} : { states: [state] }),
    }),
    period: filter.days('import_from', 'import_to'),
  },
  columns: {
    batch_no: column.link(
      124,
      ({ import_id }) => importPath(import_id),
      ({ batch_no }) => batch_no,
    ),
    state: column.custom(128, (batch) =>
      batch.state === 'running' ? <ImportProgress batch={batch} /> : <ImportStateMark state={batch.state} />,
    ),
    product_name: column.textOf(160, (batch, { lang, words }) =>
      productText(
        batch,
        lang,
        words(($) => $.several),
      ),
    ),
    agent_name: column.textOf(160, ({ agent_name }, { words }) => agent_name ?? words(($) => $.stock)),
    import_tag: column.text(118),
    total: column.number(80),
    imported: column.number(96),
    failed: column.number(80),
    repeated: column.number(112),
    imported_user: column.text(120),
    created_time: column.age(120, { title: ({ t }) => t(($) => $.columns.import_time), exports: ['created_time'] }),
    finished_time: column.age(120, { by_default: false }),
    file_name: column.text(150, { by_default: false }),
    remark: column.text(150, { by_default: false }),
    actions: column.actions((batch) => <BatchActions batch={batch} />),
  },
  export: { kind: 'import-list', needs: 'device-import:export' },
})

/** The product of a batch, or that each line names its own. */
export const productText = (
  { product_key, product_name, product_english_name }: ImportBatch,
  lang: Parameters<typeof productName>[1],
  several: string,
): string =>
  product_key === null
    ? several
    : productName({ name: product_name ?? product_key, english_name: product_english_name ?? '' }, lang)
