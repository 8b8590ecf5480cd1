import { useLanguage, useMessages } from '../messages/messages.ts'
import s from './data-table-pager.module.css'
import type { TablePaging } from './data-table-props.ts'
import { pagesShown } from './data-table-window.ts'
import { formatNumber } from './format.ts'

type PagerProps = TablePaging & {
  total: number
  page_sizes: readonly number[]
  onPaging: (paging: TablePaging) => void
}

/** The footer of a table: range of rows, rows per page, pages. */
export const TablePager = ({ total, pageNo, size, page_sizes, onPaging }: PagerProps) => {
  const t = useMessages('ui')
  const lang = useLanguage()
  const number = (count: number) => formatNumber(count, 0, lang)
  const pages = Math.max(1, Math.ceil(total / size))
  const first = total === 0 ? 0 : (pageNo - 1) * size + 1
  const largest = Math.max(...page_sizes)
  // Every size shows the same single page.
  const is_one_page = total <= Math.min(...page_sizes) && pageNo === 1
  const go = (page: number) => onPaging({ pageNo: page, size })
  return (
    <footer className={s.foot}>
      <span>
        {total > 0 &&
          t(($) => $.table.range, {
            first: number(first),
            last: number(Math.min(total, pageNo * size)),
            total: number(total),
          })}
      </span>
      <span className={s.space} />
      {!is_one_page && (
        <select
          className={s.sizes}
          aria-label={t(($) => $.table.page_size)}
          value={size}
          onChange={(event) => {
            const next = Number(event.target.value)
            // The first visible row stays on the page.
            onPaging({ size: next, pageNo: Math.floor(Math.max(0, first - 1) / next) + 1 })
          }}
        >
          {page_sizes.map((offered) => (
            <option key={offered} value={offered}>
              {offered === largest
                ? t(($) => $.table.page_size_all, { max: number(offered) })
                : t(($) => $.table.page_size_of, { size: offered })}
            </option>
          ))}
        </select>
      )}
      <nav aria-label={t(($) => $.table.pages)} className={s.pages}>
        <PageStep label={t(($) => $.table.page_before)} path="M8 2L4 6l4 4" to={pageNo - 1} pages={pages} go={go} />
        {pagesShown(Math.min(pageNo, pages), pages).map((page, at) =>
          page === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <span key={`gap-${at}`} className={s.gap}>
              …
            </span>
          ) : (
            <button
              key={page}
              type="button"
              className={s.page}
              aria-label={t(($) => $.table.page, { page: number(page) })}
              aria-current={page === pageNo ? 'page' : undefined}
              onClick={() => go(page)}
            >
              {number(page)}
            </button>
          ),
        )}
        <PageStep label={t(($) => $.table.page_after)} path="M4 2l4 4-4 4" to={pageNo + 1} pages={pages} go={go} />
      </nav>
    </footer>
  )
}

type StepProps = { label: string; path: string; to: number; pages: number; go: (page: number) => void }

const PageStep = ({ label, path, to, pages, go }: StepProps) => (
  <button type="button" className={s.page} aria-label={label} disabled={to < 1 || to > pages} onClick={() => go(to)}>
    <svg viewBox="0 0 12 12" aria-hidden>
      <path d={path} />
    </svg>
  </button>
)
