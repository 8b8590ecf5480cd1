import type { Finding } from '@heatfleet/contract/products/draft.ts'
import { useCallback } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { ErrorIcon, WarningIcon } from '../../../ui/icons.tsx'
import css from '../products.module.css'

/** The text of a finding, with the other point involved. Stable while the language is. */
export const useFindingText = (): ((finding: Finding) => string) => {
  const t = useMessages('products')
  return useCallback(({ code, other }) => t(($) => $.points.findings[code], { other: other ?? '' }), [t])
}

/** Errors first, then warnings, each with its point. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const textOf = useFindingText()
  if (findings.length === 0) return null
  const sorted = findings.toSorted((one, other) => one.severity.localeCompare(other.severity))
  return (
    <ul className={css.findings}>
      {sorted.map((finding) => (
        <li key={`${finding.code}/${finding.key}/${finding.field}/${finding.other}`} className={css[finding.severity]}>
          {finding.severity === 'error' ? <ErrorIcon size={14} /> : <WarningIcon size={14} />}
          {finding.key !== null && <code className={css.key}>{finding.key}</code>}
          <span>{textOf(finding)}</span>
        </li>
      ))}
    </ul>
  )
}
