import { api } from '@heatfleet/contract/api.ts'
import { claimLink, codeText } from '@heatfleet/contract/bindings/claim-code.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useEffect, useRef, useState } from 'react'
import { useChange } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { ReasonConfirm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Identifier } from '../ui/identifier.tsx'
import { useNotify } from '../ui/notify.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import styles from './bindings.module.css'

type Claim = ResultOf<typeof api.claimCode>

/** The claim code of a device as text and QR code, with a button that renews it. Mounted = open; opening is audited. */
export function ClaimDialog({ mac, name, onClose }: { mac: string; name: string; onClose: () => void }) {
  const t = useMessages('bindings')
  const ui = useMessages('ui')
  const notify = useNotify()
  const show = useChange(api.claimCode)
  const renew = useChange(api.renewClaimCode)
  const [renewed, setRenewed] = useState<Claim | null>(null)
  const [is_confirming, setConfirming] = useState(false)
  const is_requested = useRef(false)
  const { mutate } = show
  // Reading the code is audited: once per opening, not once per render.
  useEffect(() => {
    if (!is_requested.current) mutate({ body: { mac } })
    is_requested.current = true
  }, [mutate, mac])
  const claim = renewed ?? show.data
  if (is_confirming)
    return (
      <ReasonConfirm
        danger
        title={t(($) => $.claim.renew_title, { device: name })}
        text={t(($) => $.claim.renew_text)}
        confirm={t(($) => $.claim.renew)}
        max={LIMITS.reason_max}
        onClose={() => setConfirming(false)}
        onConfirm={async (reason) => {
          setRenewed(await renew.mutateAsync({ body: { mac, reason } }))
          notify.success(t(($) => $.claim.renewed))
        }}
      />
    )
  return (
    <Dialog
      open
      title={t(($) => $.claim.title, { device: name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => setConfirming(true)}>{t(($) => $.claim.renew)}</Button>
          <Button kind="primary" onClick={onClose}>
            {ui(($) => $.close)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {show.error !== null ? (
          <ErrorState error={show.error} onRetry={() => mutate({ body: { mac } })} />
        ) : claim === undefined ? (
          <Loading rows={3} />
        ) : (
          <div className={styles.code}>
            <QrCode text={claimLink(mac, claim.code)} label={t(($) => $.claim.qr, { mac })} size_px={128} />
            <div>
              <strong>{codeText(claim.code)}</strong>
              <Identifier id={mac} />
              <p className={styles.note}>{t(($) => $.claim.generation, { number: claim.claim_generation })}</p>
            </div>
          </div>
        )}
        <p className={styles.note}>{t(($) => $.claim.text)}</p>
      </div>
    </Dialog>
  )
}
