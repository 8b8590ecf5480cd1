import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { StateChip } from '../../ui/status.tsx'

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
  const no_access = result === 'no_permission' || result.endsWith('not_found')
  return (
    <StateChip tone={no_access ? 'bad' : 'warn'} shape="triangle" title={code === undefined ? result : codeText(code)}>
      {t(($) => (no_access ? $.results.no_access : $.results.refused))}
    </StateChip>
  )
}
