import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { SEVERITY_TONES, SeverityMark } from '../../faults/public.ts'
import banner from '../device-detail.module.css'
import css from './faults.module.css'
import type { ActiveFault } from './use-device-faults.ts'
import { useOpenedFault } from './use-opened-fault.ts'

/** Rows shown before "show more": a board that lost its sensors reports a dozen at once. */
const LISTED_MAX = 3

/** The active faults of the device, worst first, with links to the knowledge base. */
export function ActiveFaults({ faults }: { faults: readonly ActiveFault[] }) {
  const t = useMessages('device-detail')
  const [all, setAll] = useState(false)
  const hidden = faults.length - LISTED_MAX
  return (
    <>
      <ul className={css.lines}>
        {(all ? faults : faults.slice(0, LISTED_MAX)).map((fault) => (
          <ActiveFaultRow key={fault.point_key} fault={fault} />
        ))}
      </ul>
      {hidden > 0 && (
        <span>
          <Button kind="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t(($) => $.fault.fewer) : t(($) => $.fault.all, { count: hidden })}
          </Button>
        </span>
      )}
    </>
  )
}

function ActiveFaultRow({ fault: { code, name, severity, since, is_loaded } }: { fault: ActiveFault }) {
  const t = useMessages('device-detail')
  const [, open] = useOpenedFault()
  const missing_permission = useMissingPermission('faultcode:view')
  return (
    <li className={`${banner.banner} ${css.line}`} data-tone={severity === null ? 'bad' : SEVERITY_TONES[severity]}>
      {severity === null ? (
        <WarningIcon />
      ) : (
        <span className={css.mark}>
          <SeverityMark severity={severity} />
        </span>
      )}
      <span className={css.name}>
        {code !== null && <b className={banner.mono}>{code}</b>} {name}
      </span>
      {since !== null && (
        // Not announced to screen readers: it changes every second.
        <span className={css.since} aria-live="off">
          {t(($) => $.fault.raised)} <Age at={since} />
        </span>
      )}
      <Button
        size="small"
        aria-label={t(($) => $.fault.help_for, { name: code ?? name })}
        disabledReason={is_loaded && code === null ? t(($) => $.fault.no_code) : missing_permission}
        disabled={!is_loaded}
        onClick={() => open(code)}
      >
        {t(($) => $.fault.help)}
      </Button>
    </li>
  )
}
