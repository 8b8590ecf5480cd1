import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRef, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { beep } from '../../ui/beep.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import css from './imports.module.css'
import { evaluateScan, type ScanResult } from './scan-list.ts'

/** More than a person looks back at. */
const SHOWN = 100

/** Ids one after the other from a scanner that types and presses Enter; the field keeps the focus. */
export function ScanSource(props: { scanned: readonly string[]; onChange: (scanned: string[]) => void }) {
  const { scanned, onChange } = props
  const t = useMessages('imports')
  const [text, setText] = useState('')
  const [last, setLast] = useState<ScanResult | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const max = LIMITS.device_import_rows_max
  const take = () => {
    if (text.trim() === '') return
    const result = evaluateScan(scanned, text)
    setLast(result)
    setText('')
    beep(result.kind === 'new' ? 'good' : 'bad')
    if (result.kind === 'new' && scanned.length < max) onChange([...scanned, result.mac])
  }
  const remove = (mac: string) => {
    onChange(scanned.filter((one) => one !== mac))
    setLast(null)
    input.current?.focus()
  }
  const shown = scanned.slice(-SHOWN).toReversed()
  return (
    <div className={css.scan}>
      <TextField
        ref={input}
        autoFocus
        size="large"
        label={t(($) => $.scan.field)}
        hint={t(($) => $.scan.hint)}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The form around it is not sent by a scanner.
          event.preventDefault()
          take()
        }}
      />
      <p role="status" className={last === null || last.kind === 'new' ? css.scanned : css.refused}>
        {last?.kind === 'new' && t(($) => $.scan.taken, { mac: last.mac })}
        {last?.kind === 'duplicate' && t(($) => $.scan.duplicate, { mac: last.mac, place: last.place })}
        {last?.kind === 'incomplete' && t(($) => $.scan.incomplete, { text: last.text })}
      </p>
      <b>{t(($) => $.scan.count, { count: scanned.length })}</b>
      <ol className={css.scans} reversed start={scanned.length} aria-label={t(($) => $.scan.list)}>
        {shown.map((mac) => (
          <li key={mac}>
            <span className={css.id} translate="no">
              {mac}
            </span>
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.scan.remove, { mac })}
              onClick={() => remove(mac)}
            />
          </li>
        ))}
      </ol>
    </div>
  )
}
