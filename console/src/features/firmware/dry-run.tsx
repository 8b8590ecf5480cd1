import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './firmware.module.css'
import { upgradeReason } from './reason-text.ts'

type Checked = ResultOf<typeof api.upgradePreview>

type Props = {
  firmware_id: number | undefined
  target: NonNullable<RequestOf<typeof api.upgradePreview>['body']>['target']
  from_versions: readonly string[]
  test_group_id: number | null
  /** Why the units cannot be looked at yet. */
  problem: string | undefined
}

/** Which units the campaign would upgrade now, and which not and why. */
export function DryRun({ firmware_id, target, from_versions, test_group_id, problem: target_problem }: Props) {
  const t = useMessages('firmware')
  const { busy, problem, send } = usePendingRequest()
  const [found, setFound] = useState<{ asked: string; checked: Checked } | null>(null)
  const asked = JSON.stringify([firmware_id, target, from_versions, test_group_id])
  const checked = found?.asked === asked ? found.checked : null
  return (
    <div className={css.stack}>
      <div>
        <Button
          busy={busy}
          disabledReason={firmware_id === undefined ? t(($) => $.campaign.firmware) : target_problem}
          onClick={() =>
            send(async () => {
              if (firmware_id === undefined) return
              const body = { firmware_id, target, from_versions: [...from_versions], test_group_id }
              setFound({ asked, checked: await call(api.upgradePreview, { body }) })
            })
          }
        >
          {t(($) => $.campaign.check)}
        </Button>
      </div>
      <Problem problem={problem} />
      {checked !== null && (
        <div role="status">
          {t(($) => $.campaign.checked, checked)}
          {checked.tested > 0 && ` ${t(($) => $.campaign.tested, { count: checked.tested })}`}
          {checked.refused_total > 0 && (
            <>
              {' '}
              {t(($) => $.campaign.refused, { count: checked.refused_total })}
              <ul className={css.refused}>
                {byReason(checked.refused).map(([reason, macs]) => (
                  <li key={reason}>
                    {upgradeReason(t, reason)}: <code translate="no">{macs.join(', ')}</code>
                  </li>
                ))}
                {checked.refused_total > checked.refused.length && (
                  <li>{t(($) => $.campaign.more, { count: checked.refused_total - checked.refused.length })}</li>
                )}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** The units of each reason together, in the order in which the reasons come up. */
const byReason = (refused: Checked['refused']): [Checked['refused'][number]['reason'], string[]][] => {
  const macs = new Map<Checked['refused'][number]['reason'], string[]>()
  for (const { mac, reason } of refused) macs.set(reason, [...(macs.get(reason) ?? []), mac])
  return [...macs]
}
