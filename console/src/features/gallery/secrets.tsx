import { Refusal } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm, TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { OtpField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import styles from './gallery.module.css'

const refuse = () => Promise.reject(new Refusal('busy'))

/** Codes, secrets, and confirmations that require typing. */
export function Secrets() {
  const [code, setCode] = useState('123')
  const [open, setOpen] = useState<'typed' | 'reason' | 'secret' | 'codes' | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel title="Codes and secrets">
      <div className={styles.row} style={{ alignItems: 'flex-start' }}>
        <QrCode text="otpauth://totp/Heatfleet:li.wei?secret=JBSWY3DPEHPK3PXP" label="Enrolment code" />
        <div className={styles.fields} style={{ gridTemplateColumns: '1fr' }}>
          <OtpField label="Code" value={code} onChange={setCode} hint="Six digits" />
          <div className={styles.row}>
            <Button onClick={() => setOpen('typed')}>Typed confirm</Button>
            <Button onClick={() => setOpen('reason')}>Reason confirm</Button>
            <Button onClick={() => setOpen('secret')}>Secret once</Button>
            <Button onClick={() => setOpen('codes')}>Recovery codes</Button>
          </div>
        </div>
      </div>
      {open === 'typed' && (
        <TypedConfirm
          title="Delete 12 accounts?"
          text="It cannot be undone."
          expected="12"
          confirm="Delete 12 accounts"
          danger
          onConfirm={refuse}
          onClose={close}
        />
      )}
      {open === 'reason' && (
        <ReasonConfirm title="Unbind the device?" confirm="Unbind" max={100} onConfirm={refuse} onClose={close} />
      )}
      {open === 'secret' && <SecretOnce title="Application secret" secret="hf_8f2c1d0b7a6e4c5d9b3a" onClose={close} />}
      {open === 'codes' && (
        <SecretOnce
          title="Recovery codes"
          secret={['k3f9-2mxa', 'p7qd-91hs', 'z0bt-44ke', 'w8rn-6cvy', 'u5gj-38lo', 'a2xi-70ef']}
          onClose={close}
        />
      )}
    </Panel>
  )
}
