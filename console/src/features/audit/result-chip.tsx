import { type AuditResult, auditResultOf } from '@heatfleet/contract/audit/audit.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { StateChip } from '../../ui/status.tsx'

const TONES = { ok: 'ok', refused: 'warn', no_access: 'bad', conflict: 'neutral' } as const satisfies Record<
  AuditResult,
  string
>

/** How a line ended: done, or the refusal's own words. */
export function ResultChip({ result }: { result: string }) {
  const t = useMessages('audit')
  const codeText = useCodeText()
  if (result === 'ok')
    return (
      <StateChip tone="ok" shape="filled">
        {t(($) => $.results.ok)}
      </StateChip>
    )
  const code = ERROR_CODES.find((known) => known === result)
  const kind = auditResultOf(result)
  return (
    <StateChip tone={TONES[kind]} shape="triangle" title={code === undefined ? result : codeText(code)}>
      {t(($) => $.results[kind])}
    </StateChip>
  )
}
