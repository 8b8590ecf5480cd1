import { api } from '@heatfleet/contract/api.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { IMPORT_PROBLEMS, IMPORT_TABS, IMPORT_VERDICTS, type ImportRow } from '@heatfleet/contract/imports/lines.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Link } from 'react-router'
import { CutText } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { defaultParam, textParam } from '../../ui/filter-bar-params.ts'
import { textFilter } from '../../ui/list-filters.tsx'
import { OnlineMark, RecognitionMark } from '../../ui/status.tsx'
import { AskRelease } from '../shipments/public.ts'
import { DropRow, FixField } from './fix-row.tsx'
import { ProblemMarks, ResultMark, VerdictMark } from './import-marks.tsx'
import css from './imports.module.css'
import { devicePath } from './paths.ts'

type Given = { import_id: number }
const { list, column, filter } = listOf(api.importRowList, 'imports', ({ import_id }: Given) => ({
  import_id,
  words: useMessages('imports'),
}))

const macs = filter.one(
  textParam(LIMITS.view_query_max),
  ({ key, label, value, change, say: { t } }) => {
    const { incomplete } = parseIdList(value)
    const field = textFilter(
      key,
      label,
      value,
      change,
      t(($) => $.filters.macs_hint),
    )
    return incomplete.length === 0 ? field : { ...field, chip: undefined }
  },
  {
    label: ({ t }) => t(($) => $.columns.mac),
    body: (text) => {
      const { ids, incomplete } = parseIdList(text)
      return ids.length === 0 || incomplete.length > 0 ? {} : { macs: ids }
    },
  },
)
const problem = filter.choice(IMPORT_PROBLEMS).text(({ t }, code) => t(($) => $.problems[code]), {
  label: ({ t }) => t(($) => $.columns.problems),
})

const idColumn = { px: 176, fixed: 'start', always: true } as const
const nameOf = ({ product, product_key, product_name, product_english_name }: ImportRow, lang: Lang): string =>
  product_key === null ? product : productName({ name: product_name, english_name: product_english_name }, lang)
type Lang = Parameters<typeof productName>[1]

/** Another distributor has the unit: it can be asked for. */
const isHeldElsewhere = ({ verdict, problems }: ImportRow): boolean =>
  verdict === 'shipped' || problems.includes('held_elsewhere')

const common = {
  row: column.number(64),
  product: column.textOf(150, (row, { lang }) => nameOf(row, lang)),
  iccid: column.text(186),
  hardware_version: column.text(120),
  serial: column.text(140),
  device_name: column.text(150, { by_default: false }),
}

const facts = {
  needs: 'device-import:view',
  key: ({ row }: ImportRow) => String(row),
  title: ({ row, mac }: ImportRow) => `${row} ${mac}`,
} as const

/** The tab of all lines, or those with one verdict. */
export const VERDICT_TABS = ['all', ...IMPORT_VERDICTS] as const

/** The dry run of a draft: a verdict on every line, put right in place. */
export const draftRows = list({
  ...facts,
  name: null,
  shares_address: true,
  label: ({ t }) => t(($) => $.steps.check),
  summary: ({ t }, count) => t(($) => $.rows, { count }),
  never: ({ t }) => ({ title: t(($) => $.no_rows) }),
  filters: {
    verdict: {
      ...filter.hidden(defaultParam(VERDICT_TABS, 'all'), (verdict) => (verdict === 'all' ? {} : { verdict })),
      kept: true,
    },
    macs,
    problem,
  },
  body: () => ({}),
  columns: {
    mac: column.custom(idColumn.px, ({ mac }) => <CutText text={mac} kind="name" />, idColumn),
    verdict: column.custom(176, (row) => <VerdictMark row={row} />),
    problems: column.custom(430, (row, { import_id }) => (
      <span className={css.mend}>
        <ProblemMarks row={row} />
        <FixField key={row.problems.join()} row={row} import_id={import_id} />
        {isHeldElsewhere(row) && <AskRelease short kind="stock" macs={[row.mac]} />}
      </span>
    )),
    ...common,
    mend: column.custom(110, (row, { import_id }) => <DropRow row={row} import_id={import_id} />, {
      fixed: 'end',
      always: true,
      title: ({ t }) => t(($) => $.mend),
    }),
  },
})

/** What became of the lines of a batch (product 3.9). */
export const resultRows = list({
  ...facts,
  name: 'import-rows',
  shares_address: true,
  label: ({ t }) => t(($) => $.detail),
  summary: ({ t }, count) => t(($) => $.rows, { count }),
  never: ({ t }) => ({ title: t(($) => $.no_rows) }),
  filters: { tab: filter.tabs(IMPORT_TABS, 'all'), macs, problem },
  columns: {
    mac: column.custom(
      idColumn.px,
      ({ mac, online_status }) =>
        online_status === null ? (
          <CutText text={mac} kind="name" />
        ) : (
          <Link className={css.id} to={devicePath(mac)} translate="no">
            {mac}
          </Link>
        ),
      idColumn,
    ),
    result: column.custom(190, (row) => <ResultMark row={row} />),
    problems: column.custom(300, (row) => (
      <span className={css.mend}>
        <ProblemMarks row={row} />
        {isHeldElsewhere(row) && <AskRelease short kind="stock" macs={[row.mac]} />}
      </span>
    )),
    product: common.product,
    agent_name: column.textOf(150, ({ agent_name, online_status }, { words }) =>
      online_status === null ? '' : (agent_name ?? words(($) => $.stock)),
    ),
    iccid: common.iccid,
    online_status: column.custom(
      120,
      ({ online_status }) => online_status !== null && <OnlineMark state={online_status} />,
    ),
    first_online_time: column.age(120),
    identify_status: column.custom(
      130,
      ({ identify_status }) => identify_status !== null && <RecognitionMark state={identify_status} />,
    ),
    row: common.row,
    hardware_version: { ...common.hardware_version, by_default: false },
    serial: { ...common.serial, by_default: false },
    device_name: common.device_name,
  },
  export: { kind: 'import-rows', needs: 'device-import:export', also: ({ import_id }) => ({ import_id }) },
})
